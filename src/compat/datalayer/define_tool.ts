/** A tool of the Datalayer face is a value: its face to the model and a handler. */

import type { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { type FaceCall, FaceError, type FaceResult, type FaceTool } from "../../compat_api.ts";
import { withStartProgress } from "../../output/progress.ts";
import { answer, type AnswerOptions, failure, type Outcome } from "./answers.ts";
import { inputSchema, readArguments } from "./arguments.ts";
import type { Client } from "./client.ts";
import { outputSchema } from "./output_schema.ts";

export interface ToolContext extends FaceCall {
  readonly client: Client;
}

interface Definition<Input extends z.ZodObject> extends AnswerOptions {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Of the two hints, the one that its own listing gives. */
  readonly effect: "read" | "change";
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  readonly input: Input;
  readonly run: (args: z.output<Input>, context: ToolContext) => Promise<Outcome>;
}

export interface DatalayerTool {
  readonly face: FaceTool;
  readonly call: (args: unknown, context: ToolContext) => Promise<FaceResult>;
}

export function defineTool<Input extends z.ZodObject>(definition: Definition<Input>): DatalayerTool {
  const { name, title, description, effect, idempotent = false, openWorld = false, input, run } = definition;
  return {
    face: {
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
        const outcome = await run(readArguments(name, input, args), { ...context, progress });
        return await answer(outcome, definition);
      } catch (error) {
        if (!(error instanceof FaceError || error instanceof AppError)) throw error;
        return failure(`Error executing tool ${name}: ${error.message}`);
      } finally {
        end();
      }
    },
  };
}
