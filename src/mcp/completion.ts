/** Completes what a person types into a prompt's argument or a template's variable. */

import type { Server } from "@modelcontextprotocol/server";
import type { App, FrameOptions } from "./server.ts";

/** The protocol's own bound. */
const mostCompletions = 100;

interface Asked {
  readonly ref: { readonly type: "ref/resource"; readonly uri: string } | {
    readonly type: "ref/prompt";
    readonly name: string;
  };
  readonly argument: { readonly name: string; readonly value: string };
}

export function addCompletion(server: Server, { app }: FrameOptions): void {
  server.setRequestHandler("completion/complete", async ({ params }) => {
    const all = await completions(await app(), params);
    const values = all.slice(0, mostCompletions);
    return { completion: { values, total: all.length, hasMore: all.length > values.length } };
  });
}

/** None for a name that nothing has: while a person types there is nothing to mend. */
async function completions(app: App, { ref, argument }: Asked): Promise<readonly string[]> {
  if (ref.type === "ref/resource") {
    const resource = app.resources.find((one) => one.template === ref.uri);
    return await resource?.complete(argument.name, argument.value, app.services) ?? [];
  }
  const prompt = app.prompts.find((one) => one.name === ref.name);
  const known = prompt?.arguments.find((one) => one.name === argument.name);
  return await known?.complete?.(argument.value, app.services) ?? [];
}
