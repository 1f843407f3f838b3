/** The view of a run, in real Chromium under the official AppBridge, with a real kernel behind it. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openViewTest, startViewHost } from "../harness/view_host.ts";
import { viewsCapability } from "../harness/views_capability.ts";

/** Runs until a file tells it to go on; `step(n)` moves its progress bar. */
function training(folder: string): string {
  return `
import os, sys, time
import matplotlib.pyplot as plt
def step(n):
    sys.stderr.write(f"\\r {n}%|{'#' * (n // 10):10}| {n}/100 [00:01<00:02, 21.3it/s]"); sys.stderr.flush()
    while not os.path.exists(f"${folder}/{n}"): time.sleep(0.02)
print("<b>begun</b>")
step(40)
step(70)
plt.plot([1, 2]); plt.show()
print("trained")`;
}

Deno.test("the view of a run has no Stop button with --read-only", async () => {
  await using test = await openViewTest();
  const long = await test.session.handOver("import time\nprint('on')\ntime.sleep(600)", "on");
  const execution_id = long.string("execution_id");
  const jupyter = sharedJupyter("collaboration");
  await using reader = await connect({ jupyter, capabilities: viewsCapability, args: ["--read-only"] });
  await using host = await startViewHost(reader);
  const view = await host.show("watch_run", { execution_id });
  await view.untilText("Running");
  await view.frame.getByRole("log").getByText("not known here").waitFor();
  assert.ok(await view.frame.getByRole("button", { name: "Stop" }).isHidden());
  await test.connection.call("kernel_interrupt", { execution_id });
  await view.untilText("Stopped");
});

Deno.test("the view of a run", async (t) => {
  await using test = await openViewTest();
  const { session, host } = test;
  const folder = await Deno.makeTempDir();
  const begun = await session.handOver(training(folder), "begun");
  const execution_id = begun.string("execution_id");
  const view = await host.show("watch_run", { execution_id });
  const { frame } = view;
  const bar = frame.getByRole("progressbar", { name: "Progress" });

  await t.step("shows state, time, code, progress and lines as text", async () => {
    await view.untilText("Running");
    await view.untilText("40% · 40 of 100 · about 2 s left");
    assert.equal(await bar.getAttribute("aria-valuenow"), "40");
    assert.match(await frame.getByRole("log").innerText(), /<b>begun<\/b>/);
    assert.match(await frame.locator(".code").innerText(), /^def step\(n\):/);
    assert.match(await frame.locator(".elapsed").innerText(), /^\d+(\.\d)? s$/);
  });

  await t.step("follows the run to its end and shows its images", async () => {
    await Deno.writeTextFile(`${folder}/40`, "");
    await view.untilText("70% · 70 of 100");
    await Deno.writeTextFile(`${folder}/70`, "");
    await view.untilText("Done");
    await frame.getByText("trained").waitFor();
    await frame.locator("img").waitFor();
    const width = await frame.locator("img").evaluate((image) => Reflect.get(image, "naturalWidth"));
    assert.ok(width > 100, String(width));
    assert.ok(await frame.getByRole("button", { name: "Stop" }).isHidden());
    const calls = (await host.events()).length;
    await host.change({ theme: "dark" });
    await frame.locator('html[data-theme="dark"]').waitFor();
    const after = (await host.events()).filter(({ name }) => name !== "size").length;
    assert.ok(after <= calls, "it asks no more once the run is over");
  });

  await t.step("stops the run, by keyboard too, and shows what it had printed", async () => {
    const long = await session.handOver("import time\nprint('on')\ntime.sleep(600)", "on");
    const view = await host.show("watch_run", { execution_id: long.string("execution_id") }, {
      theme: "dark",
    });
    await view.untilText("Running");
    await view.frame.getByRole("button", { name: "Stop" }).press("Enter");
    await view.untilText("Stopped");
    await view.frame.getByRole("log").getByText("KeyboardInterrupt").waitFor();
  });

  await t.step(
    "keeps the bar of a stopped run, without the time that was left, and sends a second Stop",
    async () => {
      const long = await session.handOver(
        `
import sys, time
sys.stderr.write("\\rcopy:  7%|7   | 7/100 [00:01<00:36, 2.5it/s]"); sys.stderr.flush()
print("on", flush=True)
try: time.sleep(600)
except KeyboardInterrupt: print("caught", flush=True)
time.sleep(600)`,
        "on",
      );
      const view = await host.show("watch_run", { execution_id: long.string("execution_id") });
      await view.untilText("copy · 7% · 7 of 100 · about 36 s left");
      const stop = view.frame.getByRole("button", { name: "Stop" });
      await stop.click();
      await view.frame.getByRole("log").getByText("caught").waitFor();
      await view.untilText("The code is still running despite the interrupt.");
      await stop.click();
      await view.untilText("Stopped");
      await view.frame.getByText("copy · 7% · 7 of 100", { exact: true }).waitFor();
      assert.equal(await view.frame.getByText("left").count(), 0);
    },
  );

  await t.step("shows a failed run, in fullscreen as well", async () => {
    await session.run("print('before')\n1 / 0");
    const view = await host.show("watch_run", { execution_id: await session.lastRun() });
    await view.untilText("Failed");
    await view.frame.getByRole("button", { name: "Fullscreen" }).click();
    await view.frame.locator('html[data-mode="fullscreen"]').waitFor();
    assert.match(await view.frame.getByRole("log").innerText(), /before[^]*ZeroDivisionError/);
  });

  await t.step("says that the kernel died", async () => {
    const fatal = await session.handOver("import os, time\nprint('on')\ntime.sleep(3)\nos._exit(1)", "on");
    const view = await host.show("watch_run", { execution_id: fatal.string("execution_id") });
    await view.untilText("Lost with its kernel");
    await view.untilText(/The kernel died/);
  });

  await t.step("says that the kernel was restarted", async () => {
    const lost = await session.handOver("import time\nprint('on')\ntime.sleep(600)", "on");
    const view = await host.show("watch_run", { execution_id: lost.string("execution_id") });
    await view.untilText("Running");
    await test.connection.call("kernel_restart", { session_id: session.id });
    await view.untilText("Lost with its kernel");
    await view.untilText("The kernel was restarted");
  });

  await t.step("shows what the tool says of an unknown run, and has words for a cancelled call", async () => {
    const unknown = await host.show("watch_run", { execution_id: "nothing" });
    await unknown.untilText(/Cannot find execution "nothing"/);
    const pending = await host.show("watch_run", { execution_id }, { isPending: true });
    await pending.untilText("Loading…");
    await host.cancel();
    await pending.untilText("Cancelled: nothing was shown.");
    await host.teardown();
  });
  await Deno.remove(folder, { recursive: true });
});
