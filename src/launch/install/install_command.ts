/** `jupyter-mcp install`: adds this program to an MCP client's configuration, shows what it would add, or removes it. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  allOptions,
  type Environment,
  type Options,
  optionTable,
  readOptions,
  UsageError,
} from "../../base/options.ts";
import { type Command, flagLines, splitArguments } from "../command.ts";
import { asRecord } from "../../base/json.ts";
import { loggerOf } from "../../base/log.ts";
import { parseJupyterUrl } from "../jupyter/jupyter_url.ts";
import { givenRoot, readFiles } from "../jupyter/target.ts";
import { parseDatalayer } from "../datalayer/command_line.ts";
import { printText, writeLine } from "../terminal.ts";
import { configuredHome, type Machine, pathsOf } from "../user_folders.ts";
import {
  type Changed,
  type Client,
  type ClientName,
  clients,
  type ConfiguredServer,
  isClientName,
  type ServerEntry,
} from "./clients.ts";
import { fileErrorText, readConfig, writeConfig } from "./config_file.ts";
import { configFormats } from "./config_formats.ts";
import { secretFile, withSecretsWritten } from "./secrets.ts";
import type { CommandPrefix } from "../jupyter/environment.ts";
import { permanentCommand } from "../own_program.ts";
import { type Entry, type EntryOptions, serverEntry, withFormer } from "./server_entry.ts";

const ownFlags = [
  {
    flag: "--client",
    value: "<name>",
    help: Object.keys(clients).join(", "),
    choices: Object.keys(clients),
  },
  { flag: "--print", help: "Show what would be written and where, without writing it" },
  { flag: "--name", value: "<name>", help: "Name of the server in the client [default:\u00a0jupyter]" },
  { flag: "--remove", help: "Remove it from the client, with the token and password stored for it" },
] as const;

const help = `jupyter-mcp install adds this program to the configuration of an MCP client.
Everything else in the file stays, including the options of an existing entry
that are not given again and what you have added to it, and a backup is made
first. The token and password of a former address are not kept with another one.
A token (JUPYTER_TOKEN, or in the URL) or password (JUPYTER_PASSWORD) is stored
in a file that only you can read; the client's command line never has it.

Usage:
  jupyter-mcp install --client <name> [--print] [--name <name>] [server options]
  jupyter-mcp install --remove --client <name> [--name <name>]

Options:
${flagLines(ownFlags)}

All server options except those for HTTP can be given and are written too.
Without --jupyter-url a running Jupyter is discovered at each start; a server
that is given is checked, and you are warned if it does not answer.

Examples:
  jupyter-mcp install --client claude-desktop
  jupyter-mcp install --client cursor --jupyter-url http://localhost:8888
  jupyter-mcp install --remove --client cursor
`;
/** Clients start the program over stdio, so the options of HTTP do not apply. */
const httpFlags = allOptions.flatMap(({ group, flag }) =>
  group === "Transport" && flag !== undefined && flag !== optionTable.transport.flag ? [flag] : []
);
const offered = allOptions.filter(({ group }) => group !== "Transport");

