/** A tool of the Datalayer API is a value: what the model sees of it, and a handler. */

import type { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { type CompatCall, CompatError, type CompatResult, type CompatTool } from "../../compat_api.ts";
import { withStartProgress } from "../../output/progress.ts";
import { answer, type AnswerOptions, failure, type Outcome, type Shape } from "./answers.ts";
import { inputSchema, inWords, readArguments } from "./arguments.ts";
import type { Client } from "./client.ts";

interface ToolCall extends CompatCall {
  readonly client: Client;
}

export interface ToolContext extends ToolCall {
  /** The name of the called tool, under which its changes are recorded. */
  readonly tool: string;
}

interface Definition<Input extends z.ZodObject> extends AnswerOptions {
  readonly name: string;
  /** Its name in words if absent. */
  readonly title?: string;
  readonly description: string;
  /** Which of the two hints Datalayer's own listing gives. */
  readonly effect: "read" | "change";
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  readonly input: Input;
  readonly run: (args: z.output<Input>, context: ToolContext) => Promise<Outcome>;
}

export interface DatalayerTool {
  readonly info: CompatTool;
  readonly call: (args: unknown, context: ToolCall) => Promise<CompatResult>;
}

export function defineTool<Input extends z.ZodObject>(definition: Definition<Input>): DatalayerTool {
  const { name, title = inWords(name), description, effect, idempotent = false, openWorld = false, input, run } = definition;
  return {
    info: {
      name,
      description,
      annotations: {
        title,
        ...(effect === "read" ? { readOnlyHint: true } : { destructiveHint: true }),
        idempotentHint: idempotent,
        openWorldHint: openWorld,
      },
      get inputSchema() {
        return inputSchema(name, input);
      },
      outputSchema: outputSchema(definition.shape),
    },
    async call(args, context) {
      const { progress, end } = withStartProgress(context.progress, context.client.servers.kernels.http);
      try {
        const outcome = await run(readArguments(name, input, args), { ...context, tool: name, progress });
        return await answer(outcome, definition);
      } catch (error) {
        if (!(error instanceof CompatError || error instanceof AppError)) throw error;
        return failure(`Error executing tool ${name}: ${error.message}`);
      } finally {
        end();
      }
    },
  };
}

const kind = { description: "What the answer is, such as cell.read", title: "Kind", type: "string" };
const result = { default: null, description: "The answer itself", title: "Result" };

const more: Readonly<Record<Shape, Readonly<Record<string, unknown>>>> = {
  text: {},
  data: {},
  table: {
    columns: { description: "The header", items: { type: "string" }, title: "Columns", type: "array" },
    items: {
      description: "One object a row, keyed by the header",
      items: { additionalProperties: true, type: "object" },
      title: "Items",
      type: "array",
    },
    count: { default: 0, description: "Number of rows", title: "Count", type: "integer" },
  },
  outputs: {
    outputs: { description: "Texts, and pictures as objects", items: {}, title: "Outputs", type: "array" },
    count: { default: 0, description: "Number of outputs", title: "Count", type: "integer" },
    images: { default: 0, description: "Number of pictures among them", title: "Images", type: "integer" },
  },
};

const titles: Readonly<Record<Shape, string>> = {
  text: "ToolAnswer",
  data: "ToolAnswer",
  table: "TableAnswer",
  outputs: "OutputsAnswer",
};

function outputSchema(shape: Shape): Readonly<Record<string, unknown>> {
  return {
    properties: { kind, result, ...more[shape] },
    required: ["kind"],
    type: "object",
    additionalProperties: true,
    title: titles[shape],
  };
}
