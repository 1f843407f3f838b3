/** Which kernel a notebook file says it was made for: the server itself does not look. */

import { z } from "zod";
import { getText, statPath } from "../rest/contents.ts";
import { probeFile, readBytes } from "../rest/files.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
const named = z.object({ metadata: z.object({ kernelspec: z.object({ name: z.string().min(1) }) }) });

/** Bytes; of a larger file only the end is looked at, where Jupyter writes the metadata. */
const largestParsed = 5_000_000;
const endLength = 50_000;

/** The name of its kernelspec; undefined where it names none, or is no notebook. */
export async function kernelOfNotebook(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const size = (await statPath(http, path, signal))?.size ?? 0;
  if (size > largestParsed && (await probeFile(http, path, signal)).kind === "parts") {
    const end = await readBytes(http, path, { start: size - endLength, end: size, signal });
    return nameIn(new TextDecoder().decode(end));
  }
  const text = await getText(http, path, signal).then((file) => file?.content ?? "", nothingToRead);
  if (text.length > largestParsed) return nameIn(text.slice(-endLength));
  try {
    return named.safeParse(JSON.parse(text)).data?.metadata.kernelspec.name;
  } catch {
    return undefined;
  }
}

/** The last that the end of a notebook names. */
function nameIn(end: string): string | undefined {
  return /"kernelspec":\s*\{[^{}]*?"name":\s*"([^"\\]+)"[^{}]*\}(?!.*"kernelspec")/s.exec(end)?.[1];
}

/** What the server does not give as text is told of by whoever reads the notebook itself. */
function nothingToRead(error: unknown): string {
  if (error instanceof StatusError) return "";
  throw error;
}
