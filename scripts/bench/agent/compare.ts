/** Replays the tasks with our server and with Datalayer's, each on a clean Jupyter, and tells what they cost. */

import type { Connection } from "../../../tests/harness/client.ts";
import { connect } from "../../../tests/harness/client.ts";
import { connectPeer } from "../../../tests/harness/datalayer_peer.ts";
import { startJupyter } from "../../../tests/harness/jupyter.ts";
import type { RunningJupyter } from "../../../tests/harness/jupyter.ts";
import { bytes, Conversation, type Cost } from "./conversation.ts";
import { carelessPrint, salesCsv, type Task, tasks } from "./tasks.ts";

export interface ComparedTask {
  readonly name: string;
  readonly ours: Cost;
  readonly theirs: Cost;
}

export interface AgentNumbers {
  readonly tasks: readonly ComparedTask[];
  readonly careless: ComparedTask;
  /** Bytes of `tools/list`. */
  readonly lists: { readonly ours: number; readonly theirs: number };
}

export async function compareAgents(report: (line: string) => void): Promise<AgentNumbers> {
  const compared: ComparedTask[] = [];
  for (const task of [...tasks, carelessPrint]) {
    report(`replaying "${task.name}"`);
    const ours = await replay(task, "ours");
    compared.push({ name: task.name, ours, theirs: await replay(task, "theirs") });
  }
  await using jupyter = await startJupyter({ environment: "collaboration" });
  const lists = { ours: await listBytes("ours", jupyter), theirs: await listBytes("theirs", jupyter) };
  const careless = compared.pop();
  if (careless === undefined) throw new Error("Cannot compare: there are no tasks");
  return { tasks: compared, careless, lists };
}

type Side = "ours" | "theirs";

/** Every task is a conversation of its own, with a server that nobody has used. */
async function replay(task: Task, side: Side): Promise<Cost> {
  await using jupyter = await startJupyter({ environment: "collaboration" });
  await Deno.writeTextFile(`${jupyter.root}/sales.csv`, salesCsv());
  await using _person = await task.prepare?.(jupyter);
  await using connection = await start(side, jupyter);
  const agent = new Conversation(connection);
  await task[side](agent);
  return agent.cost;
}

function start(side: Side, jupyter: RunningJupyter): Promise<Connection> {
  return side === "ours" ? connect({ program: "compiled", jupyter }) : connectPeer(jupyter);
}

async function listBytes(side: Side, jupyter: RunningJupyter): Promise<number> {
  await using connection = await start(side, jupyter);
  const { tools } = await connection.client.listTools();
  return bytes(JSON.stringify({ tools }));
}
