import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { Execution } from "../../../../src/jupyter/kernel/execution.ts";
import { RunRegistry } from "../../../../src/jupyter/kernel/run_registry.ts";

const limits = { runs: 3, output: 1_000 };

function ended(characters = 0): Execution {
  const execution = new Execution({ sessionId: "s", code: "1" });
  execution.take({
    channel: "iopub",
    header: { msg_id: "1", msg_type: "stream" },
    parent: {},
    content: () => ({ name: "stdout", text: "x".repeat(characters) }),
  });
  execution.end("ok");
  return execution;
}

function notFound(registry: RunRegistry, id: string): AppError {
  try {
    registry.get(id);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("found");
}

Deno.test("RunRegistry finds a run by its id and lists all, oldest first", () => {
  const registry = new RunRegistry();
  const [one, two] = [ended(), ended()];
  registry.add(one);
  registry.add(two);
  assert.equal(registry.get(one.id), one);
  assert.deepEqual(registry.list(), [one, two]);
});

Deno.test("RunRegistry keeps the newest ended runs and every running one", () => {
  const registry = new RunRegistry(limits);
  const running = new Execution({ sessionId: "s", code: "while True: pass" });
  registry.add(running);
  const runs = [ended(), ended(), ended(), ended()];
  for (const run of runs) registry.add(run);
  assert.deepEqual(registry.list(), [running, ...runs.slice(-2)]);
});

Deno.test("RunRegistry keeps more than its number where all are running", () => {
  const registry = new RunRegistry(limits);
  for (let number = 0; number < 5; number++) registry.add(new Execution({ sessionId: "s", code: "1" }));
  assert.equal(registry.list().length, 5);
});

Deno.test("RunRegistry lets the outputs of the oldest runs go where those of all are too large", async () => {
  const registry = new RunRegistry(limits);
  const runs = [ended(600), ended(300), ended(200)];
  for (const run of runs) registry.add(run);
  await Promise.all(runs.map((run) => run.ended));
  assert.deepEqual(registry.list(), runs);
  assert.deepEqual(runs.map((run) => run.outputs.size), [0, 300, 200]);
  assert.deepEqual(runs[0]?.outputs.dropped, { textBytes: 600, outputs: 1 });
});

Deno.test("RunRegistry keeps the outputs of the newest run whatever they weigh", async () => {
  const registry = new RunRegistry(limits);
  const run = ended(5_000);
  registry.add(run);
  await run.ended;
  assert.equal(run.outputs.size, 5_000);
});

Deno.test("RunRegistry tells a dropped run from one that never was, and names those that are kept", () => {
  const registry = new RunRegistry(limits);
  const runs = [ended(), ended(), ended(), ended()];
  for (const run of runs) registry.add(run);
  const dropped = notFound(registry, runs[0]?.id ?? "");
  assert.equal(dropped.code, "execution_not_found");
  assert.match(dropped.message, /it was dropped to free space/);
  assert.deepEqual(dropped.details["available"], runs.slice(1).map((run) => run.id));
  assert.match(notFound(registry, "nonsense").message, /"nonsense": no run has this id/);
});

Deno.test("RunRegistry tells of the end of every run", async () => {
  const registry = new RunRegistry();
  const seen: string[] = [];
  registry.onEnd((execution) => seen.push(execution.status));
  const execution = new Execution({ sessionId: "s", code: "1" });
  registry.add(execution);
  assert.deepEqual(seen, []);
  execution.end("error");
  await execution.ended;
  assert.deepEqual(seen, ["error"]);
});
