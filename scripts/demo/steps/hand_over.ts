import code from "../python/bootstrap.py" with { type: "text" };
import type { Step } from "../step.ts";

export const handOver: Step = {
  title: "A long run, handed over",
  you: "How sure is the effect of the temperature? Take your time.",
  async run({ assistant, notebook, check }) {
    const started = await assistant.run(notebook, { code, timeout: 1.2, on_timeout: "continue", news: true });
    check(
      started.status === "running" && started.stdout.includes("batch 1 of 8"),
      "no timeout: the assistant is free again, with the output so far and an execution_id",
    );
    const ended = await assistant.followRun(started);
    check(ended.status === "ok" && ended.stdout.includes("batch 8 of 8"), "picked up again, to its end");
    check(!ended.stdout.includes("batch 1 of 8"), "only what is new was sent");
    check(ended.result?.includes("95 % interval of 800 samples") === true, "the result is there");
  },
};
