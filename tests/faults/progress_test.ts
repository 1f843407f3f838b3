/** What a client that asked is told while a run takes its time. */

import assert from "node:assert/strict";
import type { Progress } from "@modelcontextprotocol/client";
import { connect } from "../harness/client.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

const jupyter = sharedJupyter("collaboration");

interface Told extends Progress {
  readonly when: number;
}

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`progress of a long run, ${era}`, async (t) => {
    await using connection = await connect({ jupyter, era });
    await using session = await openSession(connection);
    const follow = async (code: string) => {
      const told: Told[] = [];
      const onProgress = (progress: Progress) => told.push({ ...progress, when: performance.now() });
      const result = await session.run(code, { timeout: 60 }, { onProgress });
      return { told, result };
    };

    await t.step("has time, count and last line, at most about two a second, and only grows", async () => {
      const { told, result } = await follow(
        "import time\nfor i in range(300):\n  print(f'line {i}', flush=True)\n  time.sleep(0.01)",
      );
      assert.equal(result.at("status"), "ok");
      const seconds = Number(result.at("execution_time_ms")) / 1_000;
      assert.ok(told.length >= 3 && told.length <= 2 * seconds + 2, `${told.length} in ${seconds} s`);
      for (const { message } of told.slice(1)) assert.match(message ?? "", /^\d+ s, 1 output: line \d+$/);
      for (const [index, { progress }] of told.entries()) {
        assert.ok(progress > (told[index - 1]?.progress ?? 0), "the number grows");
      }
    });

    await t.step("a tqdm bar is a true fraction with its total", async () => {
      const { told } = await follow(
        "import sys, time\nfor i in range(0, 41):\n" +
          "  bar = '█' * (i // 4)\n" +
          "  print(f'\\r{i * 100 // 40:3d}%|{bar:10}| {i}/40 [00:01<00:02, 20.0it/s]', end='', file=sys.stderr, flush=True)\n" +
          "  time.sleep(0.06)",
      );
      const bars = told.filter(({ total }) => total !== undefined);
      assert.ok(bars.length >= 2, JSON.stringify(told));
      for (const { progress, total, message } of bars) {
        assert.equal(total, 40);
        assert.ok(progress <= 40);
        assert.match(message ?? "", new RegExp(`\\| ${progress}/40 \\[`), "the number is the bar's");
      }
    });

    await t.step("of nested bars the outer one counts", async () => {
      const { told } = await follow(
        "import sys, time\ndef bar(i, n): return f'\\r{i * 100 // n:3d}%|###| {i}/{n} [00:01<00:02, 20.0it/s]'\n" +
          "say = lambda text: print(text, end='', file=sys.stderr, flush=True)\nsay(bar(0, 4))\n" +
          "for outer in range(4):\n  for inner in range(11):\n" +
          "    say('\\n' + bar(inner, 10) + '\\x1b[A')\n    time.sleep(0.07)\n  say(bar(outer + 1, 4))",
      );
      const totals = told.flatMap(({ total }) => total === undefined ? [] : [total]);
      assert.ok(totals.length >= 3, JSON.stringify(told));
      assert.deepEqual([...new Set(totals)], [4]);
    });
  });
}

Deno.test("progress of a silent run is a heartbeat, and none is sent to who did not ask", async () => {
  await using connection = await connect({ jupyter });
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
  await Promise.all([
    silent.run("import time; time.sleep(7)", {}, { onProgress }),
    unwatched.run("import time\nfor i in range(40):\n  print(i, flush=True)\n  time.sleep(0.1)"),
  ]);
  const seconds = told.map((message) => Number(/^(\d+) s, 0 outputs$/.exec(message)?.[1]));
  assert.ok(seconds.length >= 2, told.join());
  for (const [index, second] of seconds.entries()) assert.ok(second > (seconds[index - 1] ?? 0), told.join());
  assert.deepEqual(unasked, []);
});
