import type { Step } from "../step.ts";

const wrong = `print("trips by station")
rides.groupby("station").trips.sum()`;

export const surviveException: Step = {
  title: "A mistake",
  you: "And by station?",
  async run({ assistant, notebook, check }) {
    const failed = await assistant.run(notebook, { code: wrong });
    check(
      failed.status === "error" && failed.error_type === "KeyError" &&
        failed.stdout.includes("trips by station"),
      "an exception is an answer, with all that was printed before it",
    );
    const mended = await assistant.run(notebook, { code: `list(rides.columns), len(rides)` });
    check(mended.result?.includes("'trips'") === true, "the kernel is still running, and nothing is lost");
  },
};
