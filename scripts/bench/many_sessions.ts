/** A hundred sessions of one process over HTTP, with twenty clients: every answer right, and how long each takes. */

import type { Connection } from "../../tests/harness/client.ts";
import { startHttpProgram } from "../../tests/harness/http_program.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import type { Measurement } from "./measurement.ts";
import { quantile } from "./statistics.ts";
import { timed } from "./timed.ts";

const clientCount = 20;
const perClient = 5;
const rounds = 3;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

export async function measureManySessions(jupyter: JupyterServer): Promise<Measurement[]> {
  const sessionCount = clientCount * perClient;
  await using program = await startHttpProgram({
    program: "compiled",
    jupyter,
    args: ["--max-sessions", String(sessionCount)],
  });
  await using stack = new AsyncDisposableStack();
  const clients = await Promise.all(
    numbers(clientCount).map(async (index) =>
      stack.use(await program.connect({ era: index % 2 === 0 ? "legacy" : "modern" }))
    ),
  );
  const sessions = await Promise.all(
    clients.flatMap((client) => numbers(perClient).map(() => open(client))),
  );
  const times: number[] = [];
  let right = 0;
  for (const round of numbers(rounds)) {
    await Promise.all(sessions.map(async ({ client, session_id }, index) => {
      times.push(
        await timed(async () => {
          const code = `print(${index}, ${round})`;
          const { json } = await client.call("execute_code", { session_id, code, timeout: 120 });
          if (json["stdout"] === `${index} ${round}\n`) right++;
        }),
      );
    }));
  }
  await Promise.all(sessions.map(({ client, session_id }) => client.call("session_delete", { session_id })));
  const all = sessionCount * rounds;
  return [
    {
      what:
        `${sessionCount} sessions of ${clientCount} clients, ${rounds} small runs each at once: right answers`,
      value: `${right} of ${all}`,
      bound: String(all),
      kept: right === all,
    },
    {
      what: `${sessionCount} runs at once: median / slowest`,
      value: `${quantile(times, 0.5).toFixed(0)} / ${Math.max(...times).toFixed(0)} ms`,
    },
  ];
}

async function open(client: Connection): Promise<{ client: Connection; session_id: string }> {
  const created = await client.call("session_create", {});
  if (created.isError) throw new Error(`Cannot measure: session_create answered ${created.text}`);
  return { client, session_id: created.string("session_id") };
}
