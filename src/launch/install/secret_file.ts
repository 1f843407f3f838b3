/**
 * Where the secrets of a client's entry are kept.
 *
 * Invariant: no two entries share a file, also where the disk does not tell upper from lower case: another entry may
 * be for another Jupyter.
 */

import { dataFolder, type Machine, pathsOf } from "../user_folders.ts";

export interface SecretOwner {
  readonly folder: "tokens" | "passwords";
  readonly client: string;
  /** What the client calls the server. */
  readonly name: string;
}

export function secretFile(machine: Machine, { folder, client, name }: SecretOwner): string {
  return pathsOf(machine).join(dataFolder(machine), folder, `${client}-${fileName(name)}`);
}

/** Small letters, digits, `_` and `-` stand for themselves; of all else each byte is written as `.` and its hex. */
function fileName(name: string): string {
  return name.replaceAll(
    /[^a-z0-9_-]/gu,
    (character) =>
      [...new TextEncoder().encode(character)].map((byte) => `.${byte.toString(16).padStart(2, "0")}`).join(
        "",
      ),
  );
}
