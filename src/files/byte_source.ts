/** Where the bytes of a file come from: read by parts, never whole unless the reader wants that. */

export interface ByteSource {
  /** For messages. */
  readonly path: string;
  readonly size: number;
  /** Bytes from `start` up to `end`, fewer at the end of the file. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Bytes as they come; leaving the loop ends it. */
  stream(
    range?: { readonly start: number; readonly end?: number },
    limit?: number,
  ): AsyncIterable<Uint8Array>;
}

/** The source of bytes that are here already. */
export function bytesSource(path: string, bytes: Uint8Array): ByteSource {
  return {
    path,
    size: bytes.length,
    read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    async *stream({ start, end } = { start: 0 }) {
      yield await Promise.resolve(bytes.subarray(start, end));
    },
  };
}
