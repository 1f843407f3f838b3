/**
 * A Y document as a notebook.
 *
 * 1. Reading gives plain values; what has not changed since the last reading is the same object again.
 * 2. A change is a pure function of that value; only differences are written, and listeners are notified when all of it is.
 * 3. Every cell shown has an id of its own; ids that the document lacks are stored with the first change. If the file stores
 *    no ids (before nbformat 4.5), the server generates new ones whenever it loads the file, and drops them when it saves:
 *    such cells are shown with the ids that this process gave them. Ids in the document are never changed, since browsers
 *    identify cells by them.
 * 4. Only cells and metadata are written, never the map `state`: an item there would depend on one of the server's that its
 *    store may lack, and everything that we write later would be lost with it.
 * 5. Cells that are not shown, such as the second copy of a cell that two people moved at once, are removed by the first change.
 */

import { isRecord } from "../../base/json.ts";
import { type KnownIds, storesIds, withIds, withoutId } from "../nbformat/cell_ids.ts";
import type { Cell, CellOutput, Notebook } from "../nbformat/notebook.ts";
import { type CellsChange, type CellsSteps, cellsSteps, type SeenCell } from "./apply_cells.ts";
import { MovedCells } from "./moved_cells.ts";
import { applyRecord, plainRecord, readCell, readOutput } from "./shared_cell.ts";
import { Y } from "./yjs.ts";

export type ChangeAuthor = "us" | "others";

/** Placeholder for an entry that is not a cell, so that the others keep their indices. */
const unreadable: Cell = { cell_type: "raw", source: "", metadata: {} };

/** Milliseconds in which moves of the same cell by others will have arrived. */
const moveDelay = 250;

/** The cells that a change moves, and those in which someone is typing. */
type OrderChange = Pick<CellsChange, "moving" | "occupied">;

export interface SharedNotebookOptions {
  readonly onChange?: (author: ChangeAuthor) => void;
  /** The ids that cells were given whose files store none. */
  readonly ids?: { readonly known: KnownIds; readonly path: string } | undefined;
}

interface View {
  /** What the document contains. */
  readonly stored: Notebook;
  /** What is shown of it. */
  readonly notebook: Notebook;
  readonly cells: readonly SeenCell[];
}

export class SharedNotebook {
  readonly #doc: Y.Doc;
  readonly #cells: Y.Array<unknown>;
  readonly #meta: Y.Map<unknown>;
  readonly #options: SharedNotebookOptions;
  /** The ids that callers know cells by, by their ids in the document. */
  readonly #names = new Map<string, string>();
  /** By the cells of the document: what has not changed stays the same object. */
  readonly #named = new WeakMap<Cell, Cell>();
  readonly #readCells = new WeakMap<Y.Map<unknown>, Cell>();
  readonly #readOutputs = new WeakMap<Y.Map<unknown>, CellOutput>();
  readonly #moved = new MovedCells();
  #view: View | undefined;
  #readMeta: Readonly<Record<string, unknown>> | undefined;
  /** The id of a cell that is not shown as long as it is blank. */
  #blank: string | undefined;
  /** Whether cells were removed that the next transaction replaces. */
  #isHalfway = false;
  #merging: ReturnType<typeof setTimeout> | undefined;

