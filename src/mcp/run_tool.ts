/**
 * Runs our own tools: finds the tool, and turns what it returns or throws into a result. Knows nothing of the transport,
 * and loads without the MCP SDK.
 */

import type { CallToolResult } from "@modelcontextprotocol/server";
import { AppError } from "../base/errors.ts";
import { isRecord } from "../base/json.ts";
import type { LogFields } from "../base/log.ts";
import type { TraceContext } from "../base/telemetry/trace_context.ts";
import { type BackgroundRun, backgroundStatus } from "../jupyter/kernel/run_registry.ts";
import { boundData } from "../output/bounded_data.ts";
import { withStartProgress } from "../output/progress.ts";
import type { Reply } from "../reply.ts";
import type { Services } from "../services.ts";
import type { Call, Tool } from "../tool.ts";
import { moreText } from "../tool_arguments.ts";
import type { ChannelMessage } from "./claude_channel.ts";
import { type CallObserver, type CallOrigin, observeCall } from "./observe.ts";
import { errorResult, internalError, replyResult } from "./results.ts";
import type { ToolRequest } from "./mcp_server.ts";

export interface RunOptions extends CallObserver {
  /** Finds the tool, if there is one with this name. */
  readonly find: (name: string) => Promise<{ readonly tool: Tool | undefined; readonly services: Services }>;
  readonly logCode: boolean;
  readonly maxResultBytes: number;
  /** Runs the work of a call so that everything it starts finds the call's trace. */
  readonly within?: (<T>(trace: TraceContext, work: () => Promise<T>) => Promise<T>) | undefined;
}

interface RunContext extends Pick<Call, "signal" | "ask" | "progress"> {
  readonly origin: CallOrigin;
  readonly client: string;
}

/** Returns undefined if there is no such tool. */
export async function runTool(
  options: RunOptions,
  request: ToolRequest,
  { origin, client, signal, ask, progress: report }: RunContext,
): Promise<CallToolResult | undefined> {
  const call = observeCall(request.name, origin, options);
  const finish = (outcome: string, record?: LogFields) =>
    call.finish(outcome, { code: options.logCode ? codeOf(request.arguments) : undefined }, record);
  let errorNumbers: Tool["errorNumbers"];
  let bounded = (data: Reply["data"]) => data;
  try {
    const found = await options.find(request.name);
    const { tool } = found;
    if (tool === undefined) return undefined;
    errorNumbers = tool.errorNumbers;
    const services = found.services.forClient(client);
    // What a view reads costs no model anything.
    if (tool.isForViews !== true) {
      const { textBytes } = services.presenter;
      const maxText = Math.max(textBytes(), textBytes(moreText(request.arguments)));
      bounded = (data) => boundData(data, maxText);
    }
    const { progress, end } = withStartProgress(report, services.http);
    const work = () => tool.call(request.arguments, { services, signal, ask, progress }).finally(end);
    const reply = await (options.within === undefined ? work() : options.within(call.trace, work));
    // The model does not see what a view reads.
    const reportsEndedRuns = tool.outputSchema === undefined && tool.isForViews !== true;
    const withNotes = reportsEndedRuns ? withEndedRuns(reply, services) : reply;
    const data = reply.isUncut === true ? withNotes.data : bounded(withNotes.data);
    const result = replyResult({ ...withNotes, data }, {
      maxBytes: options.maxResultBytes,
      structured: tool.outputSchema !== undefined,
    });
    finish("ok", reply.record);
    return result;
  } catch (error) {
    if (signal.aborted) {
      // Nobody receives the result of a cancelled call, and it is not a bug.
      finish("cancelled");
      throw error;
    }
    finish(error instanceof AppError ? error.code : "internal");
    const failure = error instanceof AppError ? error : internalError(error, call);
    return errorResult(failure, { numbers: errorNumbers, bounded });
  }
}

/** The reply, with a note on each background run that has ended meanwhile: no client asks for these on its own. */
function withEndedRuns(reply: Reply, { runs }: Services): Reply {
  const ended = runs.takeEnded();
  if (ended.length === 0) return reply;
  const news = ended.map(endNote);
  const notes: unknown = reply.data["notes"];
  return { ...reply, data: { ...reply.data, notes: [...(Array.isArray(notes) ? notes : []), ...news] } };
}

function endNote(run: BackgroundRun): string {
  const { id } = run.execution;
  const { begun = [], remaining = [] } = run.following ?? {};
  const others = begun.length + remaining.length;
  if (others === 0) return `Background run ${id} has ended (${backgroundStatus(run)}): see execution_get`;
  const cells = `${others === 1 ? "the cell" : `the ${others} cells`} after it`;
  const notRun = remaining.length === 0 ? "" : `, ${remaining.length} not run`;
  return `Background run ${id} and ${cells} have ended (${
    backgroundStatus(run)
  }${notRun}): see execution_get`;
}

/** The end of a background run, for clients that wake their model. */
export function endedMessage(run: BackgroundRun): ChannelMessage {
  return { content: endNote(run), meta: { execution_id: run.execution.id, status: backgroundStatus(run) } };
}

function codeOf(args: unknown): string | undefined {
  return isRecord(args) && typeof args["code"] === "string" ? args["code"] : undefined;
}

interface FoundTools {
  readonly tools: readonly Tool[];
  /** Tools that exist but are hidden because they change something. */
  readonly hiddenTools: readonly Tool[];
}

/** The tool with this name, if there is one; throws `read_only` if it is hidden because it changes something. */
export function findTool({ tools, hiddenTools }: FoundTools, name: string): Tool | undefined {
  const hidden = hiddenTools.find((one) => one.name === name);
  if (hidden === undefined) return tools.find((one) => one.name === name);
  const number = hidden.errorNumbers?.read_only;
  throw new AppError("read_only", `Cannot call ${name}: this server runs with --read-only`, {
    hint: "Start jupyter-mcp without --read-only to let it change things",
    ...(number === undefined ? {} : { details: { code: number } }),
  });
}
