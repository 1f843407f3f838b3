/** Prompts over MCP: listed, and filled in with what the person chose. */

import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import type { Prompt, PromptValues } from "../prompt.ts";
import type { FrameOptions } from "./server.ts";

export function addPrompts(server: Server, { app }: FrameOptions): void {
  server.setRequestHandler("prompts/list", async () => ({ prompts: (await app()).prompts.map(promptFace) }));
  server.setRequestHandler("prompts/get", async ({ params: { name, arguments: given = {} } }) => {
    const { prompts } = await app();
    const prompt = prompts.find((one) => one.name === name);
    if (prompt === undefined) {
      const known = prompts.map((one) => one.name).join(", ");
      throw invalid(`Prompt "${name}" not found: there are ${known === "" ? "none" : known}`);
    }
    const text = prompt.text(checkedValues(prompt, given));
    return {
      description: prompt.description,
      messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
    };
  });
}

function promptFace({ name, title, description, arguments: args }: Prompt) {
  return {
    name,
    title,
    description,
    arguments: args.map(({ name, description, required }) => ({ name, description, required })),
  };
}

/** Clients send an empty text for what a person left blank. */
function checkedValues({ name, arguments: known }: Prompt, given: PromptValues): PromptValues {
  const unknown = Object.keys(given).find((key) => !known.some((one) => one.name === key));
  if (unknown !== undefined) {
    const names = known.map((one) => one.name).join(", ");
    throw invalid(`Cannot use prompt "${name}" with argument "${unknown}": it takes ${names}`);
  }
  const values = known.map((one) => [one.name, given[one.name]?.trim() || undefined] as const);
  const missing = known.find((one) => one.required && !given[one.name]?.trim());
  if (missing !== undefined) {
    throw invalid(`Cannot use prompt "${name}": its argument "${missing.name}" is missing`);
  }
  return Object.fromEntries(values);
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
