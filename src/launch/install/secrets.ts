/** The files in which `install` stores a token or a password. */

import { dataFolder, type Machine, pathsOf } from "../user_folders.ts";
import { UsageError } from "../../base/options.ts";
import { fileErrorText, readConfig, writeConfig } from "./config_file.ts";
import type { SecretFile } from "./server_entry.ts";

/**
 * Where the secrets of a client's entry are stored.
 *
 * No two entries share a file, not even on a case-insensitive file system: each may be for a different Jupyter.
 */

interface SecretOwner {
  readonly folder: "tokens" | "passwords";
  readonly client: string;
  /** What the client calls the server. */
  readonly name: string;
}

export function secretFile(machine: Machine, { folder, client, name }: SecretOwner): string {
  return pathsOf(machine).join(dataFolder(machine), folder, `${client}-${fileName(name)}`);
}

/** Keeps lower-case letters, digits, `_` and `-`; writes each byte of other characters as `.` and its hex code. */
function fileName(name: string): string {
  return name.replaceAll(
    /[^a-z0-9_-]/gu,
    (character) =>
      [...new TextEncoder().encode(character)].map((byte) => `.${byte.toString(16).padStart(2, "0")}`).join(
        "",
      ),
  );
}

/**
 * Stores the secrets that a configuration will refer to.
 *
 * They are on disk, readable by their owner only, before anything refers to them. If a later step fails they are rolled
 * back: a new file is removed, an existing one gets its previous content.
 */

/** Writes the secrets and runs the work; rolls back if either fails. */
export async function withSecretsWritten(
  secrets: readonly SecretFile[],
  work: () => Promise<void>,
): Promise<void> {
  const kept: TakeBack[] = [];
  try {
    for (const secret of secrets) kept.push(await keep(secret));
    await work();
  } catch (error) {
    for (const takeBack of kept) await takeBack();
    throw error;
  }
}

type TakeBack = () => Promise<unknown>;

async function keep({ what, path, text }: SecretFile): Promise<TakeBack> {
  try {
    const former = await readConfig(path);
    await writeSecret(path, `${text}\n`);
    return () => former === undefined ? Deno.remove(path) : writeSecret(path, former);
  } catch (error) {
    throw new UsageError(
      `Cannot store the ${what} in "${path}": ${
        fileErrorText(error)
      }; use --${what}-file to name a file of your own`,
    );
  }
}

function writeSecret(path: string, text: string): Promise<unknown> {
  return writeConfig(path, { text, previous: undefined, mode: 0o600 });
}
