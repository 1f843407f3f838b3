/** Whole files on the Jupyter server. */

import { AppError } from "../base/errors.ts";
import { fileUri, isFileUri, mediaType, pathsOfUri } from "../files/file_content.ts";
import { completePath } from "../jupyter/files/complete_path.ts";
import { pathOfFile } from "../jupyter/rest/file_path.ts";
import { RemoteFile } from "../jupyter/files/remote_file.ts";
import { fileBody } from "../output/file_reply.ts";
import type { Resource } from "../resource.ts";
import type { Services } from "../services.ts";

/** A client receives a resource in one message. */
const maxBytes = 50_000_000;

export const files: Resource = {
  name: "files",
  title: "Files",
  description: "A file on the Jupyter server, whole: text as text, anything else as bytes",
  template: "jupyter://files/{+path}",
  matches: isFileUri,
  // Listing would start Jupyter, or wait for it, whenever a client connects; file_list does it on request.
  list: () => [],
  async read(uri, { http }) {
    const file = await open(http, uri);
    if (file.size > maxBytes) throw tooLarge(file);
    const body = fileBody(await file.read(0, file.size), mediaType(file.path, file.mimeType, false));
    return { uri, mimeType: mediaType(file.path, file.mimeType, body.kind === "text"), body };
  },
  complete: (_variable, value, { http }) => completePath(http, value),
};

async function open(http: Services["http"], uri: string): Promise<RemoteFile> {
  const [first = "", second] = pathsOfUri(uri);
  try {
    return await RemoteFile.open(http, pathOfFile(first));
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === "file_not_found";
    if (second === undefined || !isMissing) throw error;
    return await RemoteFile.open(http, pathOfFile(second)).catch(() => {
      throw error;
    });
  }
}

function tooLarge({ path, size }: RemoteFile): AppError {
  return new AppError("too_large", `Cannot read ${fileUri(path)}: it has ${size} bytes, over ${maxBytes}`, {
    hint: "Read a part with file_read, or use it in the kernel",
  });
}
