/**
 * What `/files/` would give of a file, asked with its first byte.
 *
 * The contents API does not follow links when it tells sizes: of a link it says how long the name is that it leads to.
 * And it opens pipes, which stops the whole server until somebody writes into them. This address does neither.
 */

import { textStart } from "./body.ts";
import { segmentsOf } from "./contents.ts";
import type { JupyterHttp } from "./http.ts";

/** Bytes of a page that says why a file is not served. */
const longestPage = 500_000;

export type ProbedFile =
  /** Served in parts; of so many bytes where the server says so. */
  | { readonly kind: "parts"; readonly size: number | null }
  /** A pipe, a socket, a device, a folder. */
  | { readonly kind: "no_file" }
  /** Where it is kept, links followed, is not under Jupyter's root; either it is a link itself, or a folder above is. */
  | { readonly kind: "outside"; readonly isLink: boolean }
  /** Not served here, for a reason that is not said. */
  | { readonly kind: "refused" };

export async function probeFile(
  http: JupyterHttp,
  path: string,
  signal?: AbortSignal,
): Promise<ProbedFile> {
  const response = await http.open(["files", ...segmentsOf(path)], {
    headers: { "Accept": "*/*", "Accept-Encoding": "identity", "Range": "bytes=0-0" },
    // The caller has looked the path up: whatever is refused here is about the file.
    expected: [403, 404, 405, 416],
    signal,
  });
  if (response.ok || response.status === 416) {
    await response.body?.cancel();
    return { kind: "parts", size: sizeOf(response) };
  }
  const page = await textStart(response, longestPage).catch(() => "");
  if (/ is not a file\b/.test(page)) return { kind: "no_file" };
  if (!/ is not in root static directory\b/.test(page)) return { kind: "refused" };
  const folder = segmentsOf(path).slice(0, -1).join("/");
  const isLink = folder === "" || (await probeFile(http, folder, signal)).kind !== "outside";
  return { kind: "outside", isLink };
}

/** The size of the whole, of which a part was asked for. */
function sizeOf({ status, headers }: Response): number | null {
  const said = status === 200
    ? headers.get("content-length")
    : /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1];
  return said === null || said === undefined || said === "" ? null : Number(said);
}
