/**
 * Sends malformed messages to a program, some at a time, and reports what came of them.
 *
 * Every request with a proper id must be answered in time, and the program must still answer a ping and end by itself.
 * The whole ends in time as well, also where each answer takes long: with the counts up to there, and as a failure.
 */

import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import type { ProgramKind } from "../../tests/harness/program.ts";
import type { Answer, Tally } from "./answers.ts";
import { makeMessage, type Message } from "./messages.ts";
import { prepare } from "./prepare.ts";
import { Random } from "./random.ts";

export interface FuzzOptions {
  readonly program: ProgramKind;
  readonly jupyter: JupyterServer;
  readonly seed: number;
  readonly messages: number;
  /** Milliseconds after which no more are sent; ten minutes if absent. */
  readonly limit?: number;
  /** Called now and then with the number of messages sent. */
  readonly onProgress?: (sent: number) => void;
}

export interface FuzzReport {
  readonly sent: number;
  readonly answered: number;
  /** Results and errors by their code. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** What must not be: each is a failure. */
  readonly failures: readonly string[];
}

/** A program that can be sent anything. */
export interface FuzzedProgram {
  readonly tally: Tally;
  /** Sends a message; resolves with its answer, where one is owed. */
  readonly deliver: (message: Message, random: Random) => Promise<void>;
  /** Sends a proper request. */
  readonly ask: (id: number, method: string, params: unknown) => Promise<Answer | undefined>;
  /** Has the program end. */
  readonly end: () => Promise<void>;
}

/**
 * Milliseconds that one answer may take. A Jupyter that was asked to restart one kernel many times at once holds back
 * its handshake for a minute, and the kernel then has another to answer, both several times over.
 */
export const patience = 300_000;
/** Ids of our own requests, out of the way of the fuzzed ones. */
export const ownIds = 1_000_000_000;
/** Messages under way at once. */
const window = 40;
const mostFailures = 20;

/** Sends all messages; what went wrong is in the report. */
export async function fuzz(program: FuzzedProgram, options: FuzzOptions): Promise<FuzzReport> {
  const { tally } = program;
  let sent = 0;
  try {
    sent = await sendAll(program, options);
    if (await program.ask(ownIds + 9, "ping", {}) === undefined) {
      tally.failures.push("a last ping was not answered");
    }
  } finally {
    await program.end();
  }
  const { failures, answered, outcomes } = tally;
  return { sent, answered, outcomes, failures };
}

async function sendAll(program: FuzzedProgram, options: FuzzOptions): Promise<number> {
  const { failures } = program.tally;
  const { messages, seed, onProgress, limit = 600_000 } = options;
  const known = await prepare(program);
  const deadline = performance.now() + limit;
  const random = new Random(seed);
  const running = new Set<Promise<unknown>>();
  let sent = 0;
  for (; sent < messages && failures.length < mostFailures; sent++) {
    if (performance.now() > deadline) {
      failures.push(`only ${sent} of ${messages} messages were sent within ${limit / 1000} s`);
      break;
    }
    const waiting = program.deliver(makeMessage(random, sent + 1, known), random);
    running.add(waiting);
    void waiting.finally(() => running.delete(waiting));
    while (running.size >= window) await Promise.race(running);
    if (sent % 500 === 0) onProgress?.(sent);
  }
  await Promise.all(running);
  return sent;
}
