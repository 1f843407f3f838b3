/**
 * Calls of tools: finds the tool, gives it a way to report and to ask, and turns what it returns or throws into
 * a result. What the two protocol eras do differently about asking ends here.
 */

import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { AppError } from "../base/errors.ts";
import type { Asker } from "../jupyter/kernel/input_desk.ts";
import { withPatience } from "../jupyter/rest/patience.ts";
import type { LogFields } from "../base/log.ts";
import { withStartProgress } from "../output/progress.ts";
import type { Call, Tool } from "../tool.ts";
import { Dialogue } from "./dialogue.ts";
import { observeCall } from "./observed_call.ts";
import { answerOf, elicitParams } from "./question.ts";
import { errorResult, internalError, replyResult } from "./results.ts";
import type { App, FrameOptions } from "./server.ts";

export interface ToolRequest {
  readonly name: string;
  readonly arguments: unknown;
}

/** Dialogues that wait for their next request; shared by all servers, since in 2026-07-28 each serves one request. */
export type Dialogues = Map<string, Dialogue<CallToolResult>>;

const answerKey = "answer";
/** Milliseconds; longer than any question stays open. */
const longestQuestion = 3_600_000;

export async function callTool(
  options: FrameOptions,
  request: ToolRequest,
  { server, context }: { readonly server: Server; readonly context: ServerContext },
): Promise<CallToolResult | InputRequiredResult> {
  const { signal, envelope } = context.mcpReq;
  if (envelope === undefined) {
    return await runTool(options, request, { signal, context, ask: legacyAsker(server, context) });
  }
  const begun = continued(options.dialogues, context);
  const dialogue = begun ?? new Dialogue<CallToolResult>();
  if (begun === undefined) {
    const ask = canElicit(Reflect.get(envelope, CLIENT_CAPABILITIES_META_KEY)) ? dialogue.ask : undefined;
    dialogue.begin(() => runTool(options, request, { signal: dialogue.signal, context, ask }));
  }
  const step = await dialogue.step(signal);
  if (step.kind === "done") return step.value;
  const { id } = dialogue;
  options.dialogues.set(id, dialogue);
  void dialogue.forgotten(() => options.dialogues.has(id)).then(() => options.dialogues.delete(id));
  return inputRequired({
    inputRequests: { [answerKey]: inputRequired.elicit(elicitParams(step.question)) },
    requestState: id,
  });
}

/** The dialogue that this request continues, told the answer that came with it. */
function continued(dialogues: Dialogues, context: ServerContext): Dialogue<CallToolResult> | undefined {
  const id: unknown = context.mcpReq.requestState();
  if (id === undefined) return undefined;
  const dialogue = typeof id === "string" ? dialogues.get(id) : undefined;
  if (dialogue === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState");
  }
  dialogues.delete(dialogue.id);
  const response = inputResponse(context.mcpReq.inputResponses, answerKey);
  dialogue.answer(response.kind === "elicit" ? answerOf(response.action, response.content) : undefined);
  return dialogue;
}

function canElicit(capabilities: unknown): boolean {
  return typeof capabilities === "object" && capabilities !== null && "elicitation" in capabilities;
}

export function legacyAsker(server: Server, context: ServerContext): Asker | undefined {
  if (!canElicit(server.getClientCapabilities())) return undefined;
  return async (question, signal) => {
    // How long a person may take is decided by who asks.
    const { action, content } = await context.mcpReq.elicitInput(elicitParams(question), {
      timeout: longestQuestion,
      // On the call's own stream: over HTTP a client need not have another one open.
      relatedRequestId: context.mcpReq.id,
      signal,
    });
    return answerOf(action, content);
  };
}

interface Surroundings extends Pick<Call, "signal" | "ask"> {
  readonly context: ServerContext;
}

async function runTool(
  options: FrameOptions,
  request: ToolRequest,
  surroundings: Surroundings,
): Promise<CallToolResult> {
  const call = observeCall(request.name, surroundings.context, options);
  const finish = (outcome: string, record?: LogFields) =>
    call.finish(outcome, { code: options.logCode ? codeOf(request.arguments) : undefined }, record);
  let tool: Tool | undefined;
  try {
    const app = await options.app();
    const found = tool = findTool(app, request.name);
    const { progress, end } = withStartProgress(progressOf(surroundings.context), app.services.http);
    const { ask } = surroundings;
    const signal = patientSignal(surroundings.signal, request.arguments);
    const work = () =>
      found.call(request.arguments, { services: app.services, signal, ask, progress }).finally(end);
    const reply = await (options.within === undefined ? work() : options.within(call.trace, work));
    const result = replyResult(reply, {
      maxBytes: options.maxResultBytes,
      structured: tool.outputSchema !== undefined,
    });
    finish("ok", reply.record);
    return result;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (surroundings.signal.aborted) {
      // Nobody gets an answer any more, and a cancelled call is no bug.
      finish("cancelled");
      throw error;
    }
    finish(error instanceof AppError ? error.code : "internal");
    const failure = error instanceof AppError ? error : internalError(error, call);
    return errorResult(failure, tool?.errorNumbers);
  }
}

function findTool({ tools, hiddenTools }: App, name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  const hidden = hiddenTools.find((one) => one.name === name);
  if (hidden !== undefined) {
    const number = hidden.errorNumbers?.read_only;
    throw new AppError("read_only", `Cannot call ${name}: this server runs with --read-only`, {
      hint: "Start jupyter-mcp without --read-only to let it change things",
      ...(number === undefined ? {} : { details: { code: number } }),
    });
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${name} not found`);
}

/** The way to report progress of a request; undefined where its client did not ask for it. */
export function progressOf(context: ServerContext): Call["progress"] {
  const token = context.mcpReq._meta?.progressToken;
  if (token === undefined) return undefined;
  return ({ done, total, message }) => {
    const params = {
      progressToken: token,
      progress: done,
      message,
      ...(total === undefined ? {} : { total }),
    };
    // A client that has gone cannot be told, and its cancel ends the call anyway.
    void context.mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

/** A call that gives its time in seconds waits no longer for a server that is still starting. */
function patientSignal(signal: AbortSignal, args: unknown): AbortSignal {
  const timeout = typeof args === "object" && args !== null ? Reflect.get(args, "timeout") : undefined;
  return typeof timeout === "number" ? withPatience(signal, timeout * 1_000) : signal;
}

function codeOf(args: unknown): string | undefined {
  const code = typeof args === "object" && args !== null ? Reflect.get(args, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}
