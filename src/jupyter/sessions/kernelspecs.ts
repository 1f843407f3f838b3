/** Kernelspecs: the one that a notebook specifies, and the errors for kernels that cannot be started. */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { bySimilarity } from "../../base/similarity.ts";
import { getText, statPath } from "../rest/contents.ts";
import { probeFile, readBytes } from "../rest/files.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { getKernelspecs, type Kernelspecs } from "../rest/kernelspecs.ts";

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

interface RefusedStart {
  /** Undefined for the default kernel. */
  readonly kernelName: string | undefined;
  readonly cause: StatusError;
  readonly signal?: AbortSignal | undefined;
}

/** The error for a session that the server could not create: there is no such kernel, or it does not start. */
export async function kernelNotStarted(
  http: JupyterHttp,
  { kernelName, cause, signal }: RefusedStart,
): Promise<AppError> {
  const specs = await getKernelspecs(http, signal);
  const { name } = findKernelspec(specs, kernelName ?? specs.default);
  return new AppError(
    "kernel_died",
    `Cannot start kernel "${name}": the Jupyter server failed to start it (${cause.reason})`,
    {
      hint:
        "The log of the Jupyter server says why: often the program that the kernelspec names is missing. Try another of kernel_list",
      cause,
    },
  );
}

/** The error for a kernel that was started, and that Jupyter gave up before it answered. */
export function kernelDiedAtStart(kernelName: string, cause: unknown): AppError {
  return new AppError("kernel_died", `Cannot start kernel "${kernelName}": it ended as it started, twice`, {
    hint: "The log of the Jupyter server has the kernel's last words. Try another of kernel_list",
    cause,
  });
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
  try {
    return kernelspecSchema.safeParse(JSON.parse(text)).data?.metadata.kernelspec.name;
  } catch {
    return undefined;
  }
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
