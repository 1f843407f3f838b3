/**
 * The image store: the images of all runs, in memory, by session, each with a URI.
 *
 * 1. Never more than `maxImages` images nor `maxBytes` bytes; the oldest are dropped first.
 * 2. Ids run `output-001`, `output-002`, … within a session and are never reused.
 * 3. An image that was dropped is distinguished from one that never existed.
 */

import { AppError } from "./errors.ts";
import { imageTypes } from "./image_info.ts";
import { plural } from "./text.ts";

export interface StoredImage {
  readonly uri: string;
  readonly sessionId: string;
  readonly imageId: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** Pixels; 0 if the image does not say. */
  readonly width: number;
  readonly height: number;
  /** Where the image comes from, in one line. */
  readonly description: string;
  readonly createdAt: Date;
  /** Where the specification is that it was drawn from. */
  readonly figureUri?: string;
  /** What it does not show as it should. */
  readonly note?: string | undefined;
}

export type NewImage = Omit<StoredImage, "uri" | "sessionId" | "imageId" | "createdAt">;

interface ImageStoreOptions {
  readonly maxImages?: number;
  readonly maxBytes?: number;
}

const uriPattern = new RegExp(
  `^jupyter://sessions/([^/]+)/images/output-(\\d+)\\.(?:${[...imageTypes.values()].join("|")})$`,
);

export class ImageStore {
  /** Oldest first: a Map keeps the order of insertion. */
  readonly #images = new Map<string, StoredImage>();
  /** The last number used in each session. Outlives the images, so that no id is used twice. */
  readonly #lastNumber = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #maxImages: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(options: ImageStoreOptions = {}) {
    this.#maxImages = options.maxImages ?? 200;
    this.#maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
  }

  /** Stores an image, dropping the oldest ones to stay within the limits. */
  add(sessionId: string, image: NewImage): StoredImage {
    const extension = imageTypes.get(image.mimeType);
    if (extension === undefined) {
      throw new AppError(
        "unsupported",
        `Cannot keep image of type "${image.mimeType}": not an image format`,
      );
    }
    if (image.bytes.byteLength > this.#maxBytes) {
      throw new AppError(
        "too_large",
        `Cannot keep image of ${megabytes(image.bytes.byteLength)}: the store holds at most ${
          megabytes(this.#maxBytes)
        }`,
        { hint: "Draw it smaller (figsize, dpi) and run the code again" },
      );
    }
    const number = (this.#lastNumber.get(sessionId) ?? 0) + 1;
    this.#lastNumber.set(sessionId, number);
    const imageId = `output-${String(number).padStart(3, "0")}`;
    const uri = `jupyter://sessions/${encodeURIComponent(sessionId)}/images/${imageId}.${extension}`;
    const stored: StoredImage = { ...image, uri, sessionId, imageId, createdAt: new Date() };
    this.#images.set(uri, stored);
    this.#bytes += image.bytes.byteLength;
    this.#dropOldest();
    this.#changed();
    return stored;
  }

  /** The image at this URI, or undefined. */
  find(uri: string): StoredImage | undefined {
    return this.#images.get(normalise(uri));
  }

  /** The image at this URI; throws `image_not_found`, which says whether it ever existed. */
  get(uri: string): StoredImage {
    const image = this.find(uri);
    if (image !== undefined) return image;
    const known = uriPattern.exec(normalise(uri));
    const sessionId = known?.[1] === undefined ? undefined : decode(known[1]);
    const given = sessionId === undefined ? 0 : this.#lastNumber.get(sessionId) ?? 0;
    const number = Number(known?.[2] ?? 0);
    const details = { available: this.#nearMisses(sessionId) };
    if (number >= 1 && number <= given && !this.#isStored(sessionId, number)) {
      throw new AppError(
        "image_not_found",
        `Cannot read image "${uri}": it was dropped to free space (the store keeps ${this.#maxImages} ${
          plural(this.#maxImages, "image")
        } / ${megabytes(this.#maxBytes)}) or its session was deleted`,
        { hint: "Run the code that draws it again with execute_code", details },
      );
    }
    throw new AppError("image_not_found", `Cannot read image "${uri}": no such image was ever made`, {
      hint: "Pass a resource_uri from images[] of an execute_code result",
      details,
    });
  }

  /** All images, oldest first. */
  list(): readonly StoredImage[] {
    return [...this.#images.values()];
  }

  /** Bytes of all images. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Drops the images of a session; returns how many there were. */
  deleteSession(sessionId: string): number {
    const gone = this.list().filter((image) => image.sessionId === sessionId);
    for (const image of gone) this.#drop(image);
    if (gone.length > 0) this.#changed();
    return gone.length;
  }

  /** Calls back after every change of the list; returns the function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #dropOldest(): void {
    for (const image of this.#images.values()) {
      if (this.#images.size <= this.#maxImages && this.#bytes <= this.#maxBytes) return;
      this.#drop(image);
    }
  }

  #drop(image: StoredImage): void {
    if (this.#images.delete(image.uri)) this.#bytes -= image.bytes.byteLength;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #isStored(sessionId: string | undefined, number: number): boolean {
    const imageId = `output-${String(number).padStart(3, "0")}`;
    return this.list().some((image) => image.sessionId === sessionId && image.imageId === imageId);
  }

  /** The newest ten images of that session, or of all sessions if it has none. */
  #nearMisses(sessionId: string | undefined): readonly string[] {
    const all = this.list();
    const same = all.filter((image) => image.sessionId === sessionId);
    return (same.length > 0 ? same : all).slice(-10).map((image) => image.uri);
  }
}

/** URI schemes are case-insensitive; the rest of the URI is not. */
function normalise(uri: string): string {
  return uri.trim().replace(/^jupyter:/i, "jupyter:");
}

function decode(component: string): string {
  try {
    return decodeURIComponent(component);
  } catch {
    return component;
  }
}

function megabytes(bytes: number): string {
  const value = bytes / (1024 * 1024);
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} MB`;
}
