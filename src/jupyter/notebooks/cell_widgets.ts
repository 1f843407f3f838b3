/**
 * The widgets of a run: their state is saved in the notebook with the end of the run, so that they are shown when the
 * notebook is opened again. What a widget does meanwhile is not written.
 */

import type { Execution } from "../kernel/execution.ts";
import { plainNumbers } from "../nbformat/exact_json.ts";
import type { Edit, Notebook } from "../nbformat/notebook.ts";
import type { Output } from "../nbformat/outputs.ts";
import { saveWidgets, viewsOf, type WidgetSource } from "../nbformat/widget_state.ts";
import type { NotebookHome } from "./notebook_home.ts";

export interface CellWidgetsOptions {
  readonly home: Pick<NotebookHome, "kind">;
  readonly cellId: string;
  readonly execution: Pick<Execution, "widgets" | "note">;
}

const untold =
  "Widgets of the cell are not saved in the notebook: the kernel has not told their state in time. Run the cell again";

const asItIs: Edit = (notebook) => notebook;

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
    const { home, execution } = this.#options;
    const { widgets } = execution;
    if (widgets === undefined) return asItIs;
    const views = viewsOf(outputs);
    const unknown = views.length === 0 ? [] : await widgets.load(views);
    if (unknown.length > 0) execution.note(untold);
    const isNews = widgets.takeChanged();
    const source = home.kind === "shared" ? shareable(widgets.models) : widgets.models;
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

/** A shared document has no numbers but JavaScript's. */
function shareable(source: WidgetSource): WidgetSource {
  return {
    ids: () => source.ids(),
    stateOf: (id) => source.stateOf(id),
    modelOf: (id) => plainNumbers(source.modelOf(id)),
  };
}
