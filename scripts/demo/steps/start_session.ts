import { sessionAnswer, sessionsAnswer } from "../answers.ts";
import type { Step } from "../step.ts";

export const startSession: Step = {
  title: "A session with a notebook",
  you: "Start a notebook for last year's bike rides.",
  async run({ assistant, notebook, check }) {
    const session = await assistant.call("session_create", { notebook_path: notebook }, {
      schema: sessionAnswer,
      summary: ({ session_id, kernel_name, status }) =>
        `session ${session_id.slice(0, 8)} · kernel ${kernel_name} · ${status}`,
    });
    const { sessions } = await assistant.call("session_list", {}, {
      schema: sessionsAnswer,
      summary: ({ sessions }) =>
        sessions.map(({ notebook_path }) => notebook_path ?? "no notebook").join(", "),
    });
    check(
      sessions.some((one) => one.session_id === session.session_id && one.notebook_path === notebook),
      "anyone who opens that notebook in the browser gets the same kernel",
    );
  },
};
