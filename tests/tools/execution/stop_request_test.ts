/** Stopping one request from inside a kernel: on a real one, with a person's requests before and behind it. */

import assert from "node:assert/strict";
import { interruptRequest } from "../../../src/jupyter/inspect/interrupt_request.ts";
import { Kernel } from "../../../src/jupyter/kernel/kernel.ts";
import { JupyterHttp } from "../../../src/jupyter/rest/http.ts";
import { createLogger } from "../../../src/base/log.ts";
import { Gate } from "../../harness/gate.ts";
import { KernelClient, printed } from "../../harness/kernel_client.ts";
import { deleteKernel, startKernel } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("interruptRequest", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  const { id } = await startKernel(jupyter);
  const http = new JupyterHttp({ target: { url: jupyter.url, token: jupyter.token, origin: "given" } });
  const kernel = new Kernel({ http, id, log: createLogger({ level: "error" }) });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => deleteKernel(jupyter, id));
  stack.defer(() => kernel.disconnect());
  await kernel.connect();
  const person = stack.use(await KernelClient.open(jupyter, id));
  await person.execute("done = []");
  const stop = (request: string) => interruptRequest(kernel, request, 30_000);

  await t.step("drops one that is queued: it never runs, those around it do", async () => {
    await using begun = new Gate(jupyter);
    await using gate = new Gate(jupyter);
    const first = person.execute(`${begun.opening}\n${gate.wait}\ndone.append('first')`);
    await begun.opened();
    const request = crypto.randomUUID();
    const dropped = person.execute("print('never')\ndone.append('dropped')", { id: request });
    const last = person.execute("done.append('last')\nprint(done)");
    assert.equal(await stop(request), "absent");
    await gate.open();
    assert.equal((await first).reply["status"], "ok");
    assert.equal(printed((await dropped).iopub), "");
    assert.equal(printed((await last).iopub), "['first', 'last']\n");
    assert.equal(await stop(request), "dropped");
  });

  const waiting = {
    "in Python": (gate: Gate) => gate.wait,
    "in a coroutine": (gate: Gate) => `import asyncio\nwhile not ${gate.isOpen}: await asyncio.sleep(0.02)`,
    "for another program": () => "__import__('subprocess').run(['sleep', '600'])",
  };
  for (const [how, wait] of Object.entries(waiting)) {
    await t.step(`interrupts one that waits ${how}, and not the next`, async () => {
      await using begun = new Gate(jupyter);
      await using gate = new Gate(jupyter);
      const request = crypto.randomUUID();
      const stopped = person.execute(`${begun.opening}\n${wait(gate)}`, { id: request, stopsOthers: false });
      await begun.opened();
      const next = person.execute("import time\ntime.sleep(0.3)\nprint('whole')");
      assert.equal(await stop(request), "interrupted");
      assert.match(String((await stopped).reply["ename"]), /KeyboardInterrupt|CancelledError/);
      assert.equal(printed((await next).iopub), "whole\n");
    });
  }

  await t.step("leaves others alone if it has ended", async () => {
    const request = crypto.randomUUID();
    await person.execute("1", { id: request });
    await using begun = new Gate(jupyter);
    await using gate = new Gate(jupyter);
    const other = person.execute(`${begun.opening}\n${gate.wait}\nprint('whole')`);
    await begun.opened();
    assert.equal(await stop(request), "absent");
    await gate.open();
    assert.equal(printed((await other).iopub), "whole\n");
  });
});
