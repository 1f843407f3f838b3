/**
 * A shared document as a notebook.
 *
 * 1. Reading gives plain values; what has not changed since the last reading is the same object again.
 * 2. A change is a pure function on that value; only what differs is written, in one transaction of ours.
 */

import type { Cell, CellOutput, Notebook } from "../nbformat/notebook.ts";
import { applyCells } from "./apply_cells.ts";
import { plainRecord } from "./plain_value.ts";
import { isRecord } from "./same_value.ts";
import { applyRecord, readCell } from "./shared_cell.ts";
import { readOutput } from "./shared_outputs.ts";
import { Y } from "./yjs.ts";

export type ChangeAuthor = "us" | "others";

/** Stands for what is no cell, so that the others keep their places. */
const unreadable: Cell = { cell_type: "raw", source: "", metadata: {} };

export class SharedNotebook {
  readonly #doc: Y.Doc;
  readonly #cells: Y.Array<unknown>;
  readonly #meta: Y.Map<unknown>;
  readonly #onChange: (author: ChangeAuthor) => void;
  readonly #readCells = new WeakMap<Y.Map<unknown>, Cell>();
  readonly #readOutputs = new WeakMap<Y.Map<unknown>, CellOutput>();
  #value: Notebook | undefined;

  constructor(doc: Y.Doc, onChange: (author: ChangeAuthor) => void = () => {}) {
    this.#doc = doc;
    this.#cells = doc.getArray("cells");
    this.#meta = doc.getMap("meta");
    this.#onChange = onChange;
    this.#cells.observeDeep(this.#forget);
    this.#meta.observeDeep(this.#forget);
  }

  read(): Notebook {
    this.#value ??= this.#readAll();
    return this.#value;
  }

  /** Applies a change to what the document holds now, and returns what it holds then. */
  update(change: (notebook: Notebook) => Notebook): Notebook {
    const before = this.read();
    const after = change(before);
    if (after !== before) this.#doc.transact((transaction) => this.#apply(transaction, before, after), this);
    return this.read();
  }

  /** The source of a cell as it is shared; undefined where there is no such cell. */
  sourceAt(index: number): Y.Text | undefined {
    const cell = index < 0 ? undefined : this.#cells.get(index);
    const source = cell instanceof Y.Map ? cell.get("source") : undefined;
    return source instanceof Y.Text ? source : undefined;
  }

  /** Stops watching the document. */
  detach(): void {
    this.#cells.unobserveDeep(this.#forget);
    this.#meta.unobserveDeep(this.#forget);
  }

  #apply(transaction: Y.Transaction, before: Notebook, after: Notebook): void {
    applyCells(this.#cells, before.cells, after.cells);
    const { cells: _oldCells, metadata: oldMetadata, ...oldMeta } = before;
    const { cells: _newCells, metadata: newMetadata, ...newMeta } = after;
    applyRecord(this.#meta, oldMeta, newMeta);
    const metadata = this.#meta.get("metadata");
    if (metadata instanceof Y.Map) applyRecord(metadata, oldMetadata, newMetadata);
    else if (oldMetadata !== newMetadata) this.#meta.set("metadata", new Y.Map(Object.entries(newMetadata)));
    if (transaction.changed.size === 0) return;
    // Browsers show unsaved work by this mark, and the server takes it away when it has saved.
    const state = this.#doc.getMap<unknown>("state");
    if (state.get("dirty") !== true) state.set("dirty", true);
  }

  #readAll(): Notebook {
    const { metadata, nbformat, nbformat_minor, ...others } = plainRecord(this.#meta);
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
    this.#value = undefined;
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
    this.#onChange(transaction.origin === this ? "us" : "others");
  };
}
