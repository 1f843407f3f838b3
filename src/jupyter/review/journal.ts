/**
 * The journal of the changes that we make to notebooks.
 *
 * 1. A change is recorded after it was made; the journal never delays or fails an edit. What a run replaces is recorded before
 *    its first output is written: if the process is killed during the run, the old outputs can still be restored.
 * 2. Entries are bounded by count and bytes per notebook. The oldest go first.
 * 3. On disk each notebook has a file of JSON lines and its predecessor, private to the user. Lines are appended whole, so a
 *    killed process loses at most the line it was writing, and several processes can write at the same time.
 * 4. Files are named by a hash of server and path; they hold the notebook's own content and nothing else: a token
 *    only if a cell contains one, since what was replaced by something else could not be restored.
 * 5. An undo is recorded even if others had taken everything back already: otherwise the next one would repeat it.
 * 6. Notebooks whose files store no cell ids are recorded with the ids that the changes use, so that another process, which
 *    gives other ids, recognises the cells.
 */

import { knownCells, storesIds } from "../nbformat/cell_ids.ts";
import type { EditTrace } from "../nbformat/edit_cells.ts";
import type { Cell, Notebook } from "../nbformat/notebook.ts";
import { changesBetween, type RecordedChange } from "./cell_changes.ts";
import {
  boundOutputs,
  cellsWithLostOutputs,
  type JournalEntry,
  nameCells,
  parseEntry,
} from "./journal_entry.ts";

export interface JournalOptions {
  /** The folder of the files; if absent, entries are kept in memory only. */
  readonly folder?: string | undefined;
  /** Identifies the Jupyter server across restarts. */
  readonly server: string;
  readonly limits?: Partial<typeof usualLimits>;
  readonly now?: () => Date;
  /** Called once if the journal cannot be written. */
  readonly onFailure?: (reason: string) => void;
}

/** Records what one tool call does to notebooks: all of it is one change, which is undone as a whole. */
export interface ChangeRecorder {
  readonly id: string;
  readonly tool: string;
  /** Records a cell that is about to show a run instead of its outputs; what the run makes of it is recorded at its end. */
  recordBegin(path: string, before: Notebook): void;
  /** Records an edit that was made; returns whether anything has changed. */
  record(path: string, edit: RecordedEdit): boolean;
  /** What the caller should know of what was recorded. */
  readonly notes: readonly string[];
}

interface RecordedEdit extends EditTrace {
  /** Ids of the cells that it moved, if known. */
  readonly moving?: readonly string[] | undefined;
}

interface ResumedChange extends Pick<ChangeRecorder, "id" | "tool"> {
  /** The cell whose run had begun, as it was before. */
  readonly original?: Cell | undefined;
}

interface AppendOptions {
  readonly after: Notebook;
  readonly ended?: readonly string[];
}

/** Per notebook and file; a notebook has two files. */
const usualLimits = { entries: 250, bytes: 4_000_000 };

export class Journal {
  readonly #folder: string | undefined;
  readonly #server: string;
  readonly #limits: typeof usualLimits;
  readonly #now: () => Date;
  readonly #onFailure: (reason: string) => void;
  readonly #inMemory = new Map<string, JournalEntry[]>();
  readonly #names = new Map<string, string>();
  #hasFailed = false;

  constructor({ folder, server, limits, now = () => new Date(), onFailure = () => {} }: JournalOptions) {
    this.#folder = folder;
    this.#server = server;
    this.#limits = { ...usualLimits, ...limits };
    this.#now = now;
    this.#onFailure = onFailure;
  }

  /** Begins a change. `undoes` are the ids of those that it takes back. */
  begin(tool: string, undoes?: readonly string[]): ChangeRecorder {
    return this.resume({ id: newChangeId(), tool }, undoes);
  }

  /** Continues a change, which another process may have begun. */
  resume(
    { id, tool, original }: ResumedChange,
    undoes?: readonly string[],
  ): ChangeRecorder {
    const lost = new Set<string>();
    const begun = new Set<string | undefined>(original === undefined ? [] : [original.id]);
    const append = (
      path: string,
      changes: readonly RecordedChange[],
      { after, ended = [] }: AppendOptions,
    ) => {
      const at = this.#now().toISOString();
      const taken = undoes === undefined ? {} : { undoes };
      const over = ended.length === 0 ? {} : { ended };
      const ids = storesIds(after) ? {} : { ids: knownCells(after).map(({ id, key }) => ({ id, key })) };
      const kept = boundOutputs(changes);
      for (const cellId of cellsWithLostOutputs(kept)) lost.add(cellId);
      this.#append(path, { id, at, tool, changes: kept, ...taken, ...over, ...ids });
    };
    const recordBegin = (path: string, before: Notebook) => {
      const cells = before.cells.map((cell) => ({ ...cell, outputs: [], execution_count: null }));
      const after = { ...before, cells };
      const changes = changesBetween(before, after).map((change) => ({
        ...change,
        unfinished: true as const,
      }));
      if (!before.cells.some(({ outputs = [] }) => outputs.length > 0)) return;
      for (const cell of cells) begun.add(cell.id);
      append(path, changes, { after });
    };
    const record = (path: string, { before, after, moving }: RecordedEdit) => {
      const changes = changesBetween(before, after, moving);
      const ended = after.cells.flatMap(({ id }) => id !== undefined && begun.delete(id) ? [id] : []);
      if (changes.length === 0 && undoes === undefined && ended.length === 0) return false;
      append(path, changes, { after, ended });
      return changes.length > 0;
    };
    return {
      id,
      tool,
      recordBegin,
      record,
      get notes() {
        if (lost.size === 0) return [];
        return [
          `The old outputs of ${
            nameCells([...lost])
          } are too large for the journal: an undo cannot restore them`,
        ];
      },
    };
  }

