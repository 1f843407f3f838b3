/** The media type of a file by its name, where the server does not know it. */

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

/** What the server says, else what the name says, else what the content is. */
export function mediaType(path: string, said: string | null, isText: boolean): string {
  const ending = /\.([^./]+)$/.exec(path.toLowerCase())?.[1] ?? "";
  return said ?? byEnding[ending] ?? (isText ? "text/plain" : "application/octet-stream");
}
