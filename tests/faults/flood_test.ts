/** Code that says too much, on a Jupyter that passes everything on. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { Gate } from "../harness/gate.ts";
import { startJupyter } from "../harness/jupyter.ts";
import { peakMemory } from "../harness/peak_memory.ts";
import { openSession } from "../harness/session.ts";

const megabyte = 1_000_000;

interface Flood {
  readonly code: string;
  readonly status: "ok" | "error" | "timeout";
  /** The value of its last expression, which is the flood; without it the run ends when others have been served. */
  readonly result?: RegExp;
}

const floods: Readonly<Record<string, Flood>> = {
  "100 MB of stdout, line by line": {
    code: "line = 'x' * 999\nfor _ in range(100_000): print(line)",
    status: "ok",
  },
  "one frame of 100 MB": {
    code: "import sys\nsys.stdout.write('x' * 100_000_000)",
    status: "ok",
  },
  "one value of 100 MB": {
    code: "print('before')\n'x' * 100_000_000",
    status: "ok",
    result: /^'xxxx[^]*not kept/,
  },
  "one display of 100 MB": {
    code: "from IPython.display import display, HTML\ndisplay(HTML('<b>x</b> ' * 11_000_000))",
    status: "ok",
  },
  "an exception of 20 MB, twice in its message": {
    code: "raise ValueError('x' * 20_000_000)",
    status: "error",
  },
  "5,000 calls of display()": {
    code: "from IPython.display import display\nfor i in range(5_000): display(i)",
    status: "ok",
  },
  "200 figures": {
    code: "import matplotlib.pyplot as plt\nfor i in range(200):\n" +
      "  plt.figure(figsize=(1, 1), dpi=40).add_axes((0, 0, 1, 1)).axis('off')\n  plt.show()",
    status: "ok",
  },
  "a print loop without end": { code: "while True: print('x' * 100)", status: "timeout" },
};

Deno.test("floods of output", async (t) => {
  await using jupyter = await startJupyter({
    environment: "plain",
    // As people have it: over a Unix socket the kernel drops output much sooner.
    transport: "tcp",
    extraArgs: ["--ZMQChannelsWebsocketConnection.limit_rate=False"],
  });
  for (const [what, { code, status, result: value }] of Object.entries(floods)) {
    await t.step(
      `${what}: answer and memory are bounded, others are served, the kernel is free`,
      async () => {
        await using connection = await connect({ jupyter });
        await using session = await openSession(connection);
        await using other = await openSession(connection);
        await other.run("'the kernel is up'");
        await using gate = new Gate(jupyter);
        const isHeld = status === "ok" && value === undefined;
        const flood = { isOver: false };
        const running = session.run(isHeld ? `${code}\n${gate.wait}\n'done'` : code, {
          timeout: status === "timeout" ? 4 : 120,
        }).finally(() => flood.isOver = true);
        let served = 0;
        while (served < 5 && !flood.isOver) {
          const answer = await other.run(`${served} + 1`, { timeout: 60 });
          assert.equal(answer.at("result"), String(++served), answer.text);
        }
        await gate.open();
        const result = await running;
        assert.equal(result.at("status") ?? "ok", status, result.text.slice(0, 500));
        // What the kernel drops is lost to everybody: then, and only then, the answer must say so.
        const isDropped = /kernel dropped/.test(JSON.stringify(result.at("notes")));
        if (status === "ok" && !isDropped) assert.match(result.string("result"), value ?? /^'done'$/);
        if (status === "error") {
          assert.equal(result.at("error_type"), "ValueError");
          assert.match(result.string("error_message"), /^xxxx[^]*not kept/);
        }
        assert.ok(JSON.stringify(result.raw).length < megabyte, "the answer is under 1 MB");
        assert.equal(result.at("truncated"), true);
        if (isHeld || status === "timeout") assert.ok(served > 1, "another session was served meanwhile");
        assert.equal((await session.run("'free'")).at("result"), "'free'");
        const peak = await peakMemory(connection.pid);
        assert.ok(peak < 400 * megabyte, `the program's memory peaked at ${Math.round(peak / megabyte)} MB`);
      },
    );
  }
});
