import { z } from "zod";
import { guessNote, replacedNote } from "../../files/encoding.ts";
import { checkLines, isBeyond, openText, readLines } from "../../files/text_file.ts";
import { pathOfFile } from "../../jupyter/rest/file_path.ts";
import { RemoteFile } from "../../jupyter/files/remote_file.ts";
import { textCost, wireCost } from "../../output/text_budget.ts";
import { plural } from "../../base/text.ts";
import { defineTool } from "../../tool.ts";
import { encoding, oneFile, unneededSession } from "../arguments.ts";

/** Limits of a call that names no last line. */
const defaultLines = 1_000;
/** Bytes reserved for the other fields of the reply. */
const frameBytes = 500;

export const fileRead = defineTool({
  name: "file_read",
  title: "Read a text file",
  description: "Reads lines of a text file of any size and encoding. For tables use data_preview.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    path: oneFile,
    start_line: z.number().int().default(1).describe("From 1; -9: the last 9"),
    end_line: z.number().int().min(1).optional().describe("Last line"),
    encoding,
    session_id: unneededSession,
  }),
  async run({ path: given, start_line, end_line, encoding }, { services: { http, presenter }, signal }) {
    checkLines(start_line, end_line);
    const file = await RemoteFile.open(http, pathOfFile(given), { signal });
    const found = await openText(file, encoding);
    const most = presenter.textBytes() - frameBytes;
    const read = (maxChars: number) =>
      readLines(file, found, {
        start: start_line,
        end: end_line,
        maxChars,
        maxLines: end_line === undefined && start_line > 0 ? defaultLines : Infinity,
      });
    const longest = await read(most);
    // A character may take several bytes, and JSON in a text block escapes some once more.
    const bytes = textCost(longest.content, wireCost);
    const lines = bytes <= most ? longest : await read(Math.floor(longest.content.length * most / bytes));
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
        ...(lines.isCut ? { truncated: true } : {}),
        ...(next === undefined ? {} : { next_start_line: next }),
        ...(file.type === "notebook" ? { hint: "notebook_get shows the cells of a notebook" } : {}),
        ...(lines.isLineCut
          ? {
            hint: `Line ${lines.endLine} is shown in part; its resource jupyter://files/ has the file whole`,
          }
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
