/**
 * Finds the entry for a server in a client's configuration and reads it as the client would: the project's servers
 * first, and references to variables replaced. A variable that is not set stays as it is written, as in the clients.
 */

import { existsSync } from "node:fs";
import { asRecord, recordAt } from "../../base/json.ts";
import { UsageError } from "../../base/options.ts";
import type { Client, Projects } from "../install/clients.ts";
import { fileErrorText, readConfig } from "../install/config_file.ts";
import { configFormats } from "../install/config_formats.ts";
import { homeFolder, type Machine, pathsOf } from "../user_folders.ts";

export interface EntryPlace {
  readonly client: Client;
  readonly name: string;
  readonly machine: Machine;
  readonly cwd: string;
}

export type FoundEntry =
  | {
    readonly kind: "entry";
    readonly entry: Readonly<Record<string, unknown>>;
    /** Where it is, in words. */
    readonly where: string;
    /** The variables that it refers to and that are not set. */
    readonly unset: readonly string[];
  }
  | { readonly kind: "absent"; readonly problem: string }
  | Unusable;

/** It cannot be read, or the client would not start it. */
interface Unusable {
  readonly kind: "unusable";
  readonly problem: string;
  readonly fix: string;
}

/** The entry that the client uses in this folder, or why there is none. */
export async function findEntry(place: EntryPlace): Promise<FoundEntry> {
  const { client, name, machine } = place;
  const path = client.path(machine);
  const own = await readFile(path, place);
  if (own.kind === "unusable") return own;
  const found = client.projects === undefined
    ? undefined
    : await inProject(client.projects, { ...place, path, text: own.text });
  if (found !== undefined) return found;
  const entry = own.text && configFormats[client.format].find(own.text, { section: client.section, name });
  if (entry) return { kind: "entry", where: path, ...readAs(asRecord(entry), place) };
  const problem = own.text === undefined
    ? `${client.title} has no configuration: ${path} does not exist`
    : `${client.title} has no server "${name}" in ${path}`;
  return { kind: "absent", problem };
}

interface OwnFile extends EntryPlace {
  readonly path: string;
  readonly text: string | undefined;
}

/** The entry for the current project only: the person's own, or the one that is shared with others. */
async function inProject(projects: Projects, own: OwnFile): Promise<FoundEntry | undefined> {
  const { client, name, machine, cwd, path, text = "" } = own;
  const { join } = pathsOf(machine);
  const above = foldersFrom(cwd, machine);
  const recordOf = (folder: string) =>
    // Also on Windows it writes these folders with slashes.
    asRecord(
      configFormats.json.find(text, { section: projects.records, name: folder.replaceAll("\\", "/") }),
    );
  const root = above.find((folder) => existsSync(join(folder, ".git"))) ?? cwd;
  for (const folder of [cwd, root]) {
    const entry = recordAt(recordOf(folder), client.section)[name];
    const where = `${path}, for ${folder}`;
    if (entry !== undefined) return { kind: "entry", where, ...readAs(asRecord(entry), own) };
  }
  for (const folder of above) {
    const shared = join(folder, projects.file);
    const read = await readFile(shared, own);
    if (read.kind === "unusable") return read;
    const entry = read.text && configFormats.json.find(read.text, { section: client.section, name });
    if (!entry) continue;
    // Whoever wrote the folder's files would have the command run otherwise.
    const isTrusted = foldersFrom(folder, machine).some((one) => recordOf(one)[projects.trusted] === true);
    if (isTrusted) return { kind: "entry", where: shared, ...readAs(asRecord(entry), own) };
    return {
      kind: "unusable",
      problem:
        `"${name}" in ${shared} is not started: ${client.title} has not asked whether you trust ${folder}`,
      fix: `Start ${client.title} in ${folder}, accept its questions, and run this again`,
    };
  }
  return undefined;
}

/** The folder and those above it. */
function foldersFrom(folder: string, machine: Machine): readonly string[] {
  const above = pathsOf(machine).dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above, machine)];
}

type ReadFile = { readonly kind: "read"; readonly text: string | undefined } | Unusable;

/** The text of a configuration, once it has been parsed. */
async function readFile(path: string, { client, name }: EntryPlace): Promise<ReadFile> {
  try {
    const text = await readConfig(path);
    if (text !== undefined) configFormats[client.format].find(text, { section: client.section, name });
    return { kind: "read", text };
  } catch (error) {
    const state = error instanceof UsageError ? error.message : fileErrorText(error);
    const problem = `${path} cannot be read: ${state}`;
    return { kind: "unusable", problem, fix: `Correct ${path} by hand` };
  }
}

function readAs(entry: Readonly<Record<string, unknown>>, { client, machine }: EntryPlace) {
  const { references } = client;
  const unset = new Set<string>();
  if (references === undefined) return { entry, unset: [] };
  const replaced = (text: string) =>
    text.replaceAll(references, (...match) => {
      const { name, bare = name, fallback, home } = asRecord(match.at(-1));
      if (home !== undefined) return homeFolder(machine);
      const value = machine.env[String(bare)] ?? fallback;
      if (value === undefined) unset.add(String(bare));
      return String(value ?? match[0]);
    });
  const read: unknown = JSON.parse(
    JSON.stringify(entry),
    (_, value: unknown) => typeof value === "string" ? replaced(value) : value,
  );
  return { entry: asRecord(read), unset: [...unset] };
}
