/** A file's content as tools take and give it: bytes of an argument, media type, URI. */

import { AppError } from "../base/errors.ts";

export function contentBytes(content: string, format: "text" | "base64"): Uint8Array {
  if (format === "text") {
    if (!content.isWellFormed()) throw unusable("it holds half of a surrogate pair", "Give valid Unicode");
    return new TextEncoder().encode(content);
  }
  try {
    return Uint8Array.fromBase64(content.replace(/^data:[^,]{0,200};base64,/, ""), {
      alphabet: /[-_]/.test(content) ? "base64url" : "base64",
    });
  } catch {
    throw unusable("it is not base64", "Encode the bytes anew, or leave format out for a text");
  }
}

function unusable(state: string, hint: string): AppError {
  return new AppError("invalid_argument", `Cannot use argument "content": ${state}`, { hint });
}

const byEnding: Readonly<Record<string, string>> = {
  arrow: "application/vnd.apache.arrow.file",
  csv: "text/csv",
  feather: "application/vnd.apache.arrow.file",
  ipynb: "application/x-ipynb+json",
  jsonl: "application/x-ndjson",
  log: "text/plain",
  md: "text/markdown",
  ndjson: "application/x-ndjson",
  parquet: "application/vnd.apache.parquet",
  svg: "image/svg+xml",
  toml: "application/toml",
  tsv: "text/tab-separated-values",
  webp: "image/webp",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  yaml: "application/yaml",
  yml: "application/yaml",
};

/** The media type that the server reports, else by the file's name, else by its content. */
export function mediaType(path: string, reported: string | null, isText: boolean): string {
  const ending = /\.([^./]+)$/.exec(path.toLowerCase())?.[1] ?? "";
  return reported ?? byEnding[ending] ?? (isText ? "text/plain" : "application/octet-stream");
}

const prefix = /^jupyter:\/\/files\//i;

export function fileUri(path: string): string {
  return `jupyter://files/${path.split("/").map(encodeURIComponent).join("/")}`;
}

export function isFileUri(uri: string): boolean {
  return prefix.test(uri);
}

/** The paths that a URI may mean, the likeliest first: clients encode, or do not, and a name may hold "%20" itself. */
export function pathsOfUri(uri: string): readonly string[] {
  const path = uri.replace(prefix, "");
  try {
    const decoded = decodeURIComponent(path);
    return decoded === path ? [path] : [decoded, path];
  } catch {
    // A percent sign that is just one.
    return [path];
  }
}
