/**
 * Datalayer's own server beside ours in its place: the same script on both, taking turns on one Jupyter, from the
 * start of the process to reading a notebook of 500 cells.
 */

import type { Connection } from "../../tests/harness/client.ts";
import { connectDatalayer } from "../../tests/harness/datalayer.ts";
import { connectPeer } from "../../tests/harness/datalayer_peer.ts";
import { ensureEnvironment } from "../../tests/harness/environment.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { code, putCells } from "../../tests/harness/notebook.ts";
import type { Measurement } from "./measurement.ts";
import { median } from "./statistics.ts";

const rounds = 3;
/** Calls of each tool in a round, but for the start. */
const repeats = 5;

type Times = Map<string, number[]>;

export async function measurePeers(jupyter: JupyterServer): Promise<Measurement[]> {
  await ensureEnvironment("datalayer");
  const theirs: Times = new Map();
  const ours: Times = new Map();
  const env = { START_NEW_CODE_SANDBOX: "false" };
  for (let round = 0; round < rounds; round++) {
    await script(jupyter, theirs, () => connectPeer(jupyter));
    await script(jupyter, ours, () => connectDatalayer({ program: "compiled", jupyter, env }));
  }
  return [...theirs.keys()].map((what) => {
    const [their, our] = [median(theirs.get(what) ?? []), median(ours.get(what) ?? [])];
    const shown = (value: number) => value.toFixed(value < 10 ? 1 : 0);
    return {
      what: `${what}, Datalayer's / ours`,
      value: `${shown(their)} / ${shown(our)} ms`,
      bound: `${shown(their / our)} times faster`,
    };
  });
}

async function script(jupyter: JupyterServer, times: Times, start: () => Promise<Connection>): Promise<void> {
  const small = await putCells(jupyter, [code("one", "1 + 1")]);
  const large = await putCells(
    jupyter,
    Array.from({ length: 500 }, (_, index) => code(`c${index}`, `x = ${index}`)),
  );
  const time = async <T>(what: string, action: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const value = await action();
    const known = times.get(what) ?? [];
    known.push(performance.now() - started);
    times.set(what, known);
    return value;
  };
  await using connection = await time("start → `initialize` answered", start);
  const call = (name: string, args: Record<string, unknown>) =>
    time(`\`${name}\``, async () => {
      const { isError, text } = await connection.call(name, args);
      if (isError) throw new Error(`Cannot measure: ${name} answered ${text}`);
    });
  await call("use_notebook", { notebook_name: "small", notebook_path: small, kernel_id: "NEW" });
  // The first run also connects to a kernel that is still starting.
  await connection.call("execute_code", { code: "0" });
  for (let turn = 0; turn < repeats; turn++) {
    await call("execute_code", { code: "1 + 1" });
    await call("execute_cell", { cell_index: 0 });
    await call("insert_execute_code_cell", { cell_index: -1, cell_source: "2 + 2" });
  }
  await connection.call("use_notebook", { notebook_name: "large", notebook_path: large, kernel_id: "NEW" });
  for (let turn = 0; turn < repeats; turn++) {
    await call("read_notebook", { notebook_name: "large", limit: 0 });
  }
  for (const name of ["small", "large"]) await connection.call("unuse_notebook", { notebook_name: name });
}
