/**
 * Starts the command of a client's entry and speaks MCP with it, as the client would.
 *
 * 1. Every step has a limit: a command may not answer, or leave a process behind that keeps its pipes open.
 * 2. A command that does not end by itself, or has not answered, is killed with the processes below it.
 */

import { schedule, settlesWithin } from "../../base/async.ts";
import { asRecord, tryParseJson } from "../../base/json.ts";
import { descendantsOf, killAll, tailLines } from "../processes.ts";

/** What is started. */
export interface StartedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  /** The variables that it gets. */
  readonly env: Readonly<Record<string, string>>;
}

type JsonRecord = Readonly<Record<string, unknown>>;

export type ServerAnswer =
  | {
    readonly kind: "answered";
    readonly server: string;
    readonly version: string;
    readonly milliseconds: number;
    /** Undefined if it did not list them in time. */
    readonly tools: readonly string[] | undefined;
    /** What the tool that was called returned; empty if it did not answer in time. */
    readonly called: JsonRecord | undefined;
  }
  | { readonly kind: "failed"; readonly reason: string };

/** Milliseconds. */
const usualLimits = {
  /** Packages may have to be fetched first. */
  start: 60_000,
  list: 10_000,
  call: 60_000,
  /** In which a server ends after its client has closed its stdin. */
  end: 3_000,
};

interface AskOptions {
  /** A tool to call without arguments, if the server lists it. */
  readonly tool?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Readonly<typeof usualLimits>;
}

export const initialize = {
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "jupyter-mcp doctor", version: "1" },
  },
} as const;

/** Starts the server, lists its tools, calls the tool, and ends it. */
export async function askServer(started: StartedCommand, options: AskOptions = {}): Promise<ServerAnswer> {
  const { command, args, env, cwd } = started;
  const { end } = options.limits ?? usualLimits;
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(command, {
      args: [...args],
      env,
      clearEnv: true,
      ...(cwd === undefined ? {} : { cwd }),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    const state = error instanceof Deno.errors.NotFound ? "does not exist" : "cannot be started";
    return { kind: "failed", reason: `${command} ${state}` };
  }
  const errors = tailLines([child.stderr]);
  const answer = await converse(child, options);
  await child.stdin.close().catch(() => undefined);
  if (!await settlesWithin(child.status, answer === undefined ? 0 : end)) await killTree(child.pid);
  await child.status;
  // A process that it left behind may keep the pipe open.
  await settlesWithin(errors.ended, end);
  const last = errors.lines().at(-1);
  const reason = `it does not answer as an MCP server${
    last === undefined ? "" : `; its last line was: ${last}`
  }`;
  return answer ?? { kind: "failed", reason };
}

async function killTree(pid: number): Promise<void> {
  const below = Deno.build.os === "windows" ? [] : await descendantsOf(pid);
  killAll([pid, ...below]);
}

/** Initialises a session, lists the tools and calls one; undefined if the server does not answer at all. */
async function converse(
  child: Deno.ChildProcess,
  { tool, signal, limits = usualLimits }: AskOptions,
): Promise<ServerAnswer | undefined> {
  const began = performance.now();
  const over = new AbortController();
  let cancel = () => {};
  const endIn = (milliseconds: number) => {
    cancel();
    cancel = schedule(milliseconds, () => over.abort());
  };
  // Another process may have inherited its stdout, so that no end of it is ever read.
  child.status.then(() => over.signal.aborted || endIn(limits.end));
  const until = signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]);
  const writer = child.stdin.getWriter();
  const replies = repliesOf(child.stdout, until);
  const send = (message: JsonRecord) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  const ask = async (message: { readonly id: number; readonly method: string }, limit: number) => {
    endIn(limit);
    await send(message);
    return await replyTo(message.id, replies);
  };
  try {
    const first = await ask(initialize, limits.start);
    if (first === undefined) return undefined;
    const { name, version } = asRecord(asRecord(first.result).serverInfo);
    const server = { server: String(name), version: String(version) };
    const answered = { kind: "answered", ...server, milliseconds: performance.now() - began } as const;
    await send({ method: "notifications/initialized" });
    const listed = await ask({ id: 2, method: "tools/list" }, limits.list);
    if (listed === undefined) return { ...answered, tools: undefined, called: undefined };
    const list = asRecord(listed.result).tools;
    const tools = (Array.isArray(list) ? list : []).map((one) => String(asRecord(one).name));
    if (tool === undefined || !tools.includes(tool)) return { ...answered, tools, called: undefined };
    const call = { id: 3, method: "tools/call", params: { name: tool, arguments: {} } };
    return { ...answered, tools, called: asRecord((await ask(call, limits.call))?.result) };
  } catch {
    return undefined; // It has closed its stdin.
  } finally {
    over.abort();
    cancel();
    writer.releaseLock();
    await replies.return(undefined);
  }
}

type Replies = AsyncGenerator<JsonRecord, undefined>;

async function replyTo(id: number, replies: Replies): Promise<JsonRecord | undefined> {
  for (let next = await replies.next(); !next.done; next = await replies.next()) {
    if (next.value.id === id) return next.value;
  }
  return undefined;
}

async function* repliesOf(stdout: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal): Replies {
  let rest = "";
  try {
    for await (const piece of stdout.pipeThrough(new TextDecoderStream(), { signal })) {
      const lines = `${rest}${piece}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield asRecord(tryParseJson(line));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return undefined;
}
