/** A kernel's question for input in the form of MCP's elicitation. */

import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import type { InputQuestion } from "../jupyter/kernel/input_requests.ts";

const field = "answer";

export function elicitParams({ prompt, password }: InputQuestion): ElicitRequestFormParams {
  const title = prompt.trim() || (password ? "Password" : "Input");
  return {
    mode: "form",
    message: password ? `The code asks for a secret: ${title}` : `The code asks: ${title}`,
    requestedSchema: {
      type: "object",
      properties: {
        [field]: {
          type: "string",
          title,
          ...(password
            ? { description: "Secret: goes to the kernel only, is neither shown nor logged" }
            : {}),
        },
      },
    },
  };
}

/** What the person answered; undefined where they declined. An empty line is an answer. */
export function answerOf(
  action: string,
  content: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (action !== "accept") return undefined;
  const value = content?.[field];
  return value === undefined || value === null ? "" : String(value);
}
