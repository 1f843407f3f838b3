/**
 * Datalayer's own server beside ours in its place: the same script on both, taking turns on one Jupyter, from the
 * start of the process to 100 MB of output.
 */

import type { Connection } from "../../tests/harness/client.ts";
import { connectDatalayer } from "../../tests/harness/datalayer.ts";
import { connectPeer } from "../../tests/harness/datalayer_peer.ts";
import { ensureEnvironment } from "../../tests/harness/environment.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { KernelClient } from "../../tests/harness/kernel_client.ts";
import { code, type NewCell, putCells } from "../../tests/harness/notebook.ts";
import { peakMemory } from "../../tests/harness/peak_memory.ts";
import { deleteKernel, startKernel } from "../../tests/harness/rest.ts";
import { median } from "./statistics.ts";
import { timed } from "./timed.ts";

export const rounds = 3;
/** Calls of each tool in a row, but for those that are made once. */
export const repeats = 10;

type Unit = "ms" | "MB" | "kB";

/** One line of the comparison; a side that failed has no number. */
export interface Comparison {
  readonly what: string;
  readonly theirs: number | undefined;
  readonly ours: number | undefined;
  readonly unit: Unit;
}

export interface PeerNumbers {
  readonly rows: readonly Comparison[];
  /** Milliseconds of `1 + 1` by a bare kernel client: Jupyter's and the kernel's own. */
  readonly bare: number;
}

/** What was measured → its numbers, one a round; NaN where a call failed. */
type Numbers = Map<string, { readonly unit: Unit; readonly values: number[] }>;

const figure = "import matplotlib.pyplot as plt\nplt.plot([1, 2, 3])\nplt.show()";
const flood = "for _ in range(1000): print('x' * 99_999)";

export async function comparePeers(jupyter: JupyterServer): Promise<PeerNumbers> {
  await ensureEnvironment("datalayer");
  const theirs: Numbers = new Map();
  const ours: Numbers = new Map();
  const bare: number[] = [];
  const env = { START_NEW_CODE_SANDBOX: "false" };
  for (let round = 0; round < rounds; round++) {
    await script(jupyter, theirs, () => connectPeer(jupyter));
    await script(jupyter, ours, () => connectDatalayer({ program: "compiled", jupyter, env }));
    bare.push(...await bareTimes(jupyter));
  }
  const rows = [...theirs].map(([what, { unit }]) => ({
    what,
    unit,
    theirs: middle(theirs, what),
    ours: middle(ours, what),
  }));
  return { rows, bare: median(bare) };
}

async function bareTimes(jupyter: JupyterServer): Promise<number[]> {
  const { id } = await startKernel(jupyter);
  try {
    await using client = await KernelClient.open(jupyter, id);
    await client.execute(figure);
    const times: number[] = [];
    for (let turn = 0; turn < repeats; turn++) times.push(await timed(() => client.execute("1 + 1")));
    return times;
  } finally {
    await deleteKernel(jupyter, id);
  }
}

function middle(numbers: Numbers, what: string): number | undefined {
  const value = median(numbers.get(what)?.values ?? []);
  return Number.isNaN(value) ? undefined : value;
}

type Started = Connection & { readonly pid: number };

async function script(
  jupyter: JupyterServer,
  numbers: Numbers,
  start: () => Promise<Started>,
): Promise<void> {
  const note = (what: string, value: number, unit: Unit) => {
    const known = numbers.get(what) ?? { unit, values: [] };
    known.values.push(value);
    numbers.set(what, known);
  };
  const small = await putCells(jupyter, [code("one", "1 + 1")]);
  const long = await putCells(jupyter, longNotebook());
  const began = performance.now();
  await using connection = await start();
  note("start → `initialize` answered", performance.now() - began, "ms");
  note("`tools/list`", size(await connection.client.listTools()) / 1000, "kB");
  note("most memory after the start", await peakMemory(connection.pid) / 1e6, "MB");
  const call = async (what: string, name: string, args: Record<string, unknown>) => {
    const started = performance.now();
    const ok = await connection.call(name, args, { timeout: 180_000 }).then(
      ({ isError }) => !isError,
      () => false,
    );
    note(what, ok ? performance.now() - started : NaN, "ms");
  };
  await call("open a notebook, with a new kernel", "use_notebook", {
    notebook_name: "small",
    notebook_path: small,
    kernel_id: "NEW",
  });
  // The first run also connects to a kernel that is still starting, and the first figure loads matplotlib.
  await connection.call("execute_code", { code: figure, timeout: 60 });
  const inARow = async (what: string, name: string, args: Record<string, unknown>) => {
    for (let turn = 0; turn < repeats; turn++) await call(what, name, args);
  };
  await inARow("`1 + 1`", "execute_code", { code: "1 + 1" });
  await inARow("a figure", "execute_code", { code: figure });
  await inARow("run a cell of the notebook", "execute_cell", { cell_index: 0 });
  await inARow("add a cell and run it", "insert_execute_code_cell", { cell_index: -1, cell_source: "1 + 1" });
  await connection.call("use_notebook", { notebook_name: "long", notebook_path: long });
  await inARow("read 500 cells", "read_notebook", { notebook_name: "long", limit: 0 });
  await connection.call("use_notebook", { notebook_name: "small", notebook_path: small });
  await call("100 MB of output", "execute_code", { code: flood, timeout: 60 });
  note("most memory after 100 MB of output", await peakMemory(connection.pid) / 1e6, "MB");
  for (const notebook_name of ["small", "long"]) {
    await connection.call("unuse_notebook", { notebook_name }).catch(() => undefined);
  }
}

function longNotebook(): NewCell[] {
  return Array.from(
    { length: 500 },
    (_, index) => code(`cell-${index}`, `x${index} = ${index}\nprint(x${index})`),
  );
}

function size(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
