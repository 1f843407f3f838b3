/**
 * Checks an MCP client's entry for this program: finds it in the client's configuration, starts its command as the client
 * would, and asks the server for its tools.
 *
 * Clients pass on a few variables of their environment only, besides those of the entry. The command gets no others, so
 * that a check does not succeed where the client fails.
 */

import { settlesWithin } from "../../base/async.ts";
import { asRecord, tryParseJson } from "../../base/json.ts";
import { type ClientName, clients } from "../install/clients.ts";
import { discover, realPath } from "../jupyter/discover.ts";
import { typedCommand } from "../own_program.ts";
import { tailLines } from "../processes.ts";
import { expandedPath, type Machine } from "../user_folders.ts";
import { type Check, named } from "./checks.ts";
import { findEntry } from "./client_entry.ts";
import { managedCheck } from "./examine.ts";

interface ClientOptions {
  readonly clientId: ClientName;
  /** What the client calls the server. */
  readonly name: string;
  readonly machine: Machine;
}

/** Yields each check as soon as it is made. */
export async function* examineClient({ clientId, name, machine }: ClientOptions): AsyncGenerator<Check> {
  const again = `Run ${typedCommand()} install --client ${clientId}${
    name === "jupyter" ? "" : ` --name ${name}`
  }`;
  const found = await findEntry({ client: clients[clientId], name, machine, cwd: Deno.cwd() });
  if (found.kind === "absent") return yield entryCheck.failed(found.problem, again);
  if (found.kind !== "entry") return yield entryCheck.failed(found.problem, found.fix);
  const { where, unset } = found;
  const entry = commandIn(found.entry, machine);
  if (entry === undefined) yield* examineAddress(found.entry, { name, where, again });
  else yield entryCheck.ok(`"${name}" in ${where} starts ${entry.command}`);
  if (unset.length > 0) {
    yield named("Variables").warning(
      `not set here, so passed on as they are written: ${unset.join(", ")}`,
      `Set them where ${clients[clientId].title} is started, or give a default`,
    );
  }
  if (entry !== undefined) yield* examineCommand(entry, again);
}

const entryCheck = named("Entry");

async function* examineCommand(entry: CommandEntry, again: string): AsyncGenerator<Check> {
  const answer = await askServer(entry, await mayAskJupyter(entry));
  if (answer.kind === "failed") return yield named("Command").failed(answer.reason, again);
  const { server, version, milliseconds, tools } = answer;
  yield named("Command").ok(`${server} ${version} answers in ${Math.round(milliseconds)} ms`);
  const listed = named("Tools");
  yield tools.length === 0 ? listed.failed("none") : listed.ok(`${tools.length}: ${tools.join(", ")}`);
  const others = named("Jupyter").skipped(`not tested: ${server} has no tool for it that changes nothing`);
  yield answer.jupyter ?? (tools.includes(jupyterTool) ? managedCheck(entry.machine) : others);
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
    yield response.ok
      ? ok(`${address} answers`)
      : failed(`${address} answers ${response.status}`, "Correct the address or the token in the entry");
  } catch {
    yield failed(`${address} does not answer`, "Start that server, or correct the address in the entry");
  }
}

interface CommandEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  /** The variables that it gets. */
  readonly env: Readonly<Record<string, string>>;
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

/** Whether a tool can ask Jupyter without starting one: the entry names a server, or one is running. */
async function mayAskJupyter({ args, cwd = Deno.cwd(), machine }: CommandEntry): Promise<boolean> {
  const valueOf = (flag: string) =>
    args.flatMap((arg, at) =>
      arg === flag ? args[at + 1] ?? [] : arg.startsWith(`${flag}=`) ? arg.slice(flag.length + 1) : []
    )[0];
  if (valueOf("--jupyter-url") !== undefined || (machine.env.JUPYTER_SERVER_URL ?? "") !== "") return true;
  const root = valueOf("--jupyter-root");
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

type ServerAnswer =
  | {
    readonly kind: "answered";
    readonly server: string;
    readonly version: string;
    readonly milliseconds: number;
    readonly tools: readonly string[];
    /** Whether its Jupyter can be used, if it was asked. */
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

async function askServer(entry: CommandEntry, withJupyter: boolean): Promise<ServerAnswer> {
  const began = performance.now();
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(entry.command, {
      args: [...entry.args],
      env: entry.env,
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
  const answer = await converse(child, { began, withJupyter });
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
    const server = { server: String(name), version: String(version) };
    return { kind: "answered", ...server, milliseconds, tools, jupyter };
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
