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
  if (response.body === null) return { text: "", isWhole: true };
  const decoder = new TextDecoder();
  const parts: string[] = [];
  const reader = response.body.getReader();
  let left = largest;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(decoder.decode(next.value.subarray(0, left), { stream: true }));
      left -= next.value.length;
      if (left < 0) return { text: parts.join(""), isWhole: false };
    }
    return { text: parts.join("") + decoder.decode(), isWhole: true };
  } finally {
    // Not waited for: of a response and its clone it settles when both are cancelled.
    void reader.cancel().catch(() => undefined);
  }
}
