/**
 * Checks an MCP client's entry for this program: finds it in the client's configuration, starts its command as the client
 * would, and asks the server for its tools.
 *
 * Clients pass on a few variables of their environment only, besides those of the entry. The command gets no others, so
 * that a check does not succeed where the client fails.
 */

import { existsSync } from "node:fs";
import { asRecord, tryParseJson } from "../../base/json.ts";
import { type ClientName, clients } from "../install/clients.ts";
import { discover, realPath } from "../jupyter/discover.ts";
import { typedCommand } from "../own_program.ts";
import { expandedPath, type Machine } from "../user_folders.ts";
import { askServer, initialize, type StartedCommand } from "./ask_server.ts";
import { type Check, named } from "./checks.ts";
import { findEntry } from "./client_entry.ts";
import { managedCheck } from "./examine.ts";

interface ClientOptions {
  readonly clientId: ClientName;
  /** What the client calls the server. */
  readonly name: string;
  readonly machine: Machine;
  readonly signal?: AbortSignal;
}

/** Yields each check as soon as it is made. */
export async function* examineClient(options: ClientOptions): AsyncGenerator<Check> {
  const { clientId, name, machine, signal } = options;
  const install = `${typedCommand()} install --client ${clientId}${
    name === "jupyter" ? "" : ` --name ${name}`
  }`;
  const found = await findEntry({ client: clients[clientId], name, machine, cwd: Deno.cwd() });
  if (found.kind === "absent") return yield entryCheck.failed(found.problem, `Run ${install}`);
  if (found.kind === "untested") return yield entryCheck.skipped(found.problem);
  if (found.kind !== "entry") return yield entryCheck.failed(found.problem, found.fix);
  const { where, unset, inputs, isOwn } = found;
  const { title } = clients[clientId];
  const entry = commandIn(found.entry, machine);
  const repair = isOwn ? repairOf(entry, install) : `Correct the entry in ${where} by hand`;
  if (inputs.length > 0) {
    yield entryCheck.ok(`"${name}" in ${where}`);
    return yield named("Command").skipped(
      `not tested: ${title} asks you for ${inputs.join(", ")} when it starts the server`,
    );
  }
  if (entry === undefined) yield* examineAddress(found.entry, { name, where, again: repair });
  else yield entryCheck.ok(`"${name}" in ${where} starts ${entry.command}`);
  if (unset.length > 0) {
    yield named("Variables").warning(
      `not set here, so passed on as they are written: ${unset.join(", ")}`,
      `Set them where ${title} is started, or give a default`,
    );
  }
  if (entry !== undefined) yield* examineCommand(entry, { repair, signal });
}

const entryCheck = named("Entry");

/** What puts a new command into an entry of ours. */
function repairOf(entry: CommandEntry | undefined, install: string): string {
  const gone = [["--token-file", "JUPYTER_TOKEN"], ["--password-file", "JUPYTER_PASSWORD"]]
    .map(([flag = "", variable]) => ({ variable, path: entry && valueOf(entry, flag) }))
    .find(({ path }) => path !== undefined && !existsSync(path));
  const run = gone === undefined
    ? `Run ${install}`
    : `Set ${gone.variable}, as ${gone.path} does not exist, and run ${install}`;
  return entry === undefined || entry.args.length === 0 ? run : `${run}, which keeps the entry's options`;
}

interface CommandOptions {
  readonly repair: string;
  readonly signal: AbortSignal | undefined;
}

async function* examineCommand(
  entry: CommandEntry,
  { repair, signal }: CommandOptions,
): AsyncGenerator<Check> {
  const tool = await mayAskJupyter(entry) ? jupyterTool : undefined;
  const answer = await askServer(entry, { tool, signal });
  if (answer.kind === "failed") return yield named("Command").failed(answer.reason, repair);
  const { server, version, milliseconds, tools, called } = answer;
  yield named("Command").ok(`${server} ${version} answers in ${Math.round(milliseconds)} ms`);
  const listed = named("Tools");
  if (tools === undefined) {
    return yield listed.failed(`${server} does not list them: tools/list has no answer`);
  }
  yield tools.length === 0 ? listed.failed("none") : listed.ok(`${tools.length}: ${tools.join(", ")}`);
  if (called !== undefined) return yield checkJupyter(called);
  yield tools.includes(jupyterTool)
    ? managedCheck(entry.machine)
    : named("Jupyter").skipped(`not tested: ${server} has no tool for it that changes nothing`);
}