export const installCommand: Command = {
  help,
  flags: [...ownFlags, ...offered],
  run: async (args, machine) => {
    const { given } = splitArguments(args, { command: "install", flags: [...ownFlags, ...allOptions] });
    const clientId = clientName(given.get("--client"));
    const client = clients[clientId];
    requireHome(machine);
    const name = given.get("--name") ?? "jupyter";
    if (given.has("--remove")) return await remove({ client, clientId, name, machine });
    const fresh = new Map([...given].filter(([flag]) => !ownFlags.some((own) => own.flag === flag)));
    const files = secretFiles({ clientId, name, machine });
    const { section, extra } = client;
    const path = client.path(machine);
    const isPrinted = given.has("--print");
    const former = await onConfig({ client, path }, () => formerArguments({ client, path, name }))
      .catch((error) => {
        if (isPrinted) return [];
        throw error;
      });
    const variables = jupyterVariables(machine.env);
    const { serving, kept, dropped } = withFormer(fresh, { former, variables });
    const options = readOptions(serving, variables);
    const { entry, secrets } = entryOf(options, { given: serving, machine, files });
    const placement = { client, path, server: { section, name, entry, extra } };
    if (isPrinted) {
      writeLine(`For ${client.title}, in ${placement.path}:`);
      printText(configFormats[client.format].snippet(placement.server));
      for (const { what, path } of secrets) writeLine(`Put the ${what} into ${path}, readable by you alone`);
      return 0;
    }
    refuseGone(kept, options);
    // Refuses files and folders with which the program would fail at every start, before anything is written.
    readFiles(options, warnings);
    givenRoot(options, machine);
    const planned = await onConfig(placement, () => plan(placement));
    const change = { ...planned, kept: [...kept, ...planned.kept] };
    await withSecretsWritten(secrets, () => onConfig(placement, () => write(placement, change)));
    if (dropped.length > 0) writeLine(`Not kept from the existing entry: ${dropped.join(", ")}`);
    for (const { what, path } of secrets) writeLine(`The ${what} is in ${path}, readable by you alone`);
    for (const path of leftBehind(files, entry)) {
      writeLine(`No longer used by this entry: ${path}; delete it if nothing else needs it`);
    }
    await warnOfJupyter(options, machine);
    writeLine(`${client.next}.`);
    return 0;
  },
};

/** For the person at the terminal: a sentence instead of a line of the log. */
const warnings = loggerOf((level, message, { path }) => {
  if (level === "warning") writeLine(`Warning: ${message}: ${path}`);
});

interface Owner {
  readonly clientId: ClientName;
  readonly name: string;
  readonly machine: Machine;
}

function secretFiles({ clientId, name, machine }: Owner): SecretFiles {
  return {
    tokenFile: secretFile(machine, { folder: "tokens", client: clientId, name }),
    passwordFile: secretFile(machine, { folder: "passwords", client: clientId, name }),
  };
}

/** Removes the entry, and then the secrets that were stored for it. */
async function remove({ client, ...owner }: Owner & { readonly client: Client }): Promise<number> {
  const { name, machine } = owner;
  const path = client.path(machine);
  const format = configFormats[client.format];
  const place = { section: client.section, name };
  const isRemoved = await onConfig({ client, path }, async () => {
    const previous = await readConfig(path) ?? "";
    if (format.find(previous, place) === undefined) return false;
    const backup = await writeConfig(path, { text: format.remove(previous, place), previous });
    writeLine(`Removed "${name}" from ${path}\nThe previous version is in ${backup}`);
    return true;
  }, "");
  if (!isRemoved) writeLine(`${client.title} has no server "${name}": ${path}`);
  for (const path of Object.values(secretFiles(owner)).filter((one) => existsSync(one))) {
    await Deno.remove(path);
    writeLine(`Deleted ${path}`);
  }
  return 0;
}

/** Warns if the server that was given does not answer, or refuses the token or password. */
async function warnOfJupyter(options: Options, machine: Machine): Promise<void> {
  if (options.jupyterUrl === undefined) return;
  const { problemOf } = await import("../doctor/examine.ts");
  const problem = await problemOf({ options, machine });
  if (problem === undefined) return;
  const { name, found, fix } = problem;
  const { url } = parseJupyterUrl(options.jupyterUrl);
  writeLine(`Warning: ${url}: ${name}: ${found}${fix === undefined ? "" : `\n  → ${fix}`}`);
}

interface Placement {
  readonly client: Client;
  readonly path: string;
  readonly server: ConfiguredServer;
}

/** Without a home folder, the client's file would be written to the root of the disk. */
function requireHome(machine: Machine): void {
  if (configuredHome(machine) !== undefined) return;
  const variable = machine.os === "windows" ? "USERPROFILE" : "HOME";
  throw new UsageError(`Cannot install: ${variable} is not set, so your home folder is not known`);
}

function clientName(given: string | undefined): ClientName {
  const known = Object.keys(clients);
  if (given === undefined) {
    throw new UsageError(`Cannot install: --client is missing, one of ${known.join(", ")}`);
  }
  if (!isClientName(given)) {
    throw new UsageError(`Cannot install for client "${given}": supported are ${known.join(", ")}`);
  }
  return given;
}

