/** The outputs of a run in the form that a notebook's home can keep. */

import type { Execution } from "./kernel/execution.ts";
import { plainNumbers } from "./nbformat/exact_json.ts";
import type { Output } from "./nbformat/outputs.ts";
import type { NotebookHome } from "./notebook_home.ts";

export function outputsFor(kind: NotebookHome["kind"], execution: Execution): readonly Output[] {
  const outputs = execution.outputs.forNotebook();
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
