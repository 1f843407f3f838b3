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
