/**
 * Six everyday tasks as a sensible agent does them, written down once for our tools and once for Datalayer's. Code that
 * both run is the same; what differs is how a server lets an agent get at it.
 */

import type { JupyterServer } from "../../../tests/harness/jupyter.ts";
import { KernelClient } from "../../../tests/harness/kernel_client.ts";
import { code, putCells } from "../../../tests/harness/notebook.ts";
import { jupyterJson } from "../../../tests/harness/rest.ts";
import type { Conversation } from "./conversation.ts";

export interface Task {
  readonly name: string;
  /** Prepares the server; what it returns is undone after the task. */
  readonly prepare?: (jupyter: JupyterServer) => Promise<AsyncDisposable | undefined>;
  readonly ours: (agent: Conversation) => Promise<void>;
  readonly theirs: (agent: Conversation) => Promise<void>;
}

const load = "import pandas as pd\ndf = pd.read_csv('sales.csv', parse_dates=['date'])";
const byRegion = "print(df.groupby('region')['revenue'].agg(['sum', 'mean']).round(1))";
const monthly = "monthly = df.set_index('date').groupby('region')['revenue'].resample('MS').sum().unstack(0)";
const figure = `import matplotlib.pyplot as plt
${monthly}
monthly.plot(title='Monthly revenue', figsize=(8, 4))
plt.show()`;

const explore: Task = {
  name: "explore a table",
  async ours(agent) {
    const begun = await agent.call("execute_code", { code: load });
    const session_id = begun.string("session_id");
    await agent.call("get_dataframe_info", { session_id, variable_name: "df" });
    await agent.call("execute_code", { code: byRegion });
    await agent.call("execute_code", { code: figure });
  },
  async theirs(agent) {
    await use(agent, "explore.ipynb", "create");
    await agent.call("execute_code", { code: load });
    await agent.call("execute_code", { code: "df.info()" });
    await agent.call("execute_code", { code: "print(df.head().to_string())" });
    await agent.call("execute_code", { code: "print(df.describe().to_string())" });
    await agent.call("execute_code", { code: byRegion });
    await agent.call("execute_code", { code: figure });
  },
};

const cells = [
  { cell_type: "markdown", source: "# Sales by region" },
  { cell_type: "code", source: load },
  { cell_type: "code", source: byRegion },
  { cell_type: "code", source: monthly },
  { cell_type: "code", source: figure },
  { cell_type: "markdown", source: "North leads in every month." },
];

const write: Task = {
  name: "write a notebook",
  async ours(agent) {
    await agent.call("notebook_create", { notebook_path: "report.ipynb", cells });
    await agent.call("notebook_execute_cell", { notebook_path: "report.ipynb", cell: "all" });
    await agent.call("notebook_add_cell", {
      notebook_path: "report.ipynb",
      after: 3,
      source: "monthly.tail(3).round(0)",
      execute: true,
    });
  },
  async theirs(agent) {
    await use(agent, "report.ipynb", "create");
    for (const [index, { cell_type, source }] of cells.entries()) {
      if (cell_type === "code") {
        await agent.call("insert_execute_code_cell", { cell_index: index, cell_source: source });
      } else await agent.call("insert_cell", { cell_index: index, cell_type, cell_source: source });
    }
    await agent.call("insert_execute_code_cell", { cell_index: 4, cell_source: "monthly.tail(3).round(0)" });
  },
};

const broken = [
  code("load", load),
  code("month", "df['month'] = df.date.dt.strftime('%Y-%m')"),
  code("top", "top = df.groupby('regoin').revenue.sum().sort_values()\nprint(top)"),
  code("share", "share = top / top.sum()\nprint(share.round(3))"),
  code("mean", "print(df.revenue.meam())"),
  code("end", "print('done')"),
];

const repair: Task = {
  name: "repair a notebook",
  async prepare(jupyter) {
    await putCells(jupyter, broken, "broken.ipynb");
    return undefined;
  },
  async ours(agent) {
    const notebook_path = "broken.ipynb";
    await agent.call("notebook_get", { notebook_path, detail: "source" });
    await agent.call("notebook_execute_cell", { notebook_path, cell: "all" });
    await agent.call("notebook_edit_cell", {
      notebook_path,
      edits: [
        { cell: "top", find: "regoin", replace: "region" },
        { cell: "mean", find: "meam", replace: "mean" },
      ],
    });
    await agent.call("notebook_execute_cell", { notebook_path, cell: "all", restart: true });
  },
  async theirs(agent) {
    const name = "broken";
    await use(agent, "broken.ipynb", "connect");
    await agent.call("read_notebook", { notebook_name: name, response_format: "detailed" });
    for (const cell_index of [0, 1, 2]) await agent.call("execute_cell", { cell_index });
    await agent.call("edit_cell_source", { cell_index: 2, old_string: "regoin", new_string: "region" });
    await agent.call("edit_cell_source", { cell_index: 4, old_string: "meam", new_string: "mean" });
    await agent.call("restart_notebook", { notebook_name: name });
    for (const cell_index of broken.keys()) await agent.call("execute_cell", { cell_index });
  },
};

const training = `import time
for epoch in range(10_000):
    print(f"epoch {epoch}: loss {1 / (epoch + 1):.4f}", flush=True)
    time.sleep(0.05)`;

