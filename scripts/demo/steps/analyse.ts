import code from "../python/weather.py" with { type: "text" };
import type { Step } from "../step.ts";

export const analyse: Step = {
  title: "A question",
  you: "What do weather and weekends do to the trips? Which week does not fit?",
  async run({ assistant, notebook, check }) {
    const { success, stdout } = await assistant.run(notebook, { code });
    check(
      success === true && /degree warmer +\+\d+/.test(stdout),
      "variables of the step before are still there",
    );
    check(stdout.includes("2025-09-21"), "the week that was hidden in the data is found");
  },
};
