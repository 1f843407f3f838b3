import { z } from "zod";
import { errorAnswer } from "../answers.ts";
import type { Step } from "../step.ts";

export const cleanUp: Step = {
  title: "The end",
  you: "Thanks, that is all.",
  async run({ assistant, notebook, check }) {
    await assistant.call("session_delete", { session_id: notebook }, {
      schema: z.object({ deleted: z.literal(true), images_freed: z.number() }),
      summary: ({ images_freed }) => `session and kernel ended · images freed: ${images_freed}`,
    });
    const refused = await assistant.call("execute_code", { session_id: notebook, code: "rides" }, {
      schema: errorAnswer,
      summary: ({ error, hint }) => `${error} · hint: ${hint ?? ""}`,
    });
    check(
      refused.error === "session_not_found" && refused.hint !== undefined,
      "nothing is left, and an error says what to do next",
    );
  },
};
