/** Finds kernelspecs: by their name, and the one that a notebook specifies. */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { tryParseJson } from "../../base/json.ts";
import { bySimilarity } from "../../base/similarity.ts";
import { getText, statPath } from "../rest/contents.ts";
import { probeFile, readBytes } from "../rest/files.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import type { Kernelspecs } from "../rest/kernelspecs.ts";

/** A kernelspec by its name, in which Jupyter ignores case. */
export function findKernelspec(
  { kernelspecs }: Kernelspecs,
  name: string,
): Kernelspecs["kernelspecs"][string] {
  const known = new Map(Object.entries(kernelspecs));
  const found = known.get(name) ?? known.get(name.toLowerCase());
  if (found === undefined) throw unknownKernelspec(Object.keys(kernelspecs), name);
  return found;
}

function unknownKernelspec(installed: readonly string[], name: string): AppError {
  const available = bySimilarity(installed, name, (one) => one).slice(0, 10);
  return new AppError(
    "kernelspec_not_found",
    `Cannot start kernel "${name}": no such kernelspec is installed`,
    {
      hint:
        "Use one of the names in `available` as kernel_name; for a notebook that names another, in session_create",
      details: { available },
    },
  );
}

const kernelspecSchema = z.object({
  metadata: z.object({ kernelspec: z.object({ name: z.string().min(1) }) }),
});

/** Bytes; of a larger file only the end is read, where Jupyter writes the metadata. */
const maxParsedSize = 5_000_000;
const endLength = 50_000;

/** The kernelspec that a notebook file specifies, which the server itself ignores; undefined if there is none. */
export async function kernelNameInNotebook(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const size = (await statPath(http, path, signal))?.size ?? 0;
  if (size > maxParsedSize && (await probeFile(http, path, signal)).kind === "parts") {
    const end = await readBytes(http, path, { start: size - endLength, end: size, signal });
    return lastKernelspecName(new TextDecoder().decode(end));
  }
  const text = await getText(http, path, signal).then((file) => file?.content ?? "", nothingToRead);
  if (text.length > maxParsedSize) return lastKernelspecName(text.slice(-endLength));
  return kernelspecSchema.safeParse(tryParseJson(text)).data?.metadata.kernelspec.name;
}

/** The last kernelspec name in the end of a notebook. */
function lastKernelspecName(end: string): string | undefined {
  return /"kernelspec":\s*\{[^{}]*?"name":\s*"([^"\\]+)"[^{}]*\}(?!.*"kernelspec")/s.exec(end)?.[1];
}

/** A file that the server does not return as text is reported when the notebook itself is read. */
function nothingToRead(error: unknown): string {
  if (error instanceof StatusError) return "";
  throw error;
}
