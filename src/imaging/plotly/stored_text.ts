/** Texts of packages that are stored as bytes: as they are, or compressed in the compiled program. */

const gzipMagic = [0x1f, 0x8b] as const;

export async function readStored(bytes: Uint8Array): Promise<string> {
  if (bytes[0] !== gzipMagic[0] || bytes[1] !== gzipMagic[1]) return new TextDecoder().decode(bytes);
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).text();
}