  /** The changes of a notebook, oldest first. */
  entries(path: string): readonly JournalEntry[] {
    const now = this.#now().getTime();
    if (this.#folder === undefined) return joinCalls(this.#inMemory.get(path) ?? [], now);
    const file = this.#file(path);
    return joinCalls([previousOf(file), file].flatMap((name) => entriesIn(readIfThere(name))), now);
  }

  /** Keeps the changes of a renamed notebook, unless the new name has some of its own. */
  move(from: string, to: string): void {
    if (from === to || this.entries(to).length > 0) return;
    if (this.#folder === undefined) {
      const entries = this.#inMemory.get(from);
      if (entries !== undefined) this.#inMemory.set(to, entries);
      this.#inMemory.delete(from);
      return;
    }
    const [old, now] = [this.#file(from), this.#file(to)];
    renameIfThere(previousOf(old), previousOf(now));
    renameIfThere(old, now);
  }

  #append(path: string, entry: JournalEntry): void {
    if (this.#folder === undefined) return this.#remember(path, entry);
    const file = this.#file(path);
    try {
      this.#rotate(file);
      // A line that a killed process has left unfinished ends here.
      Deno.writeTextFileSync(file, `\n${JSON.stringify(entry)}\n`, { append: true, mode: 0o600 });
      // The mode above is that of a new file.
      if (Deno.build.os !== "windows") Deno.chmodSync(file, 0o600);
    } catch (error) {
      if (!this.#hasFailed) this.#onFailure(error instanceof Error ? error.name : "unknown");
      this.#hasFailed = true;
    }
  }

  #remember(path: string, entry: JournalEntry): void {
    const all = [...this.#inMemory.get(path) ?? [], entry].slice(-this.#limits.entries);
    const sizes = all.map((one) => JSON.stringify(one).length);
    while (all.length > 1 && sum(sizes) > this.#limits.bytes) {
      all.shift();
      sizes.shift();
    }
    this.#inMemory.set(path, all);
  }

  /** Begins a new file if the present one is full; what was before its predecessor goes. */
  #rotate(file: string): void {
    const text = readIfThere(file);
    const isFull = text.length > this.#limits.bytes || lineCount(text) >= this.#limits.entries;
    if (isFull) Deno.renameSync(file, previousOf(file));
  }

  #file(path: string): string {
    const known = this.#names.get(path);
    if (known !== undefined) return known;
    const { createHash } = globalThis.process.getBuiltinModule("node:crypto");
    const hash = createHash("sha256").update(`${this.#server}\n${path}`).digest("hex");
    const file = `${this.#folder}/${hash.slice(0, 32)}.jsonl`;
    this.#names.set(path, file);
    return file;
  }
}

/** Milliseconds: a run that has begun since then may be over, in another process, and about to be recorded. */
const justBegun = 5_000;

/** What one call did is one change, at the place of its beginning. */
function joinCalls(entries: readonly JournalEntry[], now: number): readonly JournalEntry[] {
  const calls = Map.groupBy(entries, ({ id }) => id);
  return [...calls.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const last = more.at(-1) ?? first;
    const all = [first, ...more];
    const ended = new Set(all.flatMap(({ ended = [] }) => ended));
    const counts = (change: RecordedChange, at: string) =>
      change.kind !== "edited" || !change.unfinished ||
      (!ended.has(change.id) && now - Date.parse(at) >= justBegun);
    const changes = all.flatMap(({ changes, at }) => changes.filter((change) => counts(change, at)));
    if (changes.length === 0 && last.undoes === undefined) return [];
    return [{ ...first, ...last, at: first.at, changes }];
  });
}

function newChangeId(): string {
  return `c-${crypto.getRandomValues(new Uint8Array(5)).toHex()}`;
}

function previousOf(file: string): string {
  return file.replace(/\.jsonl$/, ".previous.jsonl");
}

function readIfThere(file: string): string {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    Deno.renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function entriesIn(text: string): JournalEntry[] {
  return text.split("\n").flatMap((line) => (line === "" ? undefined : parseEntry(line)) ?? []);
}

function lineCount(text: string): number {
  return text.split("\n").filter((line) => line !== "").length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
