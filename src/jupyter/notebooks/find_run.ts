/**
 * Finds a run that another process of this program has sent and that is still running: its client has disconnected since,
 * and a successor process writes its output into the notebook. From then on it is a run of this process too, which can be
 * watched and stopped; the successor still is the one that writes.
 *
 * The kernels are asked what they execute: runs are named by the id of their request. Only Python kernels that answer while
 * they are busy can say it.
 */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { inspect, InspectionRefused, languageOf } from "../inspect/inspection.ts";
import { type Execution, runIdOf } from "../kernel/execution.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelPool } from "../kernel/pool.ts";
import type { OutputMessage } from "../kernel/takeover.ts";
import type { RunRegistry } from "../kernel/run_registry.ts";
import type { SessionModel } from "../rest/sessions.ts";
import { notebookPathOf } from "../sessions/session_reference.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Notebooks } from "./notebooks.ts";

interface FindServices {
  readonly runs: RunRegistry;
  readonly sessions: Sessions;
  readonly kernels: KernelPool;
  readonly notebooks: Notebooks;
}

const requestSchema = z.object({
  message_id: z.string(),
  code: z.string(),
  count: z.number(),
  elapsed: z.number(),
});

type RunningRequest = z.infer<typeof requestSchema>;

/** How long a kernel may take to say what it executes. */
const answerLimit = 5_000;

/** The run with this id, also if another of our processes has sent it; throws an AppError if there is none. */
export async function findRun(id: string, services: FindServices, signal: AbortSignal): Promise<Execution> {
  const { runs, sessions } = services;
  const isKnown = () => runs.list().some((one) => one.id === id);
  if (isKnown() || !/^[0-9a-f]{12}$/.test(id)) return runs.get(id);
  await Promise.all(
    (await sessions.list({ signal })).filter(mayBeBusy).map(async (session) => {
      const kernel = services.kernels.get(session.kernel.id);
      const request = await runningRequest(kernel, signal);
      if (request === null || runIdOf(request.message_id) !== id) return;
      const outputs = await outputsSoFar(session, request, services.notebooks);
      // Another call, or another session of the same kernel, may have been faster.
      if (!isKnown()) follow(kernel, { session, request, outputs, runs });
    }),
  );
  return runs.get(id);
}

/**
 * The server mistakes the end of an inspection, such as by another process that watches the run, for the end of the run:
 * kernels that someone is connected to are asked as well. The successor that writes the output is.
 */
function mayBeBusy({ kernel: { execution_state, connections } }: SessionModel): boolean {
  return execution_state === "busy" || (connections ?? 0) > 0;
}

/** Null if it executes nothing, or cannot say what. */
async function runningRequest(kernel: Kernel, signal: AbortSignal): Promise<RunningRequest | null> {
  try {
    await kernel.connect({ signal });
    if (languageOf(kernel) === "r") return null;
    return await inspect(kernel, "runningRequest", {
      args: {},
      schema: requestSchema.nullable(),
      limit: answerLimit,
      skipsRetry: true,
      signal,
    });
  } catch (error) {
    if (error instanceof AppError || error instanceof InspectionRefused) return null;
    throw error;
  }
}

const savedMarker =
  "[… output is missing between here and the moment this run was found again; the notebook has it …]\n";
const unknownMarker = "[… this run was begun by another process: its output until now is not known here …]\n";

/** What the notebook has of the output, which is written at intervals. */
async function outputsSoFar(
  session: SessionModel,
  { code, count }: RunningRequest,
  notebooks: Notebooks,
): Promise<readonly OutputMessage[]> {
  const marker = (text: string) => ({ type: "stream", content: { name: "stderr", text } });
  const path = notebookPathOf(session);
  const cells = path === null ? [] : (await notebooks.use(path, (backend) => backend.read())).cells;
  const cell = cells.findLast(({ source, execution_count }) =>
    source === code && (execution_count === null || execution_count === count)
  );
  if (cell?.outputs === undefined) return [marker(unknownMarker)];
  const messages = cell.outputs.map(({ output_type: type, ...content }) => ({ type, content }));
  return [...messages, marker(savedMarker)];
}

interface FoundRun {
  readonly session: SessionModel;
  readonly request: RunningRequest;
  readonly outputs: readonly OutputMessage[];
  readonly runs: RunRegistry;
}

function follow(kernel: Kernel, { session, request, outputs, runs }: FoundRun): void {
  const { message_id: messageId, code, count: executionCount, elapsed } = request;
  const place = { sessionId: session.id, kernelId: kernel.id };
  const state = { hasBegun: true, executionCount, outputs: [...outputs], missed: [], last: null, elapsed };
  const execution = kernel.adopt({ messageId, code, ...place, ...state, end: null }, true);
  runs.add(execution);
  runs.leaveInBackground(execution);
}
