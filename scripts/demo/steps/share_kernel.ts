import { sessionAnswer } from "../answers.ts";
import type { Step } from "../step.ts";

export const shareKernel: Step = {
  title: "One kernel, two clients",
  you: "My colleague's assistant should continue from here.",
  async run({ assistant, anotherAssistant, notebook, check }) {
    await using colleague = await anotherAssistant();
    await colleague.call("session_connect", { notebook_path: notebook }, {
      schema: sessionAnswer,
      summary: ({ session_id, status }) => `joined session ${session_id.slice(0, 8)} · ${status}`,
    });
    const seen = await colleague.run(notebook, {
      code: `best = rides.trips.idxmax()\nf"{best:%A %d %B}: {rides.trips.max():,} trips"`,
    });
    check(
      /^'\w+ \d\d \w+: [\d,]+ trips'$/.test(seen.result ?? ""),
      "a second program sees the same data, without loading it",
    );
    const answer = await assistant.run(notebook, { code: `f"{best:%Y-%m-%d}"` });
    check(/^'2025-\d\d-\d\d'$/.test(answer.result ?? ""), "and the first one sees what the second has made");
  },
};
