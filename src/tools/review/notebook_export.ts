import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { bySimilarity } from "../../base/similarity.ts";
import { fileUri } from "../../files/file_content.ts";
import { writeFile } from "../../jupyter/files/write_file.ts";
import { resolveNotebookPath } from "../../jupyter/notebooks/notebook_session.ts";
import { folderOf } from "../../jupyter/rest/file_path.ts";
import { convertNotebook, listExportFormats } from "../../jupyter/rest/nbconvert.ts";
import { fileBody } from "../../output/file_reply.ts";
import { defineTool } from "../../tool.ts";
import { whichNotebook } from "../arguments.ts";

export const notebookExport = defineTool({
  name: "notebook_export",
  title: "Export a notebook",
  description:
    "Converts a notebook with the server's nbconvert and saves the result next to it, or returns it as a resource. " +
    "Does not run it: see notebook_verify.",
  isRare: true,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    ...whichNotebook,
    format: z.string().min(1).default("html").describe("html, markdown, script, latex, pdf, slides, …"),
    save: z.boolean().default(true).describe("false: return it instead"),
    overwrite: z.boolean().default(false).describe("Replace an existing file"),
  }),
  question: ({ format, save, overwrite, ...target }) =>
    Promise.resolve(
      save && overwrite
        ? `Export "${
          target.notebook_path ?? target.notebook_name
        }" to ${format} and overwrite the file that is there?`
        : undefined,
    ),
  async run(args, { services: { http, notebooks, sessions, presenter }, signal }) {
    const path = await resolveNotebookPath(sessions, args, signal);
    const formats = await listExportFormats(http, signal);
    if (formats === undefined) {
      throw new AppError("unsupported", "Cannot export notebooks: the Jupyter server has no nbconvert");
    }
    if (!formats.includes(args.format)) {
      throw new AppError(
        "invalid_argument",
        `Cannot export to "${args.format}": the server has no such format`,
        {
          details: { available: bySimilarity(formats, args.format, (one) => one) },
        },
      );
    }
    // The server reads the file, which must hold what the person sees.
    await notebooks.use(path, async (backend) => {
      await backend.checkExists(signal);
      await backend.save(signal);
    }, signal);
    const { bytes, mimeType, fileName } = await convertNotebook(http, { path, format: args.format }, signal);
    const folder = folderOf(path);
    const target = folder === "" ? fileName : `${folder}/${fileName}`;
    const facts = { notebook_path: path, format: args.format, mime_type: mimeType, size: bytes.length };
    if (args.save && target === path) {
      throw new AppError(
        "invalid_argument",
        `Cannot export "${path}" to ${args.format}: it would replace itself`,
      );
    }
    if (args.save) {
      await writeFile(http, { path: target, bytes, overwrite: args.overwrite, createFolders: false }, signal);
      return { data: { ...facts, path: target, uri: fileUri(target), saved: true } };
    }
    if (bytes.length > presenter.maxBytes / 2) {
      throw new AppError("too_large", `Cannot return "${fileName}": it has ${bytes.length} bytes`, {
        hint: "Leave save out to have it saved next to the notebook",
      });
    }
    const content = { uri: fileUri(target), mimeType, body: fileBody(bytes, mimeType) };
    return { data: { ...facts, file_name: fileName }, files: [{ kind: "embedded", content }] };
  },
});
