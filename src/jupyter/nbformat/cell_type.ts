/**
 * Makes a cell one of another type.
 *
 * The format has no place for attachments in a code cell: those of a text cell that becomes one are kept in its
 * metadata, and come back when it is text again.
 */

import { z } from "zod";
import { type Cell, jsonObject } from "./notebook.ts";

const keptUnder = "jupyter_mcp";
const kept = z.looseObject({ attachments: jsonObject });

export function withType(cell: Cell, type: string): Cell {
  if (cell.cell_type === type) return cell;
  const { outputs: _, execution_count: __, execution_state: ___, ...rest } = cell;
  return type === "code" ? asCode(rest) : { ...withAttachments(rest), cell_type: type };
}

function asCode({ attachments, ...cell }: Cell): Cell {
  const code = { ...cell, cell_type: "code", outputs: [], execution_count: null };
  if (attachments === undefined) return code;
  const ours = jsonObject.catch({}).parse(cell.metadata[keptUnder]);
  return { ...code, metadata: { ...cell.metadata, [keptUnder]: { ...ours, attachments } } };
}

function withAttachments(cell: Cell): Cell {
  const ours = kept.safeParse(cell.metadata[keptUnder]).data;
  if (ours === undefined || cell["attachments"] !== undefined) return cell;
  const { attachments, ...more } = ours;
  const { [keptUnder]: _, ...metadata } = cell.metadata;
  const isEmpty = Object.keys(more).length === 0;
  return { ...cell, attachments, metadata: isEmpty ? metadata : { ...metadata, [keptUnder]: more } };
}
