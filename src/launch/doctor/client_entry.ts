/**
 * Finds the entry for a server in a client's configuration and reads it as the client would: the project's servers
 * first, and references to variables replaced. A variable that is not set stays as it is written, as in the clients.
 */

import { existsSync } from "node:fs";
import { asRecord, recordAt, tryParseJson } from "../../base/json.ts";
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
    /** Whether it is the one that `install` writes. */
    readonly isOwn: boolean;
    /** The variables that it refers to and that are not set. */
    readonly unset: readonly string[];
    /** What the client asks the person for when it starts the server. */
    readonly inputs: readonly string[];
  }
  | { readonly kind: "untested"; readonly problem: string }
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
  const { text } = own;
  const found = client.projects === undefined
    ? undefined
    : await inProject(client.projects, { ...place, path, text });
  if (found !== undefined) return found;
  const entry = text && configFormats[client.format].find(text, { section: client.section, name });
  if (entry) return isExcluded(text, place) ? off(place, path) : entryAs(entry, { ...place, where: path });
  const problem = text === undefined
    ? `${client.title} has no configuration: ${path} does not exist`
    : `${client.title} has no server "${name}" in ${path}`;
  return { kind: "absent", problem };
}

function isExcluded(text: string, { client, name }: EntryPlace): boolean {
  if (client.excluded === undefined) return false;
  const [section, key] = client.excluded;
  return lists(configFormats[client.format].find(text, { section, name: key }), name);
}

function lists(names: unknown, name: string): boolean {
  return Array.isArray(names) && names.includes(name);
}

/** The entry is there, but switched off. */
function off({ client, name }: EntryPlace, where: string): Unusable {
  return {
    kind: "unusable",
    problem: `"${name}" is not started: it is switched off in ${where}`,
    fix: `Switch it on in ${client.title}`,
  };
}

interface EntryWhere extends EntryPlace {
  readonly where: string;
}

function entryAs(value: unknown, place: EntryWhere): FoundEntry {
  const entry = asRecord(value);
  const { client, machine, where } = place;
  if (client.off !== undefined && entry[client.off[0]] === client.off[1]) return off(place, where);
  const text = JSON.stringify(entry);
  const inputs = [...text.matchAll(client.inputs ?? /$^/g)].map(({ groups = {} }) => groups["name"] ?? "");
  const isOwn = where === client.path(machine);
  return { kind: "entry", where, isOwn, inputs: [...new Set(inputs)], ...readAs(entry, place) };
}

interface OwnFile extends EntryPlace {
  readonly path: string;
  readonly text: string | undefined;
}

/** The entry for the current project only: the person's own, or the one that is shared with others. */
async function inProject({ file, own, settings }: Projects, place: OwnFile): Promise<FoundEntry | undefined> {
  const { client, name, machine, cwd, path, text = "" } = place;
  const { join } = pathsOf(machine);
  const above = foldersFrom(cwd, machine);
  const recordOf = (folder: string) =>
    own === undefined
      ? {}
      // Also on Windows it writes these folders with slashes.
      : asRecord(
        configFormats.json.find(text, { section: own.records, name: folder.replaceAll("\\", "/") }),
      );
  const root = above.find((folder) => existsSync(join(folder, ".git"))) ?? cwd;
  for (const folder of [cwd, root]) {
    const record = recordOf(folder);
    const where = `${path}, for ${folder}`;
    if (own !== undefined && lists(record[own.disabled], name)) return off(place, where);
    const entry = recordAt(record, client.section)[name];
    if (entry !== undefined) return entryAs(entry, { ...place, where });
  }
  for (const folder of above) {
    const shared = join(folder, file);
    if (shared === path) continue;
    const read = await readFile(shared, place);
    if (read.kind === "unusable") return read;
    const entry = read.text && configFormats.json.find(read.text, { section: client.section, name });
    if (!entry) continue;
    // Whoever wrote the folder's files would have the command run otherwise.
    if (own === undefined) {
      const problem = `"${name}" in ${shared} comes first, and is not tested: only ${client.title} knows ` +
        `whether you trust ${folder}`;
      return { kind: "untested", problem };
    }
    const isTrusted = foldersFrom(folder, machine).some((one) => recordOf(one)[own.trusted] === true);
    if (!isTrusted) {
      return {
        kind: "unusable",
        problem:
          `"${name}" in ${shared} is not started: ${client.title} has not asked whether you trust ${folder}`,
        fix: `Start ${client.title} in ${folder}, accept its questions, and run this again`,
      };
    }
    const local = settings && join(folder, settings.file);
    const said = local === undefined ? undefined : asRecord(tryParseJson(await readText(local)));
    if (local && lists(said?.[settings?.disabled ?? ""], name)) return off(place, local);
    return entryAs(entry, { ...place, where: shared });
  }
  return undefined;
}

/** The folder and those above it. */
function foldersFrom(folder: string, machine: Machine): readonly string[] {
  const above = pathsOf(machine).dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above, machine)];
}

function readText(path: string): Promise<string> {
  return Deno.readTextFile(path).catch(() => "");
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
