/** Code that asks: `input()` and `getpass()` become questions to the person, in both protocol eras. */

import assert from "node:assert/strict";
import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/client";
import { connect } from "../harness/client.ts";
import { eventually } from "../harness/eventually.ts";
import { Gate } from "../harness/gate.ts";
import { startHttpProgram } from "../harness/http_program.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";
import type { TestSession } from "../harness/session.ts";

const jupyter = sharedJupyter("collaboration");
type Question = ElicitRequest["params"];
const accept = (answer: string): ElicitResult => ({ action: "accept", content: { answer } });

/** The form's only field, as the client shows it. */
function fieldOf(question: Question | undefined): Record<string, unknown> {
  assert.ok(question !== undefined && "requestedSchema" in question);
  const [field] = Object.values(question.requestedSchema.properties);
  return { ...field };
}

async function isFree(session: TestSession): Promise<void> {
  assert.equal((await session.run("'free'", { timeout: 20 })).at("result"), "'free'");
}

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`input() with a client that can ask, ${era}`, async (t) => {
    const asked: Question[] = [];
    let answer: (question: Question) => ElicitResult | Promise<ElicitResult> = () => accept("");
    const onElicit = (question: Question) => {
      asked.push(question);
      return answer(question);
    };
    await using connection = await connect({
      jupyter,
      era,
      onElicit,
      args: ["--log-level", "debug", "--log-code"],
    });
    await using session = await openSession(connection);

    await t.step("the answer goes to the code, question after question", async () => {
      answer = () => accept(`answer ${asked.length}`);
      const code = "print('before')\na = input('Your name? ')\nb = input('Your town? ')\nprint(a, '|', b)";
      const result = await session.run(code, { timeout: 20 });
      assert.equal(result.at("success"), true, result.text);
      assert.match(result.string("stdout"), /^before\n/);
      assert.match(result.string("stdout"), /answer 1 \| answer 2\n$/);
      assert.deepEqual(asked.map((question) => fieldOf(question)["title"]), ["Your name?", "Your town?"]);
    });

    await t.step("an empty line is an answer", async () => {
      answer = () => accept("");
      assert.equal((await session.run("input('?') == ''", { timeout: 20 })).at("result"), "True");
    });

    await t.step("getpass is marked as secret, and its value is in no log", async () => {
      const secret = `hunter2-${crypto.randomUUID()}`;
      answer = () => accept(secret);
      const result = await session.run("import getpass\nlen(getpass.getpass('Key: '))", { timeout: 20 });
      assert.equal(result.at("result"), String(secret.length));
      const question = asked.at(-1);
      assert.match(question?.message ?? "", /secret/);
      assert.match(String(fieldOf(question)["description"]), /[Ss]ecret/);
      assert.ok(!connection.stderr().includes(secret));
      assert.ok(!result.text.includes(secret));
    });

    for (const action of ["decline", "cancel"] as const) {
      await t.step(
        `a person who answers with ${action} ends the run, with its output, and frees the kernel`,
        async () => {
          answer = () => ({ action });
          const result = await session.run("print('before')\nx = input('Go on? ')\nprint('after')", {
            timeout: 20,
          });
          assert.equal(result.isError, true);
          assert.equal(result.at("error"), "input_unavailable");
          assert.match(result.string("message"), /"Go on\? "/);
          assert.match(result.string("stdout"), /^before\n/);
          assert.doesNotMatch(result.string("stdout"), /after/);
          await isFree(session);
        },
      );
    }

    await t.step("a person may take longer than the timeout: the clock stands still", async () => {
      const late = Promise.withResolvers<ElicitResult>();
      answer = () => {
        const timer = setTimeout(() => late.resolve(accept("at last")), 2_500);
        return late.promise.finally(() => clearTimeout(timer));
      };
      // Shorter than the person takes, and long enough for the kernel to ask.
      const result = await session.run("input('Slowly? ')", { timeout: 2 });
      assert.equal(result.at("success"), true, result.text);
      assert.equal(result.at("result"), "'at last'");
    });

    await t.step("kernel_interrupt frees a kernel whose question nobody answers", async () => {
      const never = Promise.withResolvers<ElicitResult>();
      answer = () => never.promise;
      const waiting = session.run("input('Anybody? ')", { timeout: 30 });
      const count = asked.length;
      await eventually(() => asked.length > count, { what: "the question comes" });
      await connection.call("kernel_interrupt", { session_id: session.id });
      await isFree(session);
      never.resolve({ action: "cancel" });
      assert.notEqual((await waiting).at("success"), true);
    });

    await t.step("who waits behind an open question is told so", async () => {
      const open = Promise.withResolvers<ElicitResult>();
      answer = () => open.promise;
      const count = asked.length;
      const waiting = session.run("input('Still there? ')", { timeout: 30 });
      await eventually(() => asked.length > count, { what: "the question comes" });
      const behind = await session.run("1", { timeout: 0.5 });
      assert.equal(behind.at("error"), "kernel_busy", behind.text);
      assert.match(behind.string("message"), /an earlier run \(.* waits for an answer to input\(\)/);
      open.resolve(accept("yes"));
      assert.equal((await waiting).at("result"), "'yes'");
    });

    if (era === "legacy") {
      // A client of 2026-07-28 may give up after some rounds, as the SDK's does after ten.
      await t.step("many questions before the next output are no output that is missing", async () => {
        answer = () => accept("x");
        const result = await session.run("len([input() for _ in range(20)])", { timeout: 30 });
        assert.equal(result.at("result"), "20", result.text);
        assert.equal(result.at("truncated"), undefined, result.text);
      });

      // In 2026-07-28 no request is under way while a question is open: there is nothing to cancel.
      await t.step("a cancel while a question is open frees the kernel at once, and closes it", async () => {
        const never = Promise.withResolvers<ElicitResult>();
        answer = () => never.promise;
        const count = asked.length;
        const aborter = new AbortController();
        const waiting = session.run("input('Anybody? ')", { timeout: 100 }, { signal: aborter.signal });
        await eventually(() => asked.length > count, { what: "the question comes" });
        aborter.abort("enough");
        await assert.rejects(waiting, /enough/);
        await isFree(session);
        never.resolve({ action: "cancel" });
      });
    }

    await t.step(
      "a run that was handed over has nobody to ask: it ends, says so, and frees the kernel",
      async () => {
        const count = asked.length;
        await using gate = new Gate(jupyter);
        const begun = await session.handOver(
          `print('before', flush=True)\n${gate.wait}\ninput('Later? ')`,
          "before\n",
        );
        await gate.open();
        const execution_id = begun.string("execution_id");
        const ended = await connection.call("execution_get", { execution_id, wait: 20 });
        assert.equal(ended.at("error"), "input_unavailable", ended.text);
        assert.match(ended.string("stdout"), /^before\n/);
        assert.equal(asked.length, count, "nobody was asked");
        await isFree(session);
      },
    );
  });

  Deno.test(`input() with a client that cannot ask ends the run and frees the kernel, ${era}`, async () => {
    await using connection = await connect({ jupyter, era });
    await using session = await openSession(connection);
    const result = await session.run("print('before')\ninput('Name? ')", { timeout: 30 });
    assert.equal(result.isError, true);
    assert.equal(result.at("error"), "input_unavailable");
    assert.match(result.string("stdout"), /^before\n/);
    assert.match(result.string("hint"), /input\(\)/);
    await isFree(session);
  });

  Deno.test(`input() is asked over HTTP as well, ${era}`, async () => {
    await using program = await startHttpProgram({ jupyter });
    await using connection = await program.connect({ era, onElicit: () => accept("over the wire") });
    await using session = await openSession(connection);
    const result = await session.run("input('How? ')", { timeout: 20 });
    assert.equal(result.at("result"), "'over the wire'", result.text);
  });
}