const longRun: Task = {
  name: "watch and stop a long run",
  async ours(agent) {
    const begun = await agent.call("execute_code", { code: training, timeout: 1, on_timeout: "continue" });
    const execution_id = begun.string("execution_id");
    await agent.call("execution_get", { execution_id, wait: 2, tail: 2 });
    await agent.call("execution_get", { execution_id, wait: 2, tail: 2 });
    await agent.call("kernel_interrupt", { execution_id });
    await agent.call("execute_code", { code: "epoch > 10" });
  },
  async theirs(agent) {
    await use(agent, "training.ipynb", "create");
    await agent.call("insert_cell", { cell_index: 0, cell_type: "code", cell_source: training });
    // A run cannot be left to itself: the call holds the agent until its time is over, and the run goes with it.
    await agent.call("execute_cell", { cell_index: 0, timeout: 5, stream: true, progress_interval: 2 });
    await agent.call("execute_code", { code: "epoch > 10" });
  },
};

const big = `import numpy as np, pandas as pd
rng = np.random.default_rng(1)
events = pd.DataFrame({
    "user": rng.integers(0, 50_000, 1_000_000),
    "kind": rng.choice(["view", "click", "buy"], 1_000_000, p=[.8, .15, .05]),
    "value": rng.gamma(2, 20, 1_000_000),
})`;
const buyers = `spent = events[events.kind == "buy"].groupby("user").value.sum().sort_values(ascending=False)
print(spent.head(5).round(2).to_string())
print(len(spent), round(spent.quantile(.99), 2))`;

const bigData: Task = {
  name: "handle a million rows",
  async ours(agent) {
    const begun = await agent.call("execute_code", { code: big });
    const session_id = begun.string("session_id");
    await agent.call("get_dataframe_info", { session_id, variable_name: "events", head_rows: 3 });
    await agent.call("execute_code", { code: buyers });
    await agent.call("execute_code", { code: "events.kind.value_counts(normalize=True).round(3)" });
  },
  async theirs(agent) {
    await use(agent, "events.ipynb", "create");
    await agent.call("execute_code", { code: big });
    await agent.call("execute_code", { code: "events.info()" });
    await agent.call("execute_code", { code: "print(events.head(3).to_string())" });
    await agent.call("execute_code", { code: "print(events.describe().to_string())" });
    await agent.call("execute_code", { code: buyers });
    await agent.call("execute_code", { code: "events.kind.value_counts(normalize=True).round(3)" });
  },
};

const join: Task = {
  name: "join a person's kernel",
  prepare: (jupyter) => startPerson(jupyter),
  async ours(agent) {
    await agent.call("session_list");
    await agent.call("get_variables", { session_id: "theirs.ipynb" });
    await agent.call("get_dataframe_info", { session_id: "theirs.ipynb", variable_name: "df" });
    await agent.call("execute_code", { session_id: "theirs.ipynb", code: byRegion });
    await agent.call("notebook_add_cell", {
      notebook_path: "theirs.ipynb",
      source: "df.groupby('region').revenue.sum() * rate",
      execute: true,
    });
  },
  async theirs(agent) {
    const kernels = await agent.call("list_kernels");
    const [kernel_id = ""] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(kernels.text) ?? [];
    await agent.call("use_notebook", {
      notebook_name: "theirs",
      notebook_path: "theirs.ipynb",
      mode: "connect",
      kernel_id,
    });
    await agent.call("execute_code", { code: "%whos" });
    await agent.call("execute_code", { code: "df.info()" });
    await agent.call("execute_code", { code: "print(df.head().to_string())" });
    await agent.call("execute_code", { code: byRegion });
    await agent.call("insert_execute_code_cell", {
      cell_index: -1,
      cell_source: "df.groupby('region').revenue.sum() * rate",
    });
  },
};

/** A notebook with a session of its own, in whose kernel a person has worked. */
async function startPerson(jupyter: JupyterServer): Promise<AsyncDisposable> {
  await putCells(jupyter, [code("mine", load)], "theirs.ipynb");
  const body = { path: "theirs.ipynb", name: "theirs.ipynb", type: "notebook", kernel: { name: "python3" } };
  const session = await jupyterJson(jupyter, "api/sessions", { method: "POST", body: JSON.stringify(body) });
  const kernel = Object(Object(session).kernel).id;
  const person = await KernelClient.open(jupyter, String(kernel));
  await person.execute(`${load}\nrate = 1.08`);
  return person;
}

export const tasks: readonly Task[] = [explore, write, repair, longRun, bigData, join];

/** What one careless line costs. */
export const carelessPrint: Task = {
  name: "one careless print of 50,000 lines",
  async ours(agent) {
    await agent.call("execute_code", { code: "for i in range(50_000): print('row', i, 'value', i * 1.5)" });
  },
  async theirs(agent) {
    await use(agent, "print.ipynb", "create");
    await agent.call("execute_code", { code: "for i in range(50_000): print('row', i, 'value', i * 1.5)" });
  },
};

async function use(agent: Conversation, path: string, mode: "connect" | "create"): Promise<void> {
  const notebook_name = path.replace(".ipynb", "");
  await agent.call("use_notebook", { notebook_name, notebook_path: path, mode });
}

/** The table that most tasks are about. */
export function salesCsv(): string {
  const regions = ["North", "South", "East", "West"];
  const lines = Array.from({ length: 4_000 }, (_, row) => {
    const date = new Date(Date.UTC(2024, 0, 1 + Math.floor(row / 8))).toISOString().slice(0, 10);
    const units = 1 + (row * 7919) % 23;
    const region = regions[row % 4];
    return `${row + 1},${date},${region},${units},${(units * (9.5 + (row % 4) * 1.25)).toFixed(2)},${
      row % 3 === 0
    }`;
  });
  return ["order,date,region,units,revenue,returning", ...lines, ""].join("\n");
}
