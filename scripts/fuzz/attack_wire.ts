/**
 * Puts the program before a server that lies on the wire, and reports what broke: every call must be answered with an error
 * that says whose fault it is, nothing may be unhandled, and memory stays bounded.
 */

import { connect, type StdioConnection } from "../../tests/harness/client.ts";
import { peakMemory } from "../../tests/harness/peak_memory.ts";
import type { ProgramKind } from "../../tests/harness/program.ts";
import { answers, hanging, lyingKernels, LyingServer } from "./lying_server.ts";

const mostMemory = 400_000_000;
/** Milliseconds for the answer to a call that wants to wait 5 s at most. */
const answerLimit = 40_000;
/** A list of nothing that we know is an empty one. */
const expected: ReadonlySet<unknown> = new Set(["jupyter_unreachable", "too_large", undefined]);

export interface WireReport {
  readonly attacks: number;
  readonly peak: number;
  readonly failures: readonly string[];
}

export async function attackWire(program: ProgramKind): Promise<WireReport> {
  const failures: string[] = [];
  await using server = new LyingServer();
  const jupyter = { url: server.url, token: "token-of-the-liar" };
  await using connection = await connect({ program, jupyter });
  const attack = async (name: string, tool: string, args: Record<string, unknown>) => {
    const answer = await connection.call(tool, args, { timeout: answerLimit }).catch(String);
    if (typeof answer === "string") failures.push(`${name}: ${answer}`);
    else if (!expected.has(answer.json["error"])) failures.push(`${name}: ${answer.text.slice(0, 300)}`);
  };
  for (const [name, lie] of Object.entries(answers)) {
    server.lie = lie;
    await attack(name, "session_list", {});
  }
  server.liesAt = "/metrics";
  for (const [name, lie] of Object.entries(answers)) {
    server.lie = lie;
    const content = JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 });
    await attack(`${name}, of metrics`, "file_write", { path: "lie.ipynb", content, overwrite: true });
  }
  server.lie = undefined;
  await Promise.all([
    ...lyingKernels.map((name, number) =>
      attack(name, "execute_code", { session_id: `lying-${number}`, code: "1", timeout: 5 })
    ),
    attack(hanging, "session_connect", { session_id: `lying-${lyingKernels.indexOf(hanging)}` }),
  ]);
  failures.push(...await harmOf(connection));
  const peak = await peakMemory(connection.pid);
  if (peak > mostMemory) failures.push(`memory peaked at ${Math.round(peak / 1e6)} MB`);
  return { attacks: 2 * Object.keys(answers).length + lyingKernels.length + 1, peak, failures };
}

/** What is wrong with a program after all that. */
async function harmOf(connection: StdioConnection): Promise<string[]> {
  const honest = await connection.call("session_list", {}, { timeout: answerLimit }).catch(String);
  const isWell = typeof honest !== "string" && !honest.isError;
  return [
    ...(isWell
      ? []
      : [`an honest answer is not understood: ${typeof honest === "string" ? honest : honest.text}`]),
    ...connection.stderr().split("\n").filter((line) => /internal error|unhandled|crashed/.test(line)),
  ];
}