  constructor(doc: Y.Doc, options: SharedNotebookOptions = {}) {
    this.#doc = doc;
    this.#cells = doc.getArray("cells");
    this.#meta = doc.getMap("meta");
    this.#options = options;
    this.#cells.observeDeep(this.#forget);
    this.#meta.observeDeep(this.#forgetMeta);
    doc.on("update", this.#followMoves);
  }

  read(): Notebook {
    this.#view ??= this.#look();
    return this.#view.notebook;
  }

  /**
   * Applies a change to the current document and returns the result. Cells in which someone is typing stay in place, as
   * far as the order allows.
   */
  update(change: (notebook: Notebook) => Notebook, order: OrderChange = {}): Notebook {
    if (!this.#moved.isEmpty) this.#doc.transact(() => this.#moved.merge(this.#cells), this);
    const before = this.read();
    const after = change(before);
    if (after !== before) this.#apply(withIds(after), order);
    return this.read();
  }

  /** The shared cell that is shown at an index; undefined if there is none. */
  cellAt(index: number): Y.Map<unknown> | undefined {
    this.#view ??= this.#look();
    const place = this.#view.cells[index]?.place;
    const cell = place === undefined ? undefined : this.#cells.get(place);
    return cell instanceof Y.Map ? cell : undefined;
  }

  /** The id that callers know a cell by, by its id in the document. */
  shownId(id: string): string {
    return this.#names.get(id) ?? id;
  }

  /** Takes an update from others that is about to be applied. */
  expect(update: Uint8Array): void {
    if (this.#moved.isEmpty) return;
    const { ds } = Y.decodeUpdate(update);
    this.#doc.transact(() => this.#moved.erase(ds), this);
  }

  /** Hides the only cell as long as it is blank: the server adds one to a notebook without cells. */
  hideBlank(): void {
    const { stored } = this.#view ??= this.#look();
    const [only, ...others] = stored.cells;
    this.#blank = only !== undefined && others.length === 0 && isBlank(only) ? only.id : undefined;
    this.#view = undefined;
  }

  /** Stops watching the document. */
  detach(): void {
    clearTimeout(this.#merging);
    this.#doc.off("update", this.#followMoves);
    this.#cells.unobserveDeep(this.#forget);
    this.#meta.unobserveDeep(this.#forgetMeta);
  }

  #apply(after: Notebook, order: OrderChange): void {
    const view = this.#view ??= this.#look();
    const shown = new Set(view.cells.map(({ seen }) => seen.id));
    // A new cell is known by the id that it has in the document.
    for (const { id = "" } of after.cells) if (!shown.has(id)) this.#names.set(id, id);
    const steps = after.cells === view.notebook.cells
      ? undefined
      : cellsSteps(this.#cells, { before: view.cells, after: after.cells, ...order });
    const isHalf = steps?.isBoth === true;
    if (isHalf) this.#takeAway(steps);
    this.#doc.transact(() => {
      if (!isHalf) steps?.take();
      this.#moved.remember(steps?.put() ?? []);
      this.#applyMeta(view.stored, after);
    }, this);
  }

  /** In a transaction of its own, without notifying listeners: the other half follows at once. */
  #takeAway({ take }: CellsSteps): void {
    this.#isHalfway = true;
    try {
      this.#doc.transact(take, this);
    } finally {
      this.#isHalfway = false;
    }
  }

  #applyMeta(before: Notebook, after: Notebook): void {
    const { cells: _oldCells, metadata: oldMetadata, ...oldMeta } = before;
    const { cells: _newCells, metadata: newMetadata, ...newMeta } = after;
    applyRecord(this.#meta, oldMeta, newMeta);
    const metadata = this.#meta.get("metadata");
    if (metadata instanceof Y.Map) applyRecord(metadata, oldMetadata, newMetadata);
    else if (oldMetadata !== newMetadata) this.#meta.set("metadata", new Y.Map(Object.entries(newMetadata)));
  }

  #look(): View {
    const stored = this.#readAll();
    const copies = this.#moved.copies(this.#cells);
    const all = this.#cells.toArray();
    const shown = stored.cells.flatMap((cell, place) => {
      const shared = all[place];
      const isHidden = (shared instanceof Y.Map && copies.has(shared)) ||
        (cell.id !== undefined && cell.id === this.#blank && isBlank(cell));
      return isHidden ? [] : [{ place, stored: cell }];
    });
    const isWhole = shown.length === stored.cells.length;
    const whole = withIds(isWhole ? stored : { ...stored, cells: shown.map((one) => one.stored) });
    const notebook = this.#withNames(whole);
    const cells = shown.map((one, index) => ({
      ...one,
      id: whole.cells[index]?.id,
      seen: notebook.cells[index] ?? one.stored,
    }));
    return { stored, notebook, cells };
  }

  /** The cells under the ids that callers know them by, if the file stores none. */
  #withNames(notebook: Notebook): Notebook {
    const { ids } = this.#options;
    if (ids === undefined || storesIds(notebook)) return notebook;
    if (notebook.cells.some(({ id = "" }) => !this.#names.has(id))) {
      const known = notebook.cells.map((cell) => {
        const name = this.#names.get(cell.id ?? "");
        return name === undefined ? withoutId(cell) : { ...cell, id: name };
      });
      const named = ids.known.name(ids.path, { ...notebook, cells: known });
      notebook.cells.forEach(({ id = "" }, index) => this.#names.set(id, named.cells[index]?.id ?? id));
    }
    const shown = { ...notebook, cells: notebook.cells.map((cell) => this.#withName(cell)) };
    ids.known.remember(ids.path, shown);
    return shown;
  }

  #withName(cell: Cell): Cell {
    const name = this.shownId(cell.id ?? "");
    if (name === cell.id) return cell;
    const named = this.#named.get(cell) ?? { ...cell, id: name };
    this.#named.set(cell, named);
    return named;
  }

  #readAll(): Notebook {
    // The state of widgets can be large, so it is not read again for every output.
    this.#readMeta ??= plainRecord(this.#meta);
    const { metadata, nbformat, nbformat_minor, ...others } = this.#readMeta;
    return {
      ...others,
      nbformat: typeof nbformat === "number" ? nbformat : 4,
      nbformat_minor: typeof nbformat_minor === "number" ? nbformat_minor : 5,
      metadata: isRecord(metadata) ? metadata : {},
      cells: this.#cells.toArray().map((cell) => cell instanceof Y.Map ? this.#readCell(cell) : unreadable),
    };
  }

  #readCell(shared: Y.Map<unknown>): Cell {
    const known = this.#readCells.get(shared);
    if (known !== undefined) return known;
    const cell = readCell(shared, (output) => this.#readOutput(output));
    this.#readCells.set(shared, cell);
    return cell;
  }

  #readOutput(shared: unknown): CellOutput | null {
    if (!(shared instanceof Y.Map)) return readOutput(shared);
    const known = this.#readOutputs.get(shared);
    if (known !== undefined) return known;
    const output = readOutput(shared);
    if (output !== null) this.#readOutputs.set(shared, output);
    return output;
  }

  readonly #forget = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[], transaction: Y.Transaction) => {
    this.#view = undefined;
    for (const event of events) {
      let changed: Y.AbstractType<unknown> | null = event.target;
      while (changed !== null) {
        if (changed instanceof Y.Map) {
          this.#readCells.delete(changed);
          this.#readOutputs.delete(changed);
        }
        changed = changed.parent;
      }
    }
    if (!this.#isHalfway) this.#options.onChange?.(transaction.origin === this ? "us" : "others");
  };

  readonly #forgetMeta = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[], by: Y.Transaction) => {
    this.#readMeta = undefined;
    this.#forget(events, by);
  };

  readonly #followMoves = (_update: Uint8Array, origin: unknown) => {
    if (origin === this) return;
    if (this.#moved.hasNews) this.#doc.transact(() => this.#moved.takeOver(), this);
    if (this.#merging !== undefined || !this.#moved.hasDoubles(this.#cells)) return;
    // Delayed: those who moved the cell may not have received each other's moves yet, and must come to the same result.
    this.#merging = setTimeout(() => {
      this.#merging = undefined;
      this.#doc.transact(() => this.#moved.merge(this.#cells), this);
    }, moveDelay);
  };
}

function isBlank({ cell_type, source, outputs = [] }: Cell): boolean {
  return cell_type === "code" && source === "" && outputs.length === 0;
}
