/** Files of a test, put on the server's disk as they are. */

import { join } from "node:path";
import type { JupyterServer } from "./jupyter.ts";

/** A folder that no other test has; its name is odd, as names of people are. */
export function freshFolder(begin = "files"): string {
  return `${begin} #1 ${crypto.randomUUID().slice(0, 8)}`;
}

/** Writes bytes or a text to the server's disk and returns the path for Jupyter. */
export async function putBytes(
  server: JupyterServer,
  path: string,
  content: Uint8Array | string,
): Promise<string> {
  const file = join(server.root, path);
  await Deno.mkdir(join(file, ".."), { recursive: true });
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await Deno.writeFile(file, bytes);
  return path;
}

/** A file of this size that takes no room on the disk: its end is zeros after `begin`. */
export async function putSparse(
  server: JupyterServer,
  path: string,
  { begin, size, end = "" }: { readonly begin: string; readonly size: number; readonly end?: string },
): Promise<string> {
  await putBytes(server, path, begin);
  using file = await Deno.open(join(server.root, path), { write: true });
  await file.truncate(size);
  await file.seek(size - end.length, Deno.SeekMode.Start);
  await file.write(new TextEncoder().encode(end));
  return path;
}

export async function bytesOnDisk(server: JupyterServer, path: string): Promise<Uint8Array> {
  return await Deno.readFile(join(server.root, path));
}

/** Names that are hard to carry through JSON, URLs and shells. */
export const oddNames: readonly string[] = [
  "with space.txt",
  "number #1.txt",
  "100%.txt",
  "a%20b.txt",
  "what?.txt",
  "売上 🚀.txt",
  "a&b=c;d+e.txt",
  "quote'\"s.txt",
  "trailing ",
  "~$lock.txt",
  "back\\slash.txt",
  "[x]{y}.txt",
];
