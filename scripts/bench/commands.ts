/** Calls from a shell: the whole command, from the start of the process to its end, without the kernel's own time. */

import { z } from "zod";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { runBinary } from "../../tests/harness/run_binary.ts";
import { atMost } from "./measurement.ts";
import type { Measurement } from "./measurement.ts";
import { median, quantile } from "./statistics.ts";

const rounds = 20;
const session = "bench-commands";

export async function measureCommands({ url, token }: JupyterServer): Promise<Measurement[]> {
  const run = async (...args: readonly string[]) => {
    const began = performance.now();
    const { code, stdout, stderr } = await runBinary(args, { JUPYTER_SERVER_URL: url, JUPYTER_TOKEN: token });
    if (code !== 0) throw new Error(`Cannot measure: ${args.join(" ")} ended with ${code}\n${stderr}`);
    return { milliseconds: performance.now() - began, stdout };
  };
  const execute = async () => {
    const { milliseconds, stdout } = await run("run", "-s", session, "--json", "1 + 1");
    return milliseconds - ran.parse(JSON.parse(stdout)).result.execution_time_ms;
  };
  await execute();
  const runs: number[] = [];
  const lists: number[] = [];
  for (let round = 0; round < rounds; round++) {
    runs.push(await execute());
    lists.push((await run("call", "session_list")).milliseconds);
  }
  await run("call", "session_delete", "--session_id", session);
  const bound = { limit: 250, unit: "ms" };
  return [
    atMost('`jupyter-mcp run -s NAME "1 + 1"`, whole command, median', median(runs), bound),
    atMost("`jupyter-mcp call session_list`, whole command, median", median(lists), bound),
    {
      what: "the same two, p95",
      value: `${quantile(runs, 0.95).toFixed(0)} / ${quantile(lists, 0.95).toFixed(0)} ms`,
    },
  ];
}

const ran = z.object({ result: z.object({ execution_time_ms: z.number() }) });
