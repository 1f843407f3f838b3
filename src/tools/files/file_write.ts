import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { contentBytes, fileUri } from "../../files/file_content.ts";
import { pathOfFile } from "../../jupyter/rest/file_path.ts";
import { getText, statPath } from "../../jupyter/rest/contents.ts";
import { writeFile } from "../../jupyter/files/write_file.ts";
import { shortDiff } from "../../output/notebook/change_text.ts";
import type { Notebooks } from "../../jupyter/notebooks/notebooks.ts";
import { defineTool } from "../../tool.ts";
import { oneFile, unneededSession } from "../arguments.ts";

/** Bytes of a file that is compared with what is to replace it. */
const mostCompared = 200_000;

export const fileWrite = defineTool({
  name: "file_write",
  title: "Write a file",
  description: "Writes a text file (UTF-8), or bytes given as base64. Use the notebook tools for notebooks.",
  isRare: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    path: oneFile,
    content: z.string().describe("The whole content"),
    format: z.enum(["text", "base64"]).default("text").describe("Encoding of content"),
    overwrite: z.boolean().default(false).describe("Replace an existing file"),
    create_folders: z.boolean().default(false).describe("Create missing folders"),
    session_id: unneededSession,
  }),
  async question({ path, content, format, overwrite }, { services: { http }, signal }) {
    const there = overwrite ? await statPath(http, pathOfFile(path), signal) : null;
    if (there === null) return undefined;
    const question = `Overwrite "${path}" (${there.size ?? "?"} bytes) by ${content.length} characters?`;
    if (format !== "text" || (there.size ?? Infinity) > mostCompared) return question;
    // Jupyter refuses to read other files as text.
    const old = await getText(http, pathOfFile(path), signal).catch(() => null);
    return old === null ? question : `${question}\n${shortDiff(old.content, content)}`;
  },
  async run({ path, content, format, overwrite, create_folders }, { services: { http, notebooks }, signal }) {
    const file = {
      path: pathOfFile(path),
      bytes: contentBytes(content, format),
      overwrite,
      createFolders: create_folders,
    };
    const read = () => overwrite ? readNotebook(notebooks, file.path, signal) : undefined;
    const before = await read();
    const { model, isNew, folders } = await writeFile(http, file, signal);
    const after = before && await read();
    const change = notebooks.journal.begin("file_write");
    const isRecorded = before && after && change.record(file.path, { before, after });
    return {
      data: {
        path: file.path,
        uri: fileUri(file.path),
        size: file.bytes.length,
        last_modified: model.last_modified ?? null,
        created: isNew,
        ...(folders.length === 0 ? {} : { folders_created: folders }),
        // Jupyter does not report who has a file open unless it is a notebook.
        visible: "no_browser",
        saved: true,
        ...(isRecorded ? { change_id: change.id } : {}),
      },
    };
  },
});

/** A notebook for the journal; undefined if there is none. */
async function readNotebook(notebooks: Notebooks, path: string, signal: AbortSignal) {
  if (!/\.ipynb$/i.test(path)) return undefined;
  try {
    return (await notebooks.file(path).read(signal)).notebook;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}
