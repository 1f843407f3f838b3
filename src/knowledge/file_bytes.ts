/** Bytes of files, as they are on the disk. */

/** A file, open for reading; undefined where there is none. */
export function openIfThere(path: string): Deno.FsFile | undefined {
  try {
    return Deno.openSync(path, { read: true });
  } catch (error) {
    const { NotFound, NotADirectory } = Deno.errors;
    if (error instanceof NotFound || error instanceof NotADirectory) return undefined;
    throw error;
  }
}

/** Bytes of a file from a place on; fewer where it ends before. */
export function readAt(file: Deno.FsFile, at: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  file.seekSync(at, Deno.SeekMode.Start);
  let read = 0;
  while (read < length) {
    const more = file.readSync(bytes.subarray(read));
    if (more === null) return bytes.slice(0, read);
    read += more;
  }
  return bytes;
}