type SecretFiles = Pick<EntryOptions, "tokenFile" | "passwordFile">;

interface FormerPlace {
  readonly client: Client;
  readonly path: string;
  readonly name: string;
}

/** The arguments of the entry that is there. */
async function formerArguments({ client, path, name }: FormerPlace): Promise<readonly string[]> {
  const { args } = asRecord(
    configFormats[client.format].find(await readConfig(path) ?? "", { section: client.section, name }),
  );
  return Array.isArray(args) ? args.map(String) : [];
}

/** Files that an earlier entry names may be gone by now. */
function refuseGone(kept: readonly string[], options: Options): void {
  for (
    const [flag, path, variable] of [
      ["--token-file", options.tokenFile, "JUPYTER_TOKEN"],
      ["--password-file", options.passwordFile, "JUPYTER_PASSWORD"],
    ] as const
  ) {
    if (path === undefined || !kept.includes(flag) || existsSync(path)) continue;
    throw new UsageError(
      `Cannot keep ${flag} of the existing entry: "${path}" does not exist; set ${variable} to store it again`,
    );
  }
}

interface EntryContext {
  /** The flags of serving. */
  readonly given: ReadonlyMap<string, string>;
  readonly machine: Machine;
  readonly files: SecretFiles;
}

function entryOf(options: Options, { given, machine, files }: EntryContext): Entry {
  const ofHttp = options.transport === "http"
    ? `${optionTable.transport.flag} "http"`
    : httpFlags.find((flag) => given.has(flag));
  if (ofHttp !== undefined) {
    throw new UsageError(`Cannot use ${ofHttp} with "install": clients start it over stdio`);
  }
  const program = thisProgram(machine);
  const made = serverEntry({
    program,
    options,
    given,
    absolute: (path) => pathsOf(machine).resolve(path),
    ...files,
  });
  // That mode accepts fewer of our options: an unsupported one would fail at every start.
  if (options.compat === "datalayer") parseDatalayer(made.entry.args.slice(program.length - 1), {});
  return made;
}

/** Secrets of an earlier entry that this one does not use. They stay: a backup or a copied entry may refer to them. */
function leftBehind({ tokenFile, passwordFile }: SecretFiles, { args }: ServerEntry): readonly string[] {
  return [tokenFile, passwordFile].filter((path) => !args.includes(path) && existsSync(path));
}

/** The variables that name a Jupyter server; others belong to the current shell only. */
function jupyterVariables(env: Environment): Environment {
  const names = allOptions.flatMap(({ group, variable }) => group === "Jupyter" ? variable ?? [] : []);
  return Object.fromEntries(names.map((name) => [name, env[name]]));
}

function thisProgram(machine: Machine): CommandPrefix {
  if (Deno.build.standalone) return permanentCommand(Deno.execPath(), machine);
  return [Deno.execPath(), "run", "--allow-all", fileURLToPath(Deno.mainModule)];
}

interface Change extends Changed {
  readonly previous: string | undefined;
}

/** What to write; refuses an unreadable configuration before anything is written. */
async function plan({ client, path, server }: Placement): Promise<Change> {
  const previous = await readConfig(path);
  return { ...configFormats[client.format].add(previous ?? "", server), previous };
}

async function write({ client, path }: Placement, { text, kept, previous }: Change): Promise<void> {
  if (text === previous) return writeLine(`Already configured in ${client.title}: ${path}`);
  const backup = await writeConfig(path, { text, previous });
  writeLine(`Wrote ${path}`);
  if (kept.length > 0) writeLine(`Kept from the existing entry: ${kept.join(", ")}`);
  if (backup !== undefined) writeLine(`The previous version is in ${backup}`);
}

/** Runs work on a client's file and reports its errors as such. */
async function onConfig<T>(
  { client, path }: Pick<Placement, "client" | "path">,
  work: () => Promise<T>,
  hint = "; --print shows what to add by hand",
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const state = error instanceof UsageError ? error.message : fileErrorText(error);
    throw new UsageError(`Cannot write the configuration of ${client.title} "${path}": ${state}${hint}`);
  }
}
