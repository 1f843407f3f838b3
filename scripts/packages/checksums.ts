/** Checksums of a release's files, in the form that `sha256sum --check` reads. */

import { createHash } from "node:crypto";
import { join } from "node:path";

export async function sha256Of(path: string): Promise<string> {
  return createHash("sha256").update(await Deno.readFile(path)).digest("hex");
}

/** One line for each file of the folder, by name. */
export async function checksumsOf(folder: string): Promise<string> {
  const names = (await Array.fromAsync(Deno.readDir(folder))).filter(({ isFile }) => isFile)
    .map(({ name }) => name).filter((name) => name !== "SHA256SUMS").toSorted();
  const lines = await Promise.all(
    names.map(async (name) => `${await sha256Of(join(folder, name))}  ${name}\n`),
  );
  return lines.join("");
}
