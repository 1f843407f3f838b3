/**
 * Checks an MCP client's entry for this program: finds it in the client's configuration, starts its command as the client
 * would, and asks the server for its tools.
 *
 * Clients pass on a few variables of their environment only, besides those of the entry. The command gets no others, so
 * that a check does not succeed where the client fails.
 */

import { settlesWithin } from "../../base/async.ts";
import { asRecord, tryParseJson } from "../../base/json.ts";
import { UsageError } from "../../base/options.ts";
import { type Client, type ClientName, clients } from "../install/clients.ts";
import { fileErrorText, readConfig } from "../install/config_file.ts";
import { configFormats } from "../install/config_formats.ts";
import { tailLines } from "../processes.ts";
import type { Machine } from "../user_folders.ts";
import { type Check, named } from "./checks.ts";

interface ClientOptions {
  readonly clientId: ClientName;
  /** What the client calls the server. */
  readonly name: string;
  readonly machine: Machine;
}

/** Yields each check as soon as it is made. */
export async function* examineClient({ clientId, name, machine }: ClientOptions): AsyncGenerator<Check> {
  const client = clients[clientId];
  const path = client.path(machine);
  const again = `Run jupyter-mcp install --client ${clientId}${name === "jupyter" ? "" : ` --name ${name}`}`;
  const read = await readEntry({ client, path, name });
  if (read.kind !== "entry") {
    const fix = read.kind === "unreadable" ? `Correct ${path} by hand` : again;
    return yield entryCheck.failed(read.problem, fix);
  }
  const entry = commandIn(read.entry);
  if (entry === undefined) return yield* examineAddress(read.entry, { name, path, again });
  yield entryCheck.ok(`"${name}" in ${path} starts ${entry.command}`);
  const answer = await askServer(entry, machine);
  if (answer.kind === "failed") return yield named("Command").failed(answer.reason, again);
  const { server, milliseconds, tools } = answer;
  yield named("Command").ok(`${server} answers in ${Math.round(milliseconds)} ms`);
  const listed = named("Tools");
  yield tools.length === 0 ? listed.failed("none") : listed.ok(`${tools.length}: ${tools.join(", ")}`);
  if (answer.jupyter !== undefined) yield answer.jupyter;
}

const entryCheck = named("Entry");

interface AddressOptions {
  readonly name: string;
  readonly path: string;
  readonly again: string;
}

/** Checks an entry for a server that runs elsewhere. */
async function* examineAddress(
  { url, headers }: Record<string, unknown>,
  { name, path, again }: AddressOptions,
): AsyncGenerator<Check> {
  if (typeof url !== "string" || !URL.canParse(url)) {
    return yield entryCheck.failed(`"${name}" in ${path} has neither a command nor an address`, again);
  }
  const { origin, pathname } = new URL(url);
  const address = `${origin}${pathname}`;
  yield entryCheck.ok(`"${name}" in ${path} connects to ${address}`);
  const { ok, failed } = named("Server");
  try {
    const response = await fetch(url, {
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
    yield response.ok
      ? ok(`${address} answers`)
      : failed(`${address} answers ${response.status}`, "Correct the address or the token in the entry");
  } catch {
    yield failed(`${address} does not answer`, "Start that server, or correct the address in the entry");
  }
}

interface EntryPlace {
  readonly client: Client;
  readonly path: string;
  readonly name: string;
}

type ReadEntry =
  | { readonly kind: "entry"; readonly entry: Record<string, unknown> }
  | { readonly kind: "absent" | "unreadable"; readonly problem: string };

/** The entry, or what is wrong with the configuration. */
async function readEntry({ client, path, name }: EntryPlace): Promise<ReadEntry> {
  try {
    const text = await readConfig(path);
    if (text === undefined) {
      return { kind: "absent", problem: `${client.title} has no configuration: ${path} does not exist` };
    }
    const entry = configFormats[client.format].find(text, { section: client.section, name });
    return entry === undefined
      ? { kind: "absent", problem: `${client.title} has no server "${name}" in ${path}` }
      : { kind: "entry", entry: asRecord(entry) };
  } catch (error) {
    const state = error instanceof UsageError ? error.message : fileErrorText(error);
    return { kind: "unreadable", problem: `${path} cannot be read: ${state}` };
  }
}

interface CommandEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

function commandIn({ command, args, env, cwd }: Record<string, unknown>): CommandEntry | undefined {
  if (typeof command !== "string") return undefined;
  return {
    command,
    args: Array.isArray(args) ? args.map(String) : [],
    env: textsOf(env),
    cwd: typeof cwd === "string" ? cwd : undefined,
  };
}

function textsOf(record: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(asRecord(record)).map(([key, value]) => [key, String(value)]));
}

/** Whether the entry names a Jupyter, which has to be running then. */
function namesJupyter({ args, env }: CommandEntry): boolean {
  return args.some((arg) => /^--jupyter-url(=|$)/.test(arg)) || (env.JUPYTER_SERVER_URL ?? "") !== "";
}

/** The variables that clients pass on, as the MCP SDK lists them. */
const inherited = {
  posix: ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"],
  windows: [
    ...["APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PROCESSOR_ARCHITECTURE", "PROGRAMFILES"],
    ...["SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "USERNAME", "USERPROFILE"],
  ],
} as const;

type ServerAnswer =
  | {
    readonly kind: "answered";
    readonly server: string;
    readonly milliseconds: number;
    readonly tools: readonly string[];
    /** Whether the Jupyter that the entry names can be used. */
    readonly jupyter: Check | undefined;
  }
  | { readonly kind: "failed"; readonly reason: string };

/** Packages may have to be fetched first. */
const limitMs = 60_000;
/** Milliseconds in which a server ends after its client has closed its stdin. */
const endLimitMs = 3_000;
const addressLimitMs = 10_000;

const initialize = {
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "jupyter-mcp doctor", version: "1" },
  },
} as const;

