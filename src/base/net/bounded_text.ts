/**
 * The text of a response, bounded. Whatever answers may send anything: an endless body, or a few kilobytes that decompress to
 * gigabytes, must not fill our memory. Bytes are counted after decompression.
 */

interface BoundedText {
  readonly text: string;
  /** Whether the body ended within the limit. */
  readonly isWhole: boolean;
}

/** Reads a body up to a number of bytes; the rest is not read. Rejects if the body cannot be read. */
export async function boundedText(response: Response, largest: number): Promise<BoundedText> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  const isWhole = await readWithin(response, {
    largest,
    take: (chunk) => parts.push(decoder.decode(chunk, { stream: true })),
  });
  return { text: parts.join("") + (isWhole ? decoder.decode() : ""), isWhole };
}

/** The bytes of a body; undefined if there are more than that. */
export async function boundedBytes(response: Response, largest: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  const isWhole = await readWithin(response, { largest, take: (chunk) => parts.push(chunk) });
  return isWhole ? joinBytes(parts) : undefined;
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

interface ReadOptions {
  readonly largest: number;
  readonly take: (chunk: Uint8Array) => unknown;
}

/** Returns whether the body ended within the limit. */
async function readWithin(response: Response, { largest, take }: ReadOptions): Promise<boolean> {
  if (response.body === null) return true;
  const reader = response.body.getReader();
  let left = largest;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      take(next.value.subarray(0, left));
      left -= next.value.length;
      if (left < 0) return false;
    }
    return true;
  } finally {
    // Not waited for: of a response and its clone it settles when both are cancelled.
    void reader.cancel().catch(() => undefined);
  }
}
