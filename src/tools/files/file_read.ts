import { z } from "zod";
import { guessNote, replacedNote } from "../../files/encoding.ts";
import { checkLines, isBeyond, openText, readLines } from "../../files/text_file.ts";
import { pathOfFile } from "../../jupyter/rest/file_path.ts";
import { RemoteFile } from "../../jupyter/files/remote_file.ts";
import { plural } from "../../base/text.ts";
import { defineTool } from "../../tool.ts";

/** Limits of a call that names no last line. */
const defaultLimits = { lines: 1_000, chars: 60_000 };

export const fileRead = defineTool({
  name: "file_read",
  title: "Read a text file",
  description:
    "Reads lines of a text file of any size, in any encoding. Use data_preview for tables, notebook_get for " +
    "notebooks, file_get for images and bytes.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    path: z.string().min(1).describe("From the Jupyter root"),
    start_line: z.number().int().default(1).describe("From 1; -100 for the last 100"),
    end_line: z.number().int().min(1).optional().describe("Last line, included"),
    encoding: z.string().min(1).optional().describe("If the detected one is wrong"),
    session_id: z.string().optional().describe("Not needed").meta({ hidden: true }),
  }),
  async run({ path: given, start_line, end_line, encoding }, { services: { http, presenter }, signal }) {
    checkLines(start_line, end_line);
    const file = await RemoteFile.open(http, pathOfFile(given), { signal });
    const found = await openText(file, encoding);
    // A character may take several bytes, and JSON in a text block escapes some once more.
    const most = Math.floor((presenter.maxBytes - 5_000) / 4);
    const lines = await readLines(file, found, {
      start: start_line,
      end: end_line,
      maxChars: end_line === undefined ? Math.min(defaultLimits.chars, most) : most,
      maxLines: end_line === undefined && start_line > 0 ? defaultLimits.lines : Infinity,
    });
    const note = replacedNote(lines.content) ?? guessNote(found);
    const next = lines.isCut && lines.endLine !== null ? lines.endLine + 1 : undefined;
    return {
      data: {
        path: file.path,
        content: lines.content,
        start_line: lines.startLine,
        end_line: isBeyond(lines) ? null : lines.endLine,
        total_lines: lines.totalLines,
        ...(lines.isTotalExact ? {} : { total_lines_exact: false }),
        encoding: found.name,
        size: file.size,
        ...(note === undefined ? {} : { note }),
        truncated: lines.isCut,
        ...(next === undefined ? {} : { next_start_line: next }),
        ...(file.type === "notebook" ? { hint: "notebook_get shows the cells of a notebook" } : {}),
        ...(lines.isLineCut
          ? { hint: `Line ${lines.endLine} is shown in part; file_get gives the file whole` }
          : {}),
        ...(isBeyond(lines)
          ? {
            hint: `Line ${start_line} is beyond the end: the file has ${lines.totalLines} ${
              plural(lines.totalLines, "line")
            }`,
          }
          : {}),
      },
    };
  },
});
