/**
 * Asks the person before a call that destroys or changes something, if the operator wants that (`--confirm`).
 *
 * 1. The person is asked through the client (MCP elicitation). A client that cannot ask gets `confirmation_required`, and
 *    may repeat the call with `confirm: true` only if the operator allows that (`--confirm-by-model`).
 * 2. Nothing is done before the person has agreed, and nothing at all if they decline or do not answer.
 * 3. If the call means something else by then, such as another cell, they are asked again.
 */

import { AppError } from "../base/errors.ts";
import { isRecord } from "../base/json.ts";
import type { Call, Tool } from "../tool.ts";

export interface ConsentOptions {
  readonly policy: "destructive" | "writes";
  readonly confirmByModel: boolean;
}

/** Milliseconds for the person's answer. */
const patience = 300_000;
/** Characters of the arguments that the person is shown. */
const longestArguments = 500;

export function withConsent(tool: Tool, options: ConsentOptions): Tool {
  if (tool.annotations.readOnlyHint) return tool;
  return {
    ...tool,
    call: async (args, call) => {
      const { confirm, ...rest } = isRecord(args) ? args : {};
      const given = isRecord(args) ? rest : args;
      const ask = async () =>
        await tool.question(given, call) ??
          (options.policy === "writes" ? await usualQuestion(tool, given, call) : undefined);
      let agreed: string | undefined;
      for (let question = await ask(); question !== agreed; question = await ask()) {
        if (question !== undefined) await requireConsent(question, { ...options, confirm }, call);
        agreed = question;
      }
      return await tool.call(given, call);
    },
  };
}

async function usualQuestion(tool: Tool, args: unknown, call: Call): Promise<string> {
  const shown = await tool.preview(args, call) ??
    JSON.stringify(args ?? {}, undefined, 1).slice(0, longestArguments).toWellFormed();
  return `${tool.title}?\n${shown}`;
}

async function requireConsent(
  prompt: string,
  { confirm, confirmByModel }: ConsentOptions & { readonly confirm: unknown },
  { ask, signal }: Call,
): Promise<void> {
  if (ask !== undefined) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    const answer = await ask({ prompt, password: false, isConsent: true }, limit).catch((cause) => {
      signal.throwIfAborted();
      throw new AppError("confirmation_required", "Cannot make this call: the client gave no valid answer", {
        hint: "The person was not asked, or did not answer in time. Ask them in the chat, then call again",
        cause,
      });
    });
    if (answer !== undefined) return;
    throw new AppError("confirmation_required", "Cannot make this call: the person declined it", {
      hint: "Ask the person what they want instead",
    });
  }
  if (confirmByModel && confirm === true) return;
  throw new AppError("confirmation_required", `Cannot make this call without consent: ${prompt}`, {
    hint: confirmByModel
      ? "Ask the person in the chat; if they agree, repeat the call with confirm: true"
      : "This client cannot ask the person. They can do it themselves, or start the server with --confirm-by-model",
  });
}
