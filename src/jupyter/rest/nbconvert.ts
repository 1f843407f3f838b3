/** Conversion of notebooks by the server's own nbconvert. */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { htmlText } from "../../base/html_text.ts";
import { boundedBytes } from "../../base/net/bounded_text.ts";
import { segmentsOf } from "./contents.ts";
import { type JupyterHttp, StatusError } from "./http.ts";
import { textStart } from "./body.ts";

export interface Converted {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** The name that the server gives the file. */
  readonly fileName: string;
}

/** Milliseconds; LaTeX takes its time. */
const limit = 120_000;
const mostBytes = 100_000_000;
/** Bytes of an error page. */
const longestPage = 200_000;

const formats = z.record(z.string(), z.object({ output_mimetype: z.string().nullish() }));

/** The names of the formats that the server offers; undefined if it has no nbconvert. */
export async function listExportFormats(
  http: JupyterHttp,
  signal?: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    return Object.keys(await http.json(formats, ["api", "nbconvert"], { signal, limit })).sort();
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return undefined;
    throw error;
  }
}

/** Converts a notebook as it is on disk; throws with the reason that the server gives. */
export async function convertNotebook(
  http: JupyterHttp,
  { path, format }: { readonly path: string; readonly format: string },
  signal?: AbortSignal,
): Promise<Converted> {
  const response = await http.open(["nbconvert", format, ...segmentsOf(path)], {
    query: { download: "true" },
    expected: [400, 500],
    limit,
    signal,
  });
  if (!response.ok) throw notConverted(path, format, await textStart(response, longestPage));
  const bytes = await boundedBytes(response, mostBytes);
  if (bytes === undefined) {
    throw new AppError("too_large", `Cannot export "${path}": the result has over ${mostBytes / 1e6} MB`);
  }
  const fileName = fileNameIn(response.headers.get("Content-Disposition") ?? "");
  const mimeType = (response.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
  // nbconvert states no type for scripts, and Tornado's default is HTML.
  const isStated = mimeType !== "text/html" || /\.html?$/i.test(fileName);
  return { bytes, mimeType: isStated ? mimeType : "text/plain", fileName };
}

function fileNameIn(disposition: string): string {
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined
    ? /filename="?([^";]+)/.exec(disposition)?.[1] ?? ""
    : decodeURIComponent(encoded);
}

function notConverted(path: string, format: string, page: string): AppError {
  const reason = /nbconvert failed: (.+)/.exec(htmlText(page))?.[1]?.trim();
  return new AppError(
    "unsupported",
    `Cannot export "${path}" to ${format}: ${reason ?? "nbconvert failed"}`,
    {
      hint: /pandoc|xelatex|latex|chromium|playwright/i.test(reason ?? "")
        ? "The program that nbconvert needs for it is missing on the Jupyter server; html and script need none"
        : "The log of the Jupyter server says more",
    },
  );
}
