import code from "../python/data.py" with { type: "text" };
import type { Step } from "../step.ts";

export const loadData: Step = {
  title: "Data",
  you: "Load the rides and tell me what is in them.",
  async run({ assistant, notebook, check }) {
    const { success, stdout } = await assistant.run(notebook, { code });
    check(
      success === true && stdout.includes("365 days") && stdout.includes("0 values missing"),
      "a year, complete",
    );
    check(/temperature\s+rain_mm\s+weekend\s+trips/.test(stdout), "a table as text, without a line of HTML");
  },
};
