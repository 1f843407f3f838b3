/** What a run puts into its notebook: its outputs in the form that the notebook's backend can hold, and the state of its widgets. */

import { type Execution, externalEndOf } from "../kernel/execution.ts";
import { plainNumbers } from "../nbformat/exact_json.ts";
import type { Edit, Notebook } from "../nbformat/notebook.ts";
import type { Output } from "../nbformat/outputs.ts";
import { saveWidgets, viewsOf, type WidgetSource } from "../nbformat/widget_state.ts";
import type { NotebookBackend } from "./notebook_backend.ts";

interface CellWidgetsOptions {
  readonly backend: Pick<NotebookBackend, "kind">;
  readonly cellId: string;
  readonly execution: Pick<Execution, "widgets" | "note">;
}

const statesUnknown =
  "Widgets of the cell are not saved in the notebook: the kernel did not report their state in time. Run the cell again";

const asItIs: Edit = (notebook) => notebook;

/**
 * Saves the state of a run's widgets in the notebook when the run ends, so that they are shown when the notebook is opened
 * again. What a widget does meanwhile is not written.
 */
export class CellWidgets {
  readonly #options: CellWidgetsOptions;
  #before: readonly string[] | undefined;

  constructor(options: CellWidgetsOptions) {
    this.#options = options;
  }

  /** The edit, which notes what the cell shows before the run writes into it for the first time. */
  noting(edit: Edit): Edit {
    return (notebook) => {
      this.#before ??= this.#viewsIn(notebook);
      return edit(notebook);
    };
  }

  /** The edit that saves them, to be made after the outputs of the run. */
  async save(outputs: readonly Output[]): Promise<Edit> {
    const { backend, execution } = this.#options;
    const { widgets } = execution;
    if (widgets === undefined) return asItIs;
    const views = viewsOf(outputs);
    const unknown = views.length === 0 ? [] : await widgets.load(views);
    if (unknown.length > 0) execution.note(statesUnknown);
    const isNews = widgets.takeChanged();
    const source = backend.kind === "shared" ? shareableModels(widgets.models) : widgets.models;
    return (notebook) => {
      const before = this.#before ?? [];
      return views.length > 0 || before.length > 0 || isNews
        ? saveWidgets(source, before)(notebook)
        : notebook;
    };
  }

  #viewsIn({ cells }: Notebook): readonly string[] {
    return viewsOf(cells.find(({ id }) => id === this.#options.cellId)?.outputs ?? []);
  }
}

/** A shared document holds JavaScript numbers only. */
function shareableModels(source: WidgetSource): WidgetSource {
  return {
    ids: () => source.ids(),
    stateOf: (id) => source.stateOf(id),
    modelOf: (id) => plainNumbers(source.modelOf(id)),
  };
}

/** The outputs of a run in the form that the notebook's backend can hold. */
export function outputsFor(kind: NotebookBackend["kind"], execution: Execution): readonly Output[] {
  const isOver = execution.status !== "running";
  const outputs = [...execution.outputs.forNotebook({ isOver }), ...endOf(execution)];
  // A shared document holds JavaScript numbers only.
  return kind === "shared" ? outputs.map(shareable) : outputs;
}

const shared = new WeakMap<Output, Output>();

/** One output always gives one object, so that `===` tells what is new. */
function shareable(output: Output): Output {
  const plain = shared.get(output) ?? plainNumbers(output);
  shared.set(output, plain);
  return plain;
}

/** If a run was ended from outside, its cell says so: otherwise the run would look complete. */
function endOf(execution: Execution): readonly Output[] {
  if (execution.endCause === undefined) return [];
  const externalEnd = externalEndOf(execution);
  return externalEnd === undefined
    ? [{ output_type: "stream", name: "stderr", text: `[… ${execution.endCause} …]\n` }]
    : [{ output_type: "error", ...externalEnd, traceback: [] }];
}
