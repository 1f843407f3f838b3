/** The outputs of a run in the form that a notebook's home can keep. */

import type { Execution } from "../kernel/execution.ts";
import { externalEndOf } from "../kernel/execution.ts";
import { plainNumbers } from "../nbformat/exact_json.ts";
import type { Output } from "../nbformat/outputs.ts";
import type { NotebookHome } from "./notebook_home.ts";

export function outputsFor(kind: NotebookHome["kind"], execution: Execution): readonly Output[] {
  const isOver = execution.status !== "running";
  const outputs = [...execution.outputs.forNotebook({ isOver }), ...endOf(execution)];
  // A shared document has no numbers but JavaScript's.
  return kind === "shared" ? outputs.map(shareable) : outputs;
}

const shared = new WeakMap<Output, Output>();

/** One output always gives one object, so that `===` tells what is new. */
function shareable(output: Output): Output {
  const plain = shared.get(output) ?? plainNumbers(output);
  shared.set(output, plain);
  return plain;
}

/** What ended a run from outside is told in its cell: without that it would look like one that came to its end. */
function endOf(execution: Execution): readonly Output[] {
  if (execution.endCause === undefined) return [];
  const fate = externalEndOf(execution);
  return fate === undefined
    ? [{ output_type: "stream", name: "stderr", text: `[… ${execution.endCause} …]\n` }]
    : [{ output_type: "error", ...fate, traceback: [] }];
}
