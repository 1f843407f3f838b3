/** Every server of `servers.ts` with the same few things to do, taking turns on one Jupyter. */

import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import { Connection } from "../../tests/harness/client.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { putCells } from "../../tests/harness/notebook.ts";
import { peakMemory } from "../../tests/harness/peak_memory.ts";
import { tryParseJson } from "../../src/base/json.ts";
import { deleteKernel, listKernels } from "../../tests/harness/rest.ts";
import { StdioTransport } from "../../tests/harness/stdio_transport.ts";
import { repeats, rounds } from "./peers.ts";
import type { Call, Place, Server } from "./servers.ts";
import { median } from "./statistics.ts";
import { timed } from "./timed.ts";

/** What one server did; a number is missing if the server cannot do it or failed. */
export interface ServerNumbers {
  readonly name: string;
  readonly version: string;
  readonly note?: string;
  readonly tools: number | undefined;
  /** Kilobytes of `tools/list`. */
  readonly list: number | undefined;
  /** Milliseconds from the start of the process to the answer of `initialize`. */
  readonly start: number | undefined;
  /** Megabytes held at most until then. */
  readonly memory: number | undefined;
  /** Milliseconds of `1 + 1`, without a cell and as a new cell. */
  readonly run: number | undefined;
  readonly add: number | undefined;
  /** Whether the new cells and their outputs were in the file when the last reply came. */
  readonly saved: boolean;
}

type Numbers = Record<"tools" | "list" | "start" | "memory" | "run" | "add", number[]>;

const callLimit = { timeout: 120_000 };

export async function compareServers(
  jupyter: JupyterServer,
  { servers, report }: {
    readonly servers: (place: Place) => readonly Server[];
    readonly report: (line: string) => void;
  },
): Promise<readonly ServerNumbers[]> {
  const found = new Map<string, { readonly server: Server; readonly numbers: Numbers; saved: boolean }>();
  for (let round = 0; round < rounds; round++) {
    for (const { name } of servers({ jupyter, notebook: "" })) {
      const notebook = await putCells(jupyter, []);
      const server = servers({ jupyter, notebook }).find((one) => one.name === name);
      if (server === undefined) continue;
      const known = found.get(name) ?? { server, numbers: noNumbers(), saved: true };
      found.set(name, known);
      report(`round ${round + 1}: ${name}`);
      const isSaved = () => hasAllOutputs(join(jupyter.root, notebook));
      known.saved = await measure(server, { numbers: known.numbers, isSaved }) && known.saved;
      for (const { id } of await listKernels(jupyter)) await deleteKernel(jupyter, id);
    }
  }
  return [...found.values()].map(({ server: { name, version, note }, numbers, saved }) => ({
    name,
    version,
    ...(note === undefined ? {} : { note }),
    tools: middle(numbers.tools),
    list: middle(numbers.list),
    start: middle(numbers.start),
    memory: middle(numbers.memory),
    run: middle(numbers.run),
    add: middle(numbers.add),
    saved,
  }));
}

function noNumbers(): Numbers {
  return { tools: [], list: [], start: [], memory: [], run: [], add: [] };
}

function middle(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : median([...values]);
}

interface Measured {
  readonly numbers: Numbers;
  readonly isSaved: () => Promise<boolean>;
}

/** Returns whether all cells were saved when the last reply came. */
async function measure(server: Server, { numbers, isSaved }: Measured): Promise<boolean> {
  const [command, ...args] = server.command;
  const env = { PATH: Deno.env.get("PATH") ?? "", HOME: Deno.env.get("HOME") ?? "/", ...server.env };
  const transport = new StdioTransport({ command, args, env });
  const client = new Client({ name: "jupyter-mcp-bench", version: "0" }, {
    capabilities: {},
    versionNegotiation: { mode: "legacy" },
  });
  numbers.start.push(await timed(() => client.connect(transport, callLimit)));
  await using connection = new Connection(client);
  numbers.memory.push(await peakMemory(transport.pid) / 1e6);
  const { tools } = await client.listTools();
  numbers.tools.push(tools.length);
  numbers.list.push(new TextEncoder().encode(JSON.stringify({ tools })).length / 1000);
  await call(connection, server.open);
  for (const [values, made] of [[numbers.run, server.run], [numbers.add, server.add]] as const) {
    if (made === undefined) continue;
    // The first connects to a kernel that is still starting.
    await call(connection, made);
    for (let turn = 0; turn < repeats; turn++) values.push(await timed(() => call(connection, made)));
  }
  return await isSaved();
}

/** Whether each of the cells that were added is in the file with its output. */
async function hasAllOutputs(path: string): Promise<boolean> {
  // A file that is just being written may be cut off.
  const { success, data } = notebookSchema.safeParse(tryParseJson(await Deno.readTextFile(path)));
  const cells = success ? data.cells : [];
  const done = cells.filter(({ source, outputs = [] }) =>
    [source].flat().join("") === "1 + 1" && outputs.length > 0
  );
  return done.length === repeats + 1;
}

const notebookSchema = z.object({
  cells: z.array(z.object({
    source: z.union([z.string(), z.array(z.string())]),
    outputs: z.array(z.unknown()).optional(),
  })),
});

/** A call that fails ends the measurement: its time would say nothing. */
async function call(connection: Connection, [name, args]: Call): Promise<void> {
  const { isError, text } = await connection.call(name, { ...args }, callLimit);
  if (isError) throw new Error(`${name}: ${text}`);
}
