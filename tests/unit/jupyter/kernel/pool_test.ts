import assert from "node:assert/strict";
import { fakeJupyter, type FakeOptions } from "./fake_jupyter.ts";

/** A kernel on which a run has begun, with the state that follows from what the server reports. */
async function stateGiven(reported: string, options: FakeOptions): Promise<string> {
  await using jupyter = fakeJupyter({
    ...options,
    onExecute: (send) => send("status", { execution_state: "busy" }),
  });
  await jupyter.kernel.connect();
  jupyter.kernel.execute({ sessionId: "s", code: "1" });
  return await jupyter.kernel.mainShellState(reported);
}

Deno.test("Kernel.mainShellState calls a kernel busy whose cell continues, though an inspection beside it has ended", async () => {
  let probes = 0;
  // The first probe is that of the opening.
  assert.equal(await stateGiven("idle", { onMainAsked: () => ++probes === 1 }), "busy");
});

Deno.test("Kernel.mainShellState believes the main shell more than what we have seen", async () => {
  assert.equal(await stateGiven("idle", {}), "idle");
});

Deno.test("Kernel.mainShellState asks nothing if there is no doubt", async () => {
  await using jupyter = fakeJupyter();
  assert.equal(await jupyter.kernel.mainShellState("idle"), "idle");
  assert.equal(await jupyter.kernel.mainShellState("busy"), "busy");
});

Deno.test("Kernel is busy if its main shell does not answer, though the server has seen an inspection beside a cell end", async () => {
  await using jupyter = fakeJupyter({ onMainAsked: () => false });
  await jupyter.kernel.connect();
  assert.ok(jupyter.kernel.isBusy);
});

Deno.test("Kernel is not busy if its main shell answers", async () => {
  await using jupyter = fakeJupyter();
  await jupyter.kernel.connect();
  assert.ok(!jupyter.kernel.isBusy);
});
