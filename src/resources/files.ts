/** Files of the Jupyter server, whole. */

import { AppError } from "../errors.ts";
import { fileUri, isFileUri, pathsOfUri } from "../files/file_uri.ts";
import { mediaType } from "../files/media_type.ts";
import { filePath, folderOf, nameOf, pathOfFile } from "../jupyter/file_path.ts";
import { RemoteFile } from "../jupyter/remote_file.ts";
import { listDirectory } from "../jupyter/rest/contents.ts";
import { fileBody } from "../render/file_reply.ts";
import type { Resource } from "../resource.ts";
import type { Services } from "../tool.ts";

/** Bytes; a client takes a resource in one message. */
const largest = 50_000_000;

export const files: Resource = {
  name: "files",
  title: "Files",
  description: "A file on the Jupyter server, whole: text as text, anything else as bytes",
  template: "jupyter://files/{+path}",
  matches: isFileUri,
  // A list would start Jupyter, or wait for it, whenever a client connects: file_list makes it when it is wanted.
  list: () => [],
  async read(uri, { http }) {
    const file = await open(http, uri);
    if (file.size > largest) throw tooLarge(file);
    const body = fileBody(await file.read(0, file.size));
    return { uri, mimeType: mediaType(file.path, file.mimeType, body.kind === "text"), body };
  },
  async complete(_variable, value, { http }) {
    try {
      return await pathsThatBegin(http, value);
    } catch (error) {
      // While a person types, most paths are none.
      if (error instanceof AppError) return [];
      throw error;
    }
  },
};

async function pathsThatBegin(http: Services["http"], value: string): Promise<readonly string[]> {
  const path = filePath(value);
  const isFolder = value === "" || value.endsWith("/");
  const begin = isFolder ? "" : nameOf(path).toLowerCase();
  return (await listDirectory(http, isFolder ? path : folderOf(path)) ?? [])
    .filter(({ name }) => !name.startsWith(".") && name.toLowerCase().startsWith(begin))
    .map(({ path, type }) => type === "directory" ? `${path}/` : path)
    .toSorted();
}

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
  return new AppError("too_large", `Cannot read ${fileUri(path)}: it has ${size} bytes, over ${largest}`, {
    hint: "Read a part with file_read, or use it in the kernel",
  });
}