interface AddressOptions {
  readonly name: string;
  readonly where: string;
  readonly again: string;
}

/** Checks an entry for a server that runs elsewhere. */
async function* examineAddress(
  { url, httpUrl = url, serverUrl = httpUrl, headers }: Readonly<Record<string, unknown>>,
  { name, where, again }: AddressOptions,
): AsyncGenerator<Check> {
  const given = String(serverUrl);
  if (!URL.canParse(given)) {
    return yield entryCheck.failed(`"${name}" in ${where} has neither a command nor an address`, again);
  }
  const { origin, pathname } = new URL(given);
  const address = `${origin}${pathname}`;
  yield entryCheck.ok(`"${name}" in ${where} connects to ${address}`);
  const { ok, failed } = named("Server");
  try {
    const response = await fetch(given, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...textsOf(headers),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...initialize }),
      signal: AbortSignal.timeout(addressLimitMs),
    });
    await response.body?.cancel();
    if (!response.ok) {
      const fix = "Correct the address or the token in the entry";
      return yield failed(`${address} answers ${response.status}`, fix);
    }
    yield ok(`${address} answers`);
    yield named("Tools").skipped("not tested: the tools of a server at an address are not listed");
  } catch {
    yield failed(`${address} does not answer`, "Start that server, or correct the address in the entry");
  }
}

interface CommandEntry extends StartedCommand {
  readonly machine: Machine;
}

function commandIn(
  { command, args, env, env_vars: more, cwd }: Readonly<Record<string, unknown>>,
  { os, env: ours }: Machine,
): CommandEntry | undefined {
  if (typeof command !== "string") return undefined;
  // Codex passes on those that the entry names.
  const names = [...inherited[os === "windows" ? "windows" : "posix"], ...textsIn(more)];
  const passed = Object.fromEntries(names.flatMap((name) => {
    const value = ours[name];
    return value === undefined ? [] : [[name, value]];
  }));
  const given = { ...passed, ...textsOf(env) };
  return {
    command,
    args: textsIn(args),
    cwd: typeof cwd === "string" ? cwd : undefined,
    env: given,
    machine: { os, env: given },
  };
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

function textsOf(record: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(asRecord(record)).map(([key, value]) => [key, String(value)]));
}

/** The value of a flag among its arguments. */
function valueOf({ args }: CommandEntry, flag: string): string | undefined {
  return args.flatMap((arg, at) =>
    arg === flag ? args[at + 1] ?? [] : arg.startsWith(`${flag}=`) ? arg.slice(flag.length + 1) : []
  )[0];
}

/** Whether a tool can ask Jupyter without starting one: the entry names a server, or one is running. */
async function mayAskJupyter(entry: CommandEntry): Promise<boolean> {
  const { cwd = Deno.cwd(), machine } = entry;
  if (valueOf(entry, "--jupyter-url") !== undefined || (machine.env.JUPYTER_SERVER_URL ?? "") !== "") {
    return true;
  }
  const root = valueOf(entry, "--jupyter-root");
  const running = await discover({ machine, cwd });
  return running.some(({ rootDir }) =>
    root === undefined || realPath(rootDir) === realPath(expandedPath(machine, root))
  );
}

/** The variables that clients pass on, as the MCP SDK lists them. */
const inherited = {
  posix: ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"],
  windows: [
    ...["APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PROCESSOR_ARCHITECTURE", "PROGRAMFILES"],
    ...["SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "USERNAME", "USERPROFILE"],
  ],
} as const;

const addressLimitMs = 10_000;

/** A tool that asks Jupyter and changes nothing. */
const jupyterTool = "session_list";

function checkJupyter({ content, isError }: Readonly<Record<string, unknown>>): Check {
  const { ok, failed } = named("Jupyter");
  if (Array.isArray(content) && isError !== true) return ok("answers");
  const text = Array.isArray(content) ? String(asRecord(content[0]).text) : "it does not answer";
  const { message = text, hint } = asRecord(tryParseJson(text));
  return failed(String(message), typeof hint === "string" ? hint : undefined);
}
