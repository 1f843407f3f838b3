/** A run as it is presented, finished or not. */

import type { RunStatus } from "../jupyter/kernel/execution.ts";
import type { Output } from "../jupyter/nbformat/outputs.ts";

export interface PresentedRun {
  readonly executionId: string;
  readonly sessionId: string;
  readonly code: string;
  readonly status: RunStatus;
  readonly executionCount: number | null;
  readonly outputs: readonly Output[];
  /** All outputs of the run, if `outputs` is only a page of them. */
  readonly allOutputs?: readonly Output[];
  /** The unfinished last line of a running run, which is not part of the outputs yet. */
  readonly openLine?: string;
  readonly executionTimeMs: number;
  /** What went past the limits while it was collected, and is gone. */
  readonly dropped: { readonly textBytes: number; readonly outputs: number };
  /** What ended the run if the code did not, as an exception. */
  readonly failure?: { readonly type: string; readonly message: string } | undefined;
  /** Whether Jupyter's rate limiter held output back. */
  readonly limitedByServer: boolean;
  /** Sentences for the model from the caller that started the run. */
  readonly notes: readonly string[];
}

/** Where the whole retained output of a run can be read. */
export function outputsUri(run: PresentedRun): string {
  return executionUri(run.executionId);
}

/** Where the specification of a figure can be read, by its place among what the run displayed. */
export function figureUri(run: PresentedRun, output: Output): string {
  const place = displayed(run.allOutputs ?? run.outputs).findIndex((one) => one === output);
  return `jupyter://executions/${encodeURIComponent(run.executionId)}/figures/${place}`;
}

/** The run of a figure's URI, and its place there; undefined for any other URI. */
export function figureOfUri(uri: string): { readonly id: string; readonly place: number } | undefined {
  const [, id, place] = /^jupyter:\/\/executions\/([^/]+)\/figures\/(\d{1,6})$/i.exec(uri) ?? [];
  return id === undefined ? undefined : { id, place: Number(place) };
}

/** Displays and results: texts before them may grow into one, and move nothing. */
export function displayed(outputs: readonly Output[]) {
  return outputs.filter((output) =>
    output.output_type === "display_data" || output.output_type === "execute_result"
  );
}

export function executionUri(id: string): string {
  return `jupyter://executions/${encodeURIComponent(id)}/output`;
}
