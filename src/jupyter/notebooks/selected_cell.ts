/** The cell that a caller means by "selected": the one that the person is in. */

import { AppError } from "../../base/errors.ts";
import type { CellReference } from "../nbformat/find_cells.ts";
import type { NotebookBackend } from "./notebook_backend.ts";

const selected = "selected";
const otherwise = "name the cell by its id or index (notebook_get lists them)";

/** Replaces "selected" by the id of the cell, and leaves other references as they are. */
export type Resolve = <T extends CellReference | undefined>(reference: T) => T | string;

/**
 * Finds the selected cell if one of the references needs it; throws if nobody has selected one, or several people have
 * selected different ones.
 */
export async function resolveSelected(
  backend: NotebookBackend,
  references: readonly (CellReference | undefined)[],
  signal?: AbortSignal,
): Promise<Resolve> {
  if (!references.includes(selected)) return (reference) => reference;
  const id = await selectedCell(backend, signal);
  return (reference) => reference === selected ? id : reference;
}

async function selectedCell(backend: NotebookBackend, signal?: AbortSignal): Promise<string> {
  if (backend.kind === "file") {
    throw new AppError("invalid_argument", "Cannot tell which cell is selected: the notebook is not shared", {
      hint: `Only pages with jupyter-collaboration show that; ${otherwise}`,
    });
  }
  const selections = await backend.selections({ signal, isAwaited: true });
  const [cellId, ...others] = new Set(selections.map((one) => one.cellId));
  if (cellId === undefined) {
    throw new AppError("cell_not_found", "Cannot tell which cell is selected: nobody's cursor is in a cell", {
      hint: `Ask the person to click into the source of the cell, or ${otherwise}`,
    });
  }
  if (others.length > 0) {
    throw new AppError(
      "invalid_argument",
      "Cannot tell which cell is selected: people are in different cells",
      {
        hint: "Ask which one is meant and name it by its id",
        details: { selected: selections.map(({ who, cellId }) => ({ who, cell_id: cellId })) },
      },
    );
  }
  return cellId;
}
