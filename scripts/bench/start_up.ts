/** From the start of the process to the answer to `initialize`, with Jupyter up and with nothing there. */

import { freePort } from "../../tests/harness/jupyter.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { programOf } from "../../tests/harness/program.ts";
import { StdioTransport } from "../../tests/harness/stdio_transport.ts";
import { atMost } from "./measurement.ts";
import type { Measurement } from "./measurement.ts";
import { median, quantile } from "./statistics.ts";

const rounds = 20;

export async function measureStartUp(jupyter: JupyterServer): Promise<Measurement[]> {
  const down = { url: `http://127.0.0.1:${freePort()}/`, token: "none" };
  // The first start of a new binary reads it from the disk.
  await startOnce(jupyter);
  const up: number[] = [];
  const missing: number[] = [];
  for (let round = 0; round < rounds; round++) {
    up.push(await startOnce(jupyter));
    missing.push(await startOnce(down));
  }
  const bound = { limit: 200, unit: "ms" };
  return [
    atMost("start → `initialize` answered, median", median(up), bound),
    atMost("the same, Jupyter down", median(missing), bound),
    {
      what: "the same, p95, Jupyter up / down",
      value: `${quantile(up, 0.95).toFixed(0)} / ${quantile(missing, 0.95).toFixed(0)} ms`,
    },
  ];
}

async function startOnce(jupyter: { url: string; token: string }): Promise<number> {
  const transport = new StdioTransport(programOf({
    program: "compiled",
    args: ["--jupyter-url", jupyter.url],
    env: { JUPYTER_TOKEN: jupyter.token },
  }));
  const answered = new Promise<void>((resolve, reject) => {
    transport.onmessage = () => resolve();
    transport.onclose = () => reject(new Error(`Cannot measure: the program ended\n${transport.stderr}`));
  });
  const started = performance.now();
  await transport.start();
  const clientInfo = { name: "bench", version: "0" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  await transport.send({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  await answered;
  const elapsed = performance.now() - started;
  await transport.close();
  return elapsed;
}
