/** Resident memory of the compiled program: idle after its start, and after a hundred runs. */

import { connect } from "../../tests/harness/client.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { atMost } from "./measurement.ts";
import type { Measurement } from "./measurement.ts";

const runs = 100;

export async function measureMemory(jupyter: JupyterServer): Promise<Measurement[]> {
  await using ours = await connect({ program: "compiled", jupyter });
  await ours.client.listTools();
  const idle = await residentMegabytes(ours.pid);
  const sessionId = (await ours.call("session_create", {})).string("session_id");
  for (let run = 0; run < runs; run++) {
    await ours.call("execute_code", { session_id: sessionId, code: "print('x' * 1000)" });
  }
  const afterRuns = await residentMegabytes(ours.pid);
  await ours.call("session_delete", { session_id: sessionId });
  return [
    atMost("resident memory, idle after start", idle, { limit: 110, unit: "MB" }),
    { what: `resident memory, after ${runs} runs`, value: `${afterRuns.toFixed(1)} MB` },
  ];
}

/** As `ps` says, which Linux and macOS both have. */
async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "rss=", "-p", String(pid)] }).output();
  return Number(new TextDecoder().decode(stdout).trim()) * 1024 / 1e6;
}
