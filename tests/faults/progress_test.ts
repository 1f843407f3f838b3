/** What a client that asked is told while a run takes its time. */

import assert from "node:assert/strict";
import type { Progress } from "@modelcontextprotocol/client";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { Gate } from "../harness/gate.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

const jupyter = sharedJupyter("collaboration");

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`progress of a long run, ${era}`, async (t) => {
    await using connection = await connect({ jupyter, era });
    await using session = await openSession(connection);
    /** Runs code that goes on until the gate opens, which it does when enough has been told. */
    const follow = async (code: (gate: Gate) => string, isEnough: (told: readonly Progress[]) => boolean) => {
      await using gate = new Gate(jupyter);
      const told: Progress[] = [];
      const onProgress = (progress: Progress) => told.push(progress);
      const running = session.run(code(gate), { timeout: 60 }, { onProgress });
      await eventually(() => isEnough(told), { what: "enough is told" });
      await gate.open();
      return { told, result: await running };
    };

    await t.step("has time, count and last line, at most about two a second, and only grows", async () => {
      const { told, result } = await follow(
        (gate) =>
          `import time\ni = 0\nwhile not ${gate.isOpen}:\n` +
          "  print(f'line {i}', flush=True)\n  i += 1\n  time.sleep(0.01)",
        (told) => told.length >= 3,
      );
      assert.equal(result.at("success"), true);
      const seconds = Number(result.at("execution_time_ms")) / 1_000;
      assert.ok(told.length <= 2 * seconds + 2, `${told.length} in ${seconds} s`);
      for (const { message } of told.slice(1)) assert.match(message ?? "", /^\d+ s, 1 output: line \d+$/);
      for (const [index, { progress }] of told.entries()) {
        assert.ok(progress > (told[index - 1]?.progress ?? 0), "the number grows");
      }
    });

    await t.step("a tqdm bar is a true fraction with its total", async () => {
      const { told } = await follow(
        (gate) =>
          `import sys, time\ni = 0\nwhile not ${gate.isOpen}:\n  bar = '█' * (i // 400)\n` +
          "  print(f'\\r{i // 40:3d}%|{bar:10}| {i}/4000 [00:01<00:02, 20.0it/s]', end='', file=sys.stderr, flush=True)\n" +
          "  i += 1\n  time.sleep(0.06)",
        (told) => barsOf(told).length >= 2,
      );
      for (const { progress, total, message } of barsOf(told)) {
        assert.equal(total, 4000);
        assert.match(message ?? "", new RegExp(`\\| ${progress}/4000 \\[`), "the number is the bar's");
      }
    });

    await t.step("of nested bars the outer one counts", async () => {
      const { told } = await follow(
        (gate) =>
          "import sys, time\ndef bar(i, n): return f'\\r{i * 100 // n:3d}%|###| {i}/{n} [00:01<00:02, 20.0it/s]'\n" +
          "say = lambda text: print(text, end='', file=sys.stderr, flush=True)\nouter = 0\nsay(bar(0, 400))\n" +
          `while not ${gate.isOpen}:\n  for inner in range(11):\n` +
          "    say('\\n' + bar(inner, 10) + '\\x1b[A')\n    time.sleep(0.07)\n  outer += 1\n  say(bar(outer, 400))",
        (told) => barsOf(told).length >= 3,
      );
      assert.deepEqual([...new Set(barsOf(told).map(({ total }) => total))], [400]);
    });
  });
}

/** What was told of a bar. */
function barsOf(told: readonly Progress[]): Progress[] {
  return told.filter(({ total }) => total !== undefined);
}

Deno.test("progress of a silent run is a heartbeat, and none is sent to who did not ask", async () => {
  await using connection = await connect({ jupyter });
  await using gate = new Gate(jupyter);
  const unasked: unknown[] = [];
  connection.client.fallbackNotificationHandler = (notification) => {
    unasked.push(notification);
    return Promise.resolve();
  };
  connection.client.onerror = (error) => unasked.push(error);
  await using silent = await openSession(connection);
  await using unwatched = await openSession(connection);
  const told: string[] = [];
  const onProgress = ({ message = "" }: Progress) => told.push(message);
  const runs = [
    silent.run(gate.wait, { timeout: 60 }, { onProgress }),
    unwatched.run(
      `import time\nwhile not ${gate.isOpen}:\n  print('news', flush=True)\n  time.sleep(0.1)`,
      { timeout: 60 },
    ),
  ];
  await eventually(() => told.length >= 2, { what: "two heartbeats come" });
  await gate.open();
  await Promise.all(runs);
  const seconds = told.map((message) => Number(/^(\d+) s, 0 outputs$/.exec(message)?.[1]));
  for (const [index, second] of seconds.entries()) assert.ok(second > (seconds[index - 1] ?? 0), told.join());
  assert.deepEqual(unasked, []);
});
