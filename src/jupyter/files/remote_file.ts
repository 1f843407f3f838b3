/**
 * A file on the Jupyter server that is read in parts.
 *
 * 1. Its size is that of what is read, even behind a link.
 * 2. What `/files/` refuses and the contents API serves, such as files in a folder that is a link out of the root, is read
 *    whole from there if it is small enough. The size of a file that is such a link itself is unknown: it is read like this
 *    only if its name suggests text or an image. Otherwise the server might load gigabytes of data.
 */

import { AppError } from "../../base/errors.ts";
import { type ContentsModel, getBytes } from "../rest/contents.ts";
import { type ByteRange, probeFile, readBytes, streamBytes } from "../rest/files.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { fileMissing, linkOutsideRoot, notRegularFile, pathIsFolder } from "../rest/file_errors.ts";
import { statGivenPath } from "../rest/stat.ts";

export interface RemoteFileOptions {
  /** Bytes that may be read of it in all. */
  readonly budget?: number;
  readonly signal?: AbortSignal | undefined;
}

/** How its bytes can be read from here. */
type Access =
  | { readonly kind: "parts"; readonly size: number | null }
  | { readonly kind: "whole"; readonly bytes?: Uint8Array }
  | { readonly kind: "none" };

/** Bytes of a file that is read whole. */
const mostWhole = 32_000_000;

/** Files that people write or look at: by their endings, or without one. */
const isSmallByName =
  /(^|\/)[^./]+$|\.(txt|md|rst|tex|bib|py|pyi|r|rmd|qmd|jl|sh|sql|js|ts|css|html?|json|ipynb|ya?ml|toml|ini|cfg|conf|png|jpe?g|gif|svg|webp)$/i;

export class RemoteFile {
  readonly path: string;
  readonly size: number;
  readonly mimeType: string | null;
  readonly type: string;
  readonly lastModified: string | null;
  readonly #http: JupyterHttp;
  readonly #access: Access;
  readonly #signal: AbortSignal | undefined;
  #left: number;
  #whole: Promise<Uint8Array> | undefined;

  private constructor(
    http: JupyterHttp,
    { model, access, ...file }: {
      readonly path: string;
      readonly model: ContentsModel;
      readonly access: Access;
    },
    { budget = Infinity, signal }: RemoteFileOptions,
  ) {
    this.#http = http;
    this.path = file.path;
    const read = access.kind === "whole"
      ? access.bytes?.length
      : access.kind === "parts"
      ? access.size
      : null;
    this.size = read ?? model.size ?? 0;
    this.mimeType = model.mimetype ?? null;
    this.type = model.type;
    this.lastModified = model.last_modified ?? null;
    this.#access = access;
    this.#signal = signal;
    this.#left = budget;
  }

  /** Looks up a file; throws `file_not_found` with its neighbours, or an error if it is not a regular file. */
  static async open(http: JupyterHttp, path: string, options: RemoteFileOptions = {}): Promise<RemoteFile> {
    const model = await lookUp(http, path, options.signal);
    const access = await accessTo(http, path, options.signal);
    return new RemoteFile(http, { path, model, access }, options);
  }

  /** Whether its bytes can be read at all; a kernel may still be able to read them. */
  get isServed(): boolean {
    return this.#access.kind === "parts" || (this.#access.kind === "whole" && this.size <= mostWhole);
  }

  /** Bytes from `start` up to `end`, fewer at the end of the file. */
  async read(start: number, end: number): Promise<Uint8Array> {
    const range = { start: Math.max(0, start), end: Math.min(end, this.size) };
    if (this.#access.kind !== "parts") return (await this.#all()).subarray(range.start, range.end);
    this.#spend(range.end - range.start);
    return await readBytes(this.#http, this.path, { ...range, signal: this.#signal });
  }

  /** Bytes as they arrive; not counted against the budget, since the reader can stop at any time. */
  async *stream(range: ByteRange = { start: 0 }, limit?: number): AsyncGenerator<Uint8Array> {
    if (this.#access.kind !== "parts") return yield (await this.#all()).subarray(range.start, range.end);
    const options = { ...range, signal: this.#signal, ...(limit === undefined ? {} : { limit }) };
    yield* streamBytes(this.#http, this.path, options);
  }

  #all(): Promise<Uint8Array> {
    if (this.#access.kind === "none") throw linkOutsideRoot(this.path);
    if (this.#access.kind === "whole" && this.#access.bytes) return Promise.resolve(this.#access.bytes);
    if (this.size > mostWhole) {
      throw new AppError("too_large", `Cannot read "${this.path}": the Jupyter server gives it only whole`, {
        hint: "It is behind a link out of the Jupyter root: read it in the kernel with execute_code",
      });
    }
    this.#whole ??= readWhole(this.#http, this.path, this.#signal);
    return this.#whole;
  }

  #spend(bytes: number): void {
    this.#left -= Math.max(0, bytes);
    if (this.#left >= 0) return;
    throw new AppError("too_large", `Cannot read "${this.path}": too much of it would have to be loaded`, {
      hint: "Read it in a kernel: give session_id, or use execute_code",
    });
  }
}

async function lookUp(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<ContentsModel> {
  const model = await statGivenPath(http, path, signal);
  if (model === null) throw await fileMissing(http, path, signal);
  if (model.type === "directory") throw pathIsFolder(path);
  return model;
}

async function accessTo(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<Access> {
  const probed = await probeFile(http, path, signal);
  switch (probed.kind) {
    case "parts":
      return probed;
    case "no_file":
      throw notRegularFile(path);
    case "refused":
      return { kind: "whole" };
    case "outside":
      if (!probed.isLink) return { kind: "whole" };
      return isSmallByName.test(path)
        ? { kind: "whole", bytes: await readWhole(http, path, signal) }
        : { kind: "none" };
  }
}

async function readWhole(http: JupyterHttp, path: string, signal?: AbortSignal): Promise<Uint8Array> {
  const bytes = await getBytes(http, path, signal).catch((error) => {
    throw error instanceof StatusError && error.status === 400 ? notRegularFile(path, error) : error;
  });
  if (bytes === null) throw await fileMissing(http, path, signal);
  return bytes;
}
