/** A file as the reply of a tool: an image to look at, small files whole, large ones as a link. */

import { AppError } from "../base/errors.ts";
import { imageInfo, isIntactPng } from "../base/image_info.ts";
import { decodeText, detectEncoding, sampleBytes } from "../files/encoding.ts";
import { fileUri, mediaType } from "../files/file_content.ts";
import type { RemoteFile } from "../jupyter/files/remote_file.ts";
import type { Reply, ReplyFile } from "../reply.ts";
import type { Presenter } from "../services.ts";
import { scaledNote } from "./images.ts";

/** Bytes of a file that goes into the reply whole. */
const smallFile = 200_000;
/** What stands around a text in a reply. */
const frameBytes = 500;
/** Bytes of an image that is loaded to be scaled. */
const largestImage = 50_000_000;

/** Tools that show such files better, by their endings. */
const better: readonly (readonly [RegExp, string])[] = [
  [/\.ipynb$/i, "notebook_get shows the cells and outputs of a notebook"],
  [/\.pdf$/i, "To read the text of a PDF, use execute_code with a library such as pypdf in the kernel"],
  [/\.(csv|tsv|jsonl|ndjson|xlsx|xlsm|parquet|feather|arrow)(\.gz)?$/i, "data_preview shows the table in it"],
];

interface Sight {
  readonly presenter: Presenter;
  readonly signal: AbortSignal;
}

export async function fileReply(file: RemoteFile, sight: Sight): Promise<Reply> {
  const head = await file.read(0, sampleBytes);
  const info = imageInfo(head);
  const notes: string[] = [];
  if (info !== null && file.size <= largestImage) {
    const reply = await imageReply(file, sight).catch((error) => {
      if (!(error instanceof AppError) || error.code !== "unsupported") throw error;
      notes.push(`It is not shown: ${error.message}`);
      return null;
    });
    if (reply !== null) return reply;
  }
  const whyNot = info === null ? notAnImage(file) : undefined;
  if (whyNot !== undefined) notes.push(whyNot);
  const isText = detectEncoding(head) !== null;
  const mimeType = mediaType(file.path, file.mimeType, isText);
  const { maxBytes, textBytes } = sight.presenter;
  const isSmall = file.size <= (isText ? textBytes() - frameBytes : Math.min(smallFile, maxBytes / 3));
  const hint = better.find(([ending]) => ending.test(file.path))?.[1] ??
    (isText && !isSmall ? "file_read reads it by lines" : undefined);
  return {
    data: {
      ...facts(file, mimeType),
      ...(hint === undefined ? {} : { hint }),
      ...(notes.length > 0 ? { notes } : {}),
    },
    files: [isSmall ? embedded(file, mimeType, await file.read(0, file.size)) : link(file, mimeType)],
  };
}

async function imageReply(file: RemoteFile, { presenter, signal }: Sight): Promise<Reply> {
  const bytes = await file.read(0, file.size);
  const size = imageInfo(bytes);
  const { mimeType = "", width = 0, height = 0 } = size ?? {};
  // Small images are passed on unchanged, and a model's API may reject a whole request because of a broken one.
  if (mimeType === "image/png" && !isIntactPng(bytes)) {
    throw new AppError("unsupported", "Cannot draw image: it is cut off or damaged");
  }
  const image = { bytes, mimeType, width, height };
  const { data, mimeType: shownType, ...shown } = await presenter.image(image, { signal });
  const note = scaledNote({ width, height }, { shown, rest: "its uri gives it in full" });
  return {
    data: { ...facts(file, mimeType), width, height, ...note },
    images: [{ data, mimeType: shownType }],
  };
}

/** Files that ought to be images by their names. */
const imageName = /\.(png|jpe?g|gif|webp|svg)$/i;

/** Why a file that is named like an image is not shown as one; undefined if it is not named so. */
function notAnImage({ path, size }: RemoteFile): string | undefined {
  if (!imageName.test(path)) return undefined;
  return `It is not shown: ${
    size === 0 ? "the file is empty" : "its content is not an image, or a damaged one"
  }`;
}

function facts(file: RemoteFile, mimeType: string) {
  return {
    path: file.path,
    mime_type: mimeType,
    size: file.size,
    last_modified: file.lastModified,
    uri: fileUri(file.path),
  };
}

function embedded(file: RemoteFile, mimeType: string, bytes: Uint8Array): ReplyFile {
  return {
    kind: "embedded",
    content: { uri: fileUri(file.path), mimeType, body: fileBody(bytes, mimeType) },
  };
}

function link(file: RemoteFile, mimeType: string): ReplyFile {
  const name = file.path.split("/").at(-1) ?? file.path;
  const uri = fileUri(file.path);
  return { kind: "link", link: { uri, name, mimeType, description: file.path, size: file.size } };
}

/** Types whose files are bytes, even if these happen to be valid text. */
const binaryType = /^((image\/(?!svg)|audio|video|font)\b|application\/(pdf|zip|gzip|x-tar)$)/;

/** Text as text, anything else as bytes. */
export function fileBody(bytes: Uint8Array, mimeType: string | null) {
  const isBinary = mimeType !== null && binaryType.test(mimeType);
  const encoding = isBinary ? null : detectEncoding(bytes.subarray(0, sampleBytes));
  return encoding === null
    ? { kind: "bytes", bytes } as const
    : { kind: "text", text: decodeText(bytes, encoding) } as const;
}
