/**
 * The state of widgets in a notebook's metadata, from which its cells' views are shown if there is no kernel to ask.
 * https://ipywidgets.readthedocs.io/en/stable/examples/Widget%20Low%20Level.html
 *
 * 1. A model is saved only together with all models that it refers to: JupyterLab restores no widget at all if one
 *    of them refers to a model that is missing.
 * 2. What someone else has saved stays, unless it is the state of a model that we know better, or that our run has
 *    removed.
 */

import { z } from "zod";
import { type Cell, type Edit, jsonObject, type Notebook } from "./notebook.ts";
import { deepEqual } from "../../base/deep_equal.ts";

const viewType = "application/vnd.jupyter.widget-view+json";
const stateType = "application/vnd.jupyter.widget-state+json";
const reference = "IPY_MODEL_";

/** A binary part of the state, and where it belongs. */
interface WidgetBuffer {
  readonly path: readonly (string | number)[];
  readonly encoding: "base64";
  readonly data: string;
}

export type WidgetState = Readonly<Record<string, unknown>>;

/** A model as stored in notebooks. */
export interface WidgetModel {
  readonly model_name: unknown;
  readonly model_module: unknown;
  readonly model_module_version: unknown;
  readonly state: WidgetState;
  readonly buffers?: readonly WidgetBuffer[];
}

/** The models that a kernel has. */
export interface WidgetSource {
  ids(): Iterable<string>;
  /** The state without binary parts; undefined if the model is unknown. */
  stateOf(id: string): WidgetState | undefined;
  modelOf(id: string): WidgetModel | undefined;
}

const view = z.looseObject({ [viewType]: z.looseObject({ model_id: z.string() }) });
const savedModel = z.looseObject({ state: jsonObject });
const savedWidgets = z.looseObject({
  [stateType]: z.looseObject({
    // Colab leaves these out and has the models in place of the state: they are kept but not read.
    version_major: z.literal(2).default(2),
    state: jsonObject.default({}),
  }),
});

/** Ids of the models whose views the outputs show. */
export function viewsOf(outputs: readonly object[]): string[] {
  return outputs.flatMap((output) => "data" in output ? modelShownBy(output.data) : []);
}

function modelShownBy(data: unknown): string[] {
  if (typeof data !== "object" || data === null || !(viewType in data)) return [];
  const shown = view.safeParse(data);
  return shown.success ? [shown.data[viewType].model_id] : [];
}

/** Ids of the models that a state refers to, and of those whose views it holds as outputs. */
export function referencesOf(state: unknown): Set<string> {
  const found = new Set<string>();
  const waiting: unknown[] = [state];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === "string" && value.startsWith(reference)) found.add(value.slice(reference.length));
    if (typeof value !== "object" || value === null) continue;
    for (const id of modelShownBy(value)) found.add(id);
    for (const item of Array.isArray(value) ? value : Object.values(value)) {
      if (typeof item === "string" || typeof item === "object") waiting.push(item ?? "");
    }
  }
  return found;
}

interface Closure {
  /** Those that were asked for and those that they refer to, as far as they are known. */
  readonly ids: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
}

/** Ids of the models that a model refers to; undefined if it is not known. */
type References = (id: string) => ReadonlySet<string> | undefined;

/** Looks at each state once: some are large. */
export function referencesBy(stateOf: WidgetSource["stateOf"]): References {
  const known = new Map<string, ReadonlySet<string> | undefined>();
  return (id) => {
    const state = known.has(id) ? undefined : stateOf(id);
    if (!known.has(id)) known.set(id, state && referencesOf(state));
    return known.get(id);
  };
}

/** Models with all that they refer to. */
export function closureOf(roots: Iterable<string>, references: References): Closure {
  const [ids, missing] = [new Set<string>(), new Set<string>()];
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (ids.has(id) || missing.has(id)) continue;
    const others = references(id);
    (others === undefined ? missing : ids).add(id);
    if (others !== undefined) waiting.push(...others);
  }
  return { ids, missing };
}

/**
 * Saves the models that the notebook shows, as the kernel has them.
 *
 * @param lastViews Ids of the models that the cell of the run showed before.
 */
