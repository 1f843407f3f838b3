import { dataFolder, type Machine, pathsOf } from "../user_folders.ts";
import { UsageError } from "../../base/options.ts";
import { fileErrorText, readConfig, writeConfig } from "./config_file.ts";
import type { SecretFile } from "./server_entry.ts";

/**
 * Where the secrets of a client's entry are kept.
 *
 * Invariant: no two entries share a file, also where the disk does not tell upper from lower case: another entry may
 * be for another Jupyter.
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

/**
 * Writes down the secrets that a configuration will point to.
 *
 * Invariant: they are on disk, readable by their owner alone, before anything points to them; where what follows
 * fails they are taken back: a new file is removed, an older one holds what it held.
 */

/** Keeps the secrets, does the work, and takes them back where either fails. */
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
      `Cannot keep the ${what} in "${path}": ${fileErrorText(error)}; --${what}-file takes one of your own`,
    );
  }
}

function writeSecret(path: string, text: string): Promise<unknown> {
  return writeConfig(path, { text, previous: undefined, mode: 0o600 });
}
