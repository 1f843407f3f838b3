/**
 * Calls of our own tools: finds the tool, gives it a way to report progress and to ask the user, and turns what it
 * returns or throws into a result. The difference between the two protocol eras in asking ends here.
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
import { isRecord } from "../base/json.ts";
import type { LogFields } from "../base/log.ts";
import type { TraceContext } from "../base/telemetry/trace_context.ts";
import type { Execution } from "../jupyter/kernel/execution.ts";
import type { InputProvider } from "../jupyter/kernel/input_requests.ts";
import { withStartProgress } from "../output/progress.ts";
import type { Call, Reply, Services, Tool } from "../tool.ts";
import type { ChannelMessage } from "./channel.ts";
import { answerOf, Dialogue, elicitParams } from "./elicitation.ts";
import { type CallObserver, observeCall } from "./observe.ts";
import { errorResult, internalError, replyResult } from "./results.ts";
import type { CallContext, ToolRequest } from "./server.ts";

export interface CallOptions extends CallObserver {
  /** Finds the tool; throws if there is none with this name. */
  readonly find: (name: string) => Promise<{ readonly tool: Tool; readonly services: Services }>;
  readonly dialogues: Dialogues;
  readonly logCode: boolean;
  readonly maxResultBytes: number;
  /** Runs the work of a call so that everything it starts finds the call's trace. */
  readonly within?: (<T>(trace: TraceContext, work: () => Promise<T>) => Promise<T>) | undefined;
}

/** Dialogues that wait for their next request; shared by all servers: in 2026-07-28 each serves one request. */
type Dialogues = Map<string, Dialogue<CallToolResult>>;

const answerKey = "answer";
/** Longer than any question stays open: the asker decides how long a person may take. */
const elicitTimeoutMs = 3_600_000;

export async function callTool(
  options: CallOptions,
  request: ToolRequest,
  { server, context, client }: Pick<CallContext, "server" | "context" | "client">,
): Promise<CallToolResult | InputRequiredResult> {
  const { signal, envelope } = context.mcpReq;
  if (envelope === undefined) {
    return await runTool(options, request, { signal, context, client, ask: legacyAsker(server, context) });
  }
  const continued = continuedDialogue(options.dialogues, context);
  const dialogue = continued ?? new Dialogue<CallToolResult>();
  if (continued === undefined) {
    const ask = canElicit(Reflect.get(envelope, CLIENT_CAPABILITIES_META_KEY)) ? dialogue.ask : undefined;
    dialogue.start(() => runTool(options, request, { signal: dialogue.signal, context, client, ask }));
  }
  const step = await dialogue.step(signal);
  if (step.kind === "done") return step.value;
  const { id } = dialogue;
  options.dialogues.set(id, dialogue);
  void dialogue.expired(() => options.dialogues.has(id)).then(() => options.dialogues.delete(id));
  return inputRequired({
    inputRequests: { [answerKey]: inputRequired.elicit(elicitParams(step.question)) },
    requestState: id,
  });
}

/** The dialogue that this request continues, after passing it the answer. */
function continuedDialogue(
  dialogues: Dialogues,
  context: ServerContext,
): Dialogue<CallToolResult> | undefined {
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

export function legacyAsker(server: Server, context: ServerContext): InputProvider | undefined {
  if (!canElicit(server.getClientCapabilities())) return undefined;
  return async (question, signal) => {
    const { action, content } = await context.mcpReq.elicitInput(elicitParams(question), {
      timeout: elicitTimeoutMs,
      // On the stream of the call: over HTTP the client may not have another one open.
      relatedRequestId: context.mcpReq.id,
      signal,
    });
    return answerOf(action, content);
  };
}

interface RunContext extends Pick<Call, "signal" | "ask"> {
  readonly context: ServerContext;
  readonly client: string;
}

async function runTool(
  options: CallOptions,
  request: ToolRequest,
  { context, client, signal, ask }: RunContext,
): Promise<CallToolResult> {
  const call = observeCall(request.name, context, options);
  const finish = (outcome: string, record?: LogFields) =>
    call.finish(outcome, { code: options.logCode ? codeOf(request.arguments) : undefined }, record);
  let tool: Tool | undefined;
  try {
    const found = await options.find(request.name);
    const services = found.services.forClient(client);
    tool = found.tool;
    const { progress, end } = withStartProgress(progressOf(context), services.http);
    const work = () => found.tool.call(request.arguments, { services, signal, ask, progress }).finally(end);
    const reply = await (options.within === undefined ? work() : options.within(call.trace, work));
    const tellsOfRuns = tool.outputSchema === undefined && tool.isForViews !== true;
    const result = replyResult(tellsOfRuns ? withEndedRuns(reply, services) : reply, {
      maxBytes: options.maxResultBytes,
      structured: tool.outputSchema !== undefined,
    });
    finish("ok", reply.record);
    return result;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (signal.aborted) {
      // Nobody receives the result of a cancelled call, and it is not a bug.
      finish("cancelled");
      throw error;
    }
    finish(error instanceof AppError ? error.code : "internal");
    const failure = error instanceof AppError ? error : internalError(error, call);
    return errorResult(failure, tool?.errorNumbers);
  }
}

/** The reply, with a note on each background run that has ended meanwhile: no client asks for that by itself. */
function withEndedRuns(reply: Reply, { executions }: Services): Reply {
  const ended = executions.takeEnded();
  if (ended.length === 0) return reply;
  const news = ended.map(endNote);
  const notes: unknown = reply.data["notes"];
  return { ...reply, data: { ...reply.data, notes: [...(Array.isArray(notes) ? notes : []), ...news] } };
}

function endNote({ id, status }: Execution): string {
  return `Background run ${id} has ended (${status}): see execution_get`;
}

/** The end of a background run, for clients that wake their model. */
export function endedMessage(run: Execution): ChannelMessage {
  return { content: endNote(run), meta: { execution_id: run.id, status: run.status } };
}

/** Reports the progress of a request; undefined if its client did not ask for it. */
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
    // Best effort: if the client is gone, its cancellation ends the call anyway.
    void context.mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

function codeOf(args: unknown): string | undefined {
  return isRecord(args) && typeof args["code"] === "string" ? args["code"] : undefined;
}
