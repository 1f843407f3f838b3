/**
 * Reads the checkpoint of a notebook: the state at the person's last own save.
 *
 * Jupyter's interface lists checkpoints and restores them, but does not return their content, and it hides the folder they
 * are in. So a Python kernel reads it, in the notebook's folder.
 */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { inspect, InspectionRefused } from "../inspect/inspection.ts";
import { canReadNames } from "../inspect/cell_names.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import { notebookJson, parseNotebook } from "../nbformat/parse_notebook.ts";
import { getKernelspecs } from "../rest/kernelspecs.ts";
import { type FreshKernelServices, withFreshKernel } from "./fresh_kernel.ts";

/** Milliseconds. */
const limit = 20_000;

export async function readCheckpoint(
  services: FreshKernelServices,
  path: string,
  signal: AbortSignal,
): Promise<Notebook> {
  const { kernelspecs, default: standard } = await getKernelspecs(services.http, signal);
  const python = Object.values(kernelspecs).find(({ spec }) => spec.language === "python")?.name ?? standard;
  const name = path.split("/").at(-1) ?? path;
  const text = await withFreshKernel(services, { name: python, path, signal }, (kernel) => {
    if (!canReadNames(kernel)) throw unreadable(path, "that takes a Python kernel, and the server has none");
    return inspect(kernel, "checkpoint", { args: { name }, schema: z.string(), limit, signal });
  }).catch((error) => {
    if (!(error instanceof InspectionRefused)) throw error;
    throw unreadable(path, error.kind === "none" ? "there is none" : "it is over 20 MB");
  });
  return parseNotebook(notebookJson(text, path), path);
}

function unreadable(path: string, why: string): AppError {
  return new AppError("file_not_found", `Cannot read the checkpoint of "${path}": ${why}`, {
    hint: "JupyterLab writes one when the person saves; compare with another notebook or with disk",
  });
}
