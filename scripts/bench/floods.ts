/**
 * Code that says too much, on a Jupyter that passes everything on: how long it takes, and how long somebody else's
 * small run takes meanwhile, through the program and through bare clients.
 */

import { connect } from "../../tests/harness/client.ts";
import { startJupyter } from "../../tests/harness/jupyter.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { KernelClient } from "../../tests/harness/kernel_client.ts";
import { deleteKernel, startKernel } from "../../tests/harness/rest.ts";
import { atMost } from "./measurement.ts";
import type { Measurement } from "./measurement.ts";
import { quantile } from "./statistics.ts";
import { timed } from "./timed.ts";

const floods: Readonly<Record<string, string>> = {
  "100 MB in lines": "line = 'x' * 999\nfor _ in range(100_000): print(line)",
  "one frame of 100 MB": "import sys\n_ = sys.stdout.write('x' * 100_000_000)",
  "5,000 displays": "from IPython.display import display\nfor i in range(5_000): display(i)",
  "200 figures": "import matplotlib.pyplot as plt\nfor i in range(200):\n" +
    "  plt.figure(figsize=(1, 1), dpi=40).add_axes((0, 0, 1, 1)).axis('off')\n  plt.show()",
  "prints without end": "import time\nend = time.time() + 8\nwhile time.time() < end: print('x' * 100)",
};

interface Outcome {
  readonly milliseconds: number;
  /** Of small runs in another kernel meanwhile. */
  readonly others: readonly number[];
}

export async function measureFloods(_: JupyterServer): Promise<Measurement[]> {
  await using jupyter = await startJupyter({
    environment: "plain",
    extraArgs: ["--ZMQChannelsWebsocketConnection.limit_rate=False"],
  });
  const rows: Measurement[] = [];
  for (const [what, code] of Object.entries(floods)) {
    const bare = await throughBareClients(jupyter, code);
    const ours = await throughTheProgram(jupyter, code);
    const [bareLate, ourLate] = [bare, ours].map(({ others }) => quantile(others, 0.9));
    rows.push(
      atMost(`${what}: time / that of a bare client`, ours.milliseconds / bare.milliseconds, {
        limit: 2,
        unit: "×",
      }),
      atMost(
        `${what}: another session's answer above bare, p90 of ${ours.others.length}`,
        (ourLate ?? 0) - (bareLate ?? 0),
        { limit: 100, unit: "ms" },
      ),
    );
  }
  return rows;
}

async function throughBareClients(jupyter: JupyterServer, code: string): Promise<Outcome> {
  const kernels = await Promise.all([startKernel(jupyter), startKernel(jupyter)]);
  await using stack = new AsyncDisposableStack();
  const [flooded, other] = await Promise.all(
    kernels.map(async ({ id }) => stack.use(await KernelClient.open(jupyter, id))),
  );
  if (flooded === undefined || other === undefined) throw new Error("Cannot measure: no kernels");
  const outcome = await sideBySide((text) => flooded.execute(text), { code, run: () => other.execute("1") });
  await stack.disposeAsync();
  await Promise.all(kernels.map(({ id }) => deleteKernel(jupyter, id)));
  return outcome;
}

async function throughTheProgram(jupyter: JupyterServer, code: string): Promise<Outcome> {
  await using ours = await connect({ program: "compiled", jupyter });
  const [flooded, other] = await Promise.all(
    [1, 2].map(async () => (await ours.call("session_create", {})).string("session_id")),
  );
  const execute = (session_id: string | undefined, text: string) =>
    ours.call("execute_code", { session_id, code: text, timeout: 120 });
  const outcome = await sideBySide((text) => execute(flooded, text), {
    code,
    run: () => execute(other, "1"),
  });
  await Promise.all([flooded, other].map((session_id) => ours.call("session_delete", { session_id })));
  return outcome;
}

async function sideBySide(
  flood: (code: string) => Promise<unknown>,
  { code, run }: { readonly code: string; readonly run: () => Promise<unknown> },
): Promise<Outcome> {
  await Promise.all([flood("import matplotlib.pyplot"), run()]);
  const others: number[] = [];
  let isOver = false;
  const flooding = timed(() => flood(code)).finally(() => isOver = true);
  while (!isOver) others.push(await timed(run));
  return { milliseconds: await flooding, others };
}
