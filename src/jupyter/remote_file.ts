/** A file on the Jupyter server that is read in parts. */

import { AppError } from "../errors.ts";
import { fileMissing, isFolder } from "./file_errors.ts";
import { statPath } from "./rest/contents.ts";
import { type ByteRange, readBytes, streamBytes } from "./rest/files.ts";
import type { JupyterHttp } from "./rest/http.ts";

export interface RemoteFileOptions {
  /** Bytes that may be read of it in all. */
  readonly budget?: number;
  readonly signal?: AbortSignal | undefined;
}

export class RemoteFile {
  readonly path: string;
  readonly size: number;
  readonly mimeType: string | null;
  readonly type: string;
  readonly lastModified: string | null;
  readonly #http: JupyterHttp;
  readonly #signal: AbortSignal | undefined;
  #left: number;

  private constructor(
    http: JupyterHttp,
    file: Pick<RemoteFile, "path" | "size" | "mimeType" | "type" | "lastModified">,
    options: RemoteFileOptions,
  ) {
    this.#http = http;
    this.path = file.path;
    this.size = file.size;
    this.mimeType = file.mimeType;
    this.type = file.type;
    this.lastModified = file.lastModified;
    this.#signal = options.signal;
    this.#left = options.budget ?? Infinity;
  }

  /** Looks a file up; throws `file_not_found` with its neighbours, or says that it is a folder. */
  static async open(http: JupyterHttp, path: string, options: RemoteFileOptions = {}): Promise<RemoteFile> {
    const model = await statPath(http, path, options.signal);
    if (model === null) throw await fileMissing(http, path, options.signal);
    if (model.type === "directory") throw isFolder(path);
    const { size, mimetype, type, last_modified } = model;
    const file = {
      path,
      size: size ?? 0,
      mimeType: mimetype ?? null,
      type,
      lastModified: last_modified ?? null,
    };
    return new RemoteFile(http, file, options);
  }

  /** Bytes from `start` up to `end`, fewer at the end of the file. */
  async read(start: number, end: number): Promise<Uint8Array> {
    const range = { start: Math.max(0, start), end: Math.min(end, this.size) };
    this.#spend(range.end - range.start);
    return await readBytes(this.#http, this.path, range, { signal: this.#signal });
  }

  /** Bytes as they come; not counted against the budget, since the reader can leave at any time. */
  stream(range: ByteRange = { start: 0 }, limit?: number): AsyncGenerator<Uint8Array> {
    const options = { signal: this.#signal, ...(limit === undefined ? {} : { limit }) };
    return streamBytes(this.#http, this.path, range, options);
  }

  #spend(bytes: number): void {
    this.#left -= Math.max(0, bytes);
    if (this.#left >= 0) return;
    throw new AppError("too_large", `Cannot read "${this.path}": too much of it would have to be loaded`, {
      hint: "Read it in a kernel: give session_id, or use execute_code",
    });
  }
}