async function askServer(entry: CommandEntry, machine: Machine): Promise<ServerAnswer> {
  const names: readonly string[] = inherited[machine.os === "windows" ? "windows" : "posix"];
  const passed = Object.fromEntries(names.flatMap((name) => {
    const value = machine.env[name];
    return value === undefined ? [] : [[name, value]];
  }));
  const began = performance.now();
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(entry.command, {
      args: [...entry.args],
      env: { ...passed, ...entry.env },
      clearEnv: true,
      ...(entry.cwd === undefined ? {} : { cwd: entry.cwd }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    const isAbsent = error instanceof Deno.errors.NotFound;
    return {
      kind: "failed",
      reason: `${entry.command} ${isAbsent ? "does not exist" : "cannot be started"}`,
    };
  }
  const errors = tailLines([child.stderr]);
  const limits = [setTimeout(() => child.kill("SIGKILL"), limitMs)];
  const answer = await converse(child, { began, withJupyter: namesJupyter(entry) });
  await child.stdin.close().catch(() => undefined);
  limits.push(setTimeout(() => child.kill("SIGKILL"), endLimitMs));
  await child.status;
  limits.forEach(clearTimeout);
  // A process that it left behind may keep the pipe open.
  await settlesWithin(errors.ended, endLimitMs);
  const reason = `it does not answer as an MCP server${lastLine(errors.lines())}`;
  return answer ?? { kind: "failed", reason };
}

function lastLine(lines: readonly string[]): string {
  const last = lines.at(-1);
  return last === undefined ? "" : `; its last line was: ${last}`;
}

/** Initialises a session and lists the tools; undefined if the process ends before. */
async function converse(
  child: Deno.ChildProcess,
  { began, withJupyter }: { readonly began: number; readonly withJupyter: boolean },
): Promise<ServerAnswer | undefined> {
  const writer = child.stdin.getWriter();
  const replies = repliesOf(child.stdout);
  const send = (message: Readonly<Record<string, unknown>>) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  try {
    await send(initialize);
    const first = await replyTo(1, replies);
    if (first === undefined) return undefined;
    const milliseconds = performance.now() - began;
    await send({ method: "notifications/initialized" });
    await send({ id: 2, method: "tools/list" });
    const list = asRecord((await replyTo(2, replies))?.result).tools;
    const { name, version } = asRecord(asRecord(first.result).serverInfo);
    const tools = (Array.isArray(list) ? list : []).map((tool) => String(asRecord(tool).name));
    const isAsked = withJupyter && tools.includes(jupyterTool);
    if (isAsked) await send({ id: 3, method: "tools/call", params: { name: jupyterTool, arguments: {} } });
    const jupyter = isAsked ? checkJupyter(asRecord((await replyTo(3, replies))?.result)) : undefined;
    return { kind: "answered", server: `${name} ${version}`, milliseconds, tools, jupyter };
  } catch {
    return undefined; // It has closed its stdin.
  } finally {
    writer.releaseLock();
    await replies.return(undefined);
  }
}

/** A tool that asks Jupyter and changes nothing. */
const jupyterTool = "session_list";

function checkJupyter({ content, isError }: Readonly<Record<string, unknown>>): Check {
  const { ok, failed } = named("Jupyter");
  if (Array.isArray(content) && isError !== true) return ok("answers");
  const text = Array.isArray(content) ? String(asRecord(content[0]).text) : "it does not answer";
  const { message = text, hint } = asRecord(tryParseJson(text));
  return failed(String(message), typeof hint === "string" ? hint : undefined);
}

type Replies = AsyncGenerator<Readonly<Record<string, unknown>>, undefined>;

async function replyTo(id: number, replies: Replies): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (let next = await replies.next(); !next.done; next = await replies.next()) {
    if (next.value.id === id) return next.value;
  }
  return undefined;
}

async function* repliesOf(stdout: ReadableStream<Uint8Array<ArrayBuffer>>): Replies {
  let rest = "";
  for await (const piece of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${piece}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield asRecord(tryParseJson(line));
  }
  return undefined;
}
