/**
 * Calls of our own tools by MCP clients: gives them a way to report progress and to ask the user. The difference between
 * the two protocol eras in asking ends here.
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
import type { InputProvider } from "../jupyter/kernel/input_requests.ts";
import type { Call } from "../tool.ts";
import { answerOf, Dialogue, elicitParams } from "./elicitation.ts";
import { type RunOptions, runTool } from "./run_tool.ts";
import type { CallContext, ToolRequest } from "./mcp_server.ts";

export interface CallOptions extends RunOptions {
  readonly dialogues: Dialogues;
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
  const { dialogues, ...rest } = options;
  const run = async (asking: Pick<Call, "signal" | "ask">) => {
    const progress = progressOf(context);
    const result = await runTool(rest, request, { ...asking, client, origin: context, progress });
    if (result !== undefined) return result;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${request.name} not found`);
  };
  if (envelope === undefined) return await run({ signal, ask: legacyAsker(server, context) });
  const continued = continuedDialogue(dialogues, context);
  const dialogue = continued ?? new Dialogue<CallToolResult>();
  if (continued === undefined) {
    const ask = canElicit(Reflect.get(envelope, CLIENT_CAPABILITIES_META_KEY)) ? dialogue.ask : undefined;
    dialogue.start(() => run({ signal: dialogue.signal, ask }));
  }
  const step = await dialogue.step(signal);
  if (step.kind === "done") return step.value;
  const { id } = dialogue;
  dialogues.set(id, dialogue);
  void dialogue.expired(() => dialogues.has(id)).then(() => dialogues.delete(id));
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
