/**
 * Writes down the secrets that a configuration will point to.
 *
 * Invariant: they are on disk, readable by their owner alone, before anything points to them; where what follows
 * fails they are taken back: a new file is removed, an older one holds what it held.
 */

import { UsageError } from "../../base/options.ts";
import { fileErrorText } from "./file_trouble.ts";
import type { SecretFile } from "./server_entry.ts";
import { readConfig, writeConfig } from "./config_file.ts";

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
