/** A run for the person who watches it: its state, how far it is, and the last lines of its output. */

import { untilAborted } from "../../base/async.ts";
import type { Execution } from "../../jupyter/kernel/execution.ts";
import type { Output } from "../../jupyter/nbformat/outputs.ts";
import type { RunState } from "../../base/view_messages.ts";
import { findRun } from "../../jupyter/notebooks/find_run.ts";
import type { Call } from "../../tool.ts";
import { mimeText } from "../mime_bundles.ts";
import { plainText } from "../plain_text.ts";
import { currentBar } from "../progress.ts";
import { figurePlaces, runFigureHandle } from "./figures.ts";

interface RunRequest {
  /** Seconds to wait for something new. */
  readonly wait: number;
  /** Of the last answer. */
  readonly cursor?: string | undefined;
}

/** Milliseconds that output is gathered once there is some. */
const gatherTime = 500;
const mostLines = 200;
const mostChars = 24_000;
const mostFigures = 10;

/** What a view learns of a run; its lines only if they have changed. */
export async function readRun(
  id: string,
  { wait, cursor }: RunRequest,
  { services, signal }: Pick<Call, "services" | "signal">,
): Promise<RunState> {
  const execution = await findRun(id, services, signal);
  if (cursor !== undefined && cursorOf(execution) === cursor) await somethingNew(execution, wait, signal);
  const reached = cursorOf(execution);
  const { status, state, elapsed, code, endCause: cause } = execution;
  const lines = lastLines(execution.outputs.outputs());
  const bar = status === "running" ? currentBar(lines) : undefined;
  return {
    status,
    is_queued: state === "queued",
    is_asking: execution.inputRequests.isAsking,
    elapsed_ms: Math.round(elapsed),
    cursor: reached,
    can_stop: !services.isReadOnly,
    ...(bar === undefined ? {} : { bar }),
    ...(cursor === undefined ? { code: code.slice(0, 2_000) } : {}),
    ...(reached === cursor ? {} : { lines }),
    ...(status === "running" || cause === undefined ? {} : { cause }),
    ...(status === "running" ? {} : { figures: figuresOf(id, execution) }),
  };
}

/** Changes with every output, and with the state. */
function cursorOf({ outputs, status, state }: Execution): string {
  const { cursor, openLine = "" } = outputs.page({ isOpen: status === "running" });
  return `${cursor}.${openLine.length}.${openLine.slice(-20)}.${status}.${state}`;
}

/** Resolves soon after the next change, at the end of the run, or after `seconds`. */
async function somethingNew(execution: Execution, seconds: number, signal: AbortSignal): Promise<void> {
  if (execution.status !== "running" || seconds === 0) return;
  const changed = Promise.withResolvers<void>();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const limit = setTimeout(changed.resolve, seconds * 1_000);
  const off = execution.subscribe(() => gathering ??= setTimeout(changed.resolve, gatherTime));
  try {
    await untilAborted(Promise.race([changed.promise, execution.ended]), signal);
  } finally {
    clearTimeout(limit);
    clearTimeout(gathering);
    off();
  }
}

function lastLines(outputs: readonly Output[]): string {
  let text = "";
  for (const output of outputs.toReversed()) {
    const part = textOf(output);
    if (part !== "") text = text === "" || part.endsWith("\n") ? part + text : `${part}\n${text}`;
    if (text.length > mostChars) break;
  }
  const lines = text.slice(-mostChars).split("\n");
  return lines.slice(-mostLines).join("\n");
}

function textOf(output: Output): string {
  switch (output.output_type) {
    case "stream":
      return plainText(output.text.slice(-mostChars));
    case "error":
      // IPython begins with a line across its terminal, which is wider than most views.
      return plainText(output.traceback.join("\n")).replace(/^-+\n/, "") ||
        `${output.ename}: ${output.evalue}`;
    default:
      return figurePlaces([output]).length > 0 ? "" : (mimeText(output.data) ?? "").slice(0, mostChars);
  }
}

function figuresOf(id: string, { outputs }: Execution): readonly string[] {
  return figurePlaces(outputs.outputs()).slice(-mostFigures).map((place) => runFigureHandle(id, place));
}
