import { z } from "zod";
import type { Step } from "../step.ts";

const endless = `import itertools, time
for tries in itertools.count(1):
    print("try", tries)
    time.sleep(0.2)`;

export const stopRun: Step = {
  title: "A run that never ends, stopped",
  you: "Try until it fits. … No, that takes too long: stop it.",
  async run({ assistant, notebook, check }) {
    const run = await assistant.run(notebook, { code: endless, timeout: 1, on_timeout: "continue" });
    check(run.status === "running", "it continues in the background");
    await assistant.call("kernel_interrupt", { execution_id: run.execution_id }, {
      schema: z.object({ interrupted: z.literal(true) }),
      summary: () => "interrupted",
    });
    const ended = await assistant.followRun({ ...run, cursor: undefined });
    check(
      ended.status === "interrupted" && ended.stdout.includes("try 1"),
      "stopped, with its output kept; a cell of somebody else would not have been touched",
    );
    const after = await assistant.run(notebook, { code: "len(rides), tries > 1" });
    check(after.result === "(365, True)", "every variable is still there");
  },
};
