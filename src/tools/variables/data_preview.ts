import { z } from "zod";
import { pathOfFile } from "../../jupyter/rest/file_path.ts";
import { RemoteFile } from "../../jupyter/files/remote_file.ts";
import { previewFile, tablePreview } from "../../output/data_preview.ts";
import { defineTool } from "../../tool.ts";
import { encoding, oneFile, sheet } from "../arguments.ts";

/** Bytes that a preview may load. */
const budget = 128_000_000;

export const dataPreview = defineTool({
  name: "data_preview",
  title: "Preview a data file",
  description:
    "Shows columns, dtypes, first rows and row count of a CSV, TSV, JSON(L), Excel, Parquet, Feather or Arrow file.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    path: oneFile,
    rows: z.number().int().min(0).max(100).default(5).describe("First rows"),
    sheet,
    encoding,
    session_id: z.string().min(1).optional().describe("Read it with this kernel").meta({ hidden: true }),
  }),
  async run(
    { path, rows, sheet, encoding, session_id },
    { services: { http, sessions, tables }, signal },
  ) {
    const file = await RemoteFile.open(http, pathOfFile(path), { budget, signal });
    const kernel = session_id === undefined
      ? undefined
      : (await sessions.kernelOf(session_id, { signal })).kernel;
    const table = await previewFile(file, { rows, sheet, encoding, tables, kernel, signal });
    return { data: tablePreview(table, file.path) };
  },
});