export function saveWidgets(source: WidgetSource, lastViews: readonly string[]): Edit {
  return (notebook) => {
    const saved = savedModels(notebook);
    if (saved === undefined) return notebook;
    const references = referencesBy((id) => source.stateOf(id) ?? savedState(saved, id));
    const views = viewsIn(notebook);
    const before = Object.keys(saved);
    if (views.length === 0 && before.length === 0) return notebook;
    const reached = closureOf(views, references).ids;
    const shown = withControllers(reached, [...source.ids(), ...before], references);
    const left = closureOf(lastViews, references).ids;
    const unshown = before.filter((id) => !shown.has(id));
    const ours = unshown.filter((id) => left.has(id) || source.stateOf(id) !== undefined);
    const gone = withReferrers(ours, unshown, references);
    const kept = Object.entries(saved).filter(([id]) => !gone.has(id));
    const broken = withReferrers(closureOf(shown, references).missing, shown, references);
    const fresh = [...shown].flatMap((id) => {
      const model = broken.has(id) ? undefined : source.modelOf(id);
      return model === undefined || deepEqual(saved[id], model) ? [] : [[id, model] as const];
    });
    const isSame = fresh.length === 0 && kept.length === before.length;
    return isSame ? notebook : withModels(notebook, Object.fromEntries([...kept, ...fresh]));
  };
}

const nothing: WidgetSource = { ids: () => [], stateOf: () => undefined, modelOf: () => undefined };

/** The edit, which also removes the state of widgets whose last views it removes. */
export function withoutUnshown(edit: Edit): Edit {
  return (notebook) => {
    const edited = edit(notebook);
    const isDone = edited === notebook || notebook.metadata["widgets"] === undefined;
    return isDone ? edited : saveWidgets(nothing, viewsIn(notebook))(edited);
  };
}

function viewsIn({ cells }: Notebook): string[] {
  return cells.flatMap(({ outputs = [] }: Cell) => viewsOf(outputs));
}

/** Restores saved models that a notebook has lost. */
export function restoreWidgets(from: Notebook): Edit {
  const lost = savedModels(from) ?? {};
  return (notebook) => {
    const saved = savedModels(notebook);
    const isThere = saved === undefined || Object.keys(lost).every((id) => id in saved);
    return isThere ? notebook : withModels(notebook, { ...lost, ...saved });
  };
}

/** With the models that nothing shows and that act on shown ones only, such as links between two of them. */
function withControllers(
  shown: ReadonlySet<string>,
  candidates: readonly string[],
  references: References,
): ReadonlySet<string> {
  const controllers = candidates.filter((id) => {
    const others = [...references(id) ?? []];
    return others.length > 0 && others.every((one) => shown.has(one));
  });
  return new Set([...shown, ...controllers]);
}

/** With the models that refer to one of them, however far away: without it they could not be restored. */
function withReferrers(
  roots: Iterable<string>,
  candidates: Iterable<string>,
  references: References,
): ReadonlySet<string> {
  const referrers = new Map<string, string[]>();
  for (const id of candidates) {
    for (const other of references(id) ?? []) {
      const known = referrers.get(other);
      if (known === undefined) referrers.set(other, [id]);
      else known.push(id);
    }
  }
  return closureOf(roots, (id) => new Set(referrers.get(id))).ids;
}

/** The content of the metadata; undefined if it has a form that we must not change. */
function savedModels({ metadata }: Notebook): WidgetState | undefined {
  const { widgets } = metadata;
  const holds = typeof widgets === "object" && widgets !== null && stateType in widgets;
  if (widgets === undefined || (!holds && jsonObject.safeParse(widgets).success)) return {};
  const known = savedWidgets.safeParse(widgets);
  return known.success ? known.data[stateType].state : undefined;
}

function savedState(saved: WidgetState, id: string): WidgetState | undefined {
  const model = savedModel.safeParse(saved[id]);
  return model.success ? model.data.state : undefined;
}

function withModels(notebook: Notebook, state: WidgetState): Notebook {
  const widgets = jsonObject.catch({}).parse(notebook.metadata["widgets"]);
  const saved = {
    version_major: 2,
    version_minor: 0,
    ...jsonObject.catch({}).parse(widgets[stateType]),
    state,
  };
  return { ...notebook, metadata: { ...notebook.metadata, widgets: { ...widgets, [stateType]: saved } } };
}
