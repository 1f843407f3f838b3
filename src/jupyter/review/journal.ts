/**
 * The journal of the changes that we make to notebooks.
 *
 * 1. A change is recorded after it was made; the journal never delays or fails an edit. What a run replaces is recorded before
 *    its first output is written, and the counts of cells that wait for theirs: if the process is killed, they can be restored.
 * 2. Changes are bounded by count and bytes per notebook. The oldest go first, and none is kept in part.
 * 3. On disk each notebook has a file of JSON lines and its predecessor, private to the user. Lines are appended whole, so a
 *    killed process loses at most the line it was writing, and several processes can write at the same time.
 * 4. Files are named by a hash of server and path; they hold the notebook's own content and nothing else: a token
 *    only if a cell contains one, since what was replaced by something else could not be restored.
 * 5. An undo is recorded even if others had taken everything back already: otherwise the next one would repeat it.
 * 6. Notebooks whose files store no cell ids are recorded with the ids that the changes use, so that another process, which
 *    gives other ids, recognises the cells.
 * 7. While a call runs cells, its change is open, also to other processes, unless the process that runs them has ended.
 */

import { type KnownCell, knownCells, storesIds } from "../nbformat/cell_ids.ts";
import type { EditTrace } from "../nbformat/edit_cells.ts";
import type { Cell, Notebook } from "../nbformat/notebook.ts";
import { changesBetween, type RecordedChange } from "./cell_changes.ts";
import {
  boundOutputs,
  cellsWithLostOutputs,
  type JournalEntry,
  type JournalLine,
  nameCells,
  outputBudget,
  parseLine,
} from "./journal_entry.ts";
import { ProcessLock } from "./process_lock.ts";

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
  /** The call begins to run cells: its change is open until the end of its runs. */
  beginRuns(path: string): void;
  endRuns(path: string): void;
  /** Another process is about to continue its runs. */
  handOver(path: string): void;
  /** Records cells that are about to show a run instead of their outputs, or only that they wait for one. */
  recordBegin(path: string, run: BegunRun): void;
  /** Records an edit that was made; returns whether anything has changed. */
  record(path: string, edit: RecordedEdit): boolean;
  /** What the caller should know of what was recorded. */
  readonly notes: readonly string[];
}

interface BegunRun {
  readonly notebook: Notebook;
  /** As they were before. */
  readonly cells: readonly Cell[];
  /** Whether they keep their outputs for now. */
  readonly areWaiting?: boolean;
}

interface RecordedEdit extends EditTrace {
  /** Ids of the cells that it moved, if known. */
  readonly moving?: readonly string[] | undefined;
  /** Ids of cells whose runs, or whose waiting for one, it ends. */
  readonly ended?: readonly string[];
}

type Call = Pick<ChangeRecorder, "id" | "tool">;

type NewLine = Pick<JournalLine, "changes" | "ended" | "isOver" | "isHandedOver" | "ids">;

/** Per notebook and file; a notebook has two files. A change fits in the bytes of one. */
const usualLimits = { entries: 250, bytes: 4_000_000 };

/** Milliseconds in which a process continues what it was given. */
const takeOver = 10_000;

/** A file as it was when it was last looked at or written. */
interface KnownFile {
  readonly size: number;
  readonly ids: Set<string>;
}

export class Journal {
  readonly #folder: string | undefined;
  readonly #server: string;
  readonly #limits: typeof usualLimits;
  readonly #now: () => Date;
  readonly #onFailure: (reason: string) => void;
  readonly #inMemory = new Map<string, JournalLine[]>();
  readonly #names = new Map<string, string>();
  readonly #files = new Map<string, KnownFile>();
  readonly #process: ProcessLock | undefined;
  /** The changes of this process that are open. */
  readonly #open = new Set<string>();
  #hasFailed = false;

  constructor({ folder, server, limits, now = () => new Date(), onFailure = () => {} }: JournalOptions) {
    this.#folder = folder;
    this.#process = folder === undefined ? undefined : new ProcessLock(folder);
    this.#server = server;
    this.#limits = { ...usualLimits, ...limits };
    this.#now = now;
    this.#onFailure = onFailure;
  }

  /** Begins a change. `undoes` are the ids of those that it takes back. */
  begin(tool: string, undoes?: readonly string[]): ChangeRecorder {
    return this.#recorder({ id: newChangeId(), tool }, { undoes, hasLines: false });
  }

  /** Continues a change that another process has begun. */
  resume(call: Call): ChangeRecorder {
    return this.#recorder(call, { hasLines: true });
  }

  #recorder(call: Call, begun: BegunCall): ChangeRecorder {
    const append = (path: string, line: JournalLine) => this.#append(path, line);
    return new CallRecorder(call, { ...begun, append, open: this.#open, now: this.#now });
  }

  /** The changes of a notebook, oldest first. */
  entries(path: string): readonly JournalEntry[] {
    const calls = Map.groupBy(this.#lines(path), ({ id }) => id);
    return [...calls.values()].flatMap((lines) => joinLines(lines, this.#isOpen(lines)) ?? []);
  }

  /** The cells of a notebook whose file stores no ids, as they were named last. */
  ids(path: string): readonly KnownCell[] {
    if (this.#folder === undefined) return lastIds(this.#inMemory.get(path) ?? []);
    const file = this.#file(path);
    const texts = [file, previousOf(file)].map((name) => readIfThere(name).split("\n"));
    const last = texts.map((lines) => lines.findLast((line) => line.includes('"ids":['))).find((line) =>
      line
    );
    return lastIds(linesIn(last ?? ""));
  }

  /** Ends the use of the journal by this process. */
  close(): void {
    this.#process?.close();
  }

  #lines(path: string): readonly JournalLine[] {
    if (this.#folder === undefined) return this.#inMemory.get(path) ?? [];
    const file = this.#file(path);
    return [previousOf(file), file].flatMap((name) => linesIn(readIfThere(name)));
  }

  #isOpen(lines: readonly JournalLine[]): boolean {
    const last = lines.findLast((line) => line.runner !== undefined || line.isOver || line.isHandedOver);
    if (last === undefined || last.isOver) return false;
    if (last.isHandedOver) return this.#now().getTime() - Date.parse(last.at) < takeOver;
    if (this.#process === undefined || this.#process.isOwn(last.runner)) return this.#open.has(last.id);
    return last.runner !== undefined && this.#process.isThere(last.runner);
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

  #append(path: string, line: JournalLine): void {
    const isOpen = this.#open.has(line.id);
    if (this.#folder === undefined) {
      return this.#remember(path, isOpen ? { ...line, runner: "this process" } : line);
    }
    const file = this.#file(path);
    try {
      const whole = isOpen && this.#process ? { ...line, runner: this.#process.id() } : line;
      const { ids } = this.#rotate(file);
      // A line that a killed process has left unfinished ends here.
      Deno.writeTextFileSync(file, `\n${JSON.stringify(whole)}\n`, { append: true, mode: 0o600 });
      // The mode above is that of a new file.
      if (Deno.build.os !== "windows") Deno.chmodSync(file, 0o600);
      this.#files.set(file, { size: Deno.statSync(file).size, ids: ids.add(line.id) });
    } catch (error) {
      if (!this.#hasFailed) this.#onFailure(error instanceof Error ? error.name : "unknown");
      this.#hasFailed = true;
    }
  }

  #remember(path: string, line: JournalLine): void {
    const all = [...this.#inMemory.get(path) ?? [], line];
    const sizes = all.map((one) => JSON.stringify(one).length);
    const isTooMuch = () =>
      sum(sizes) > this.#limits.bytes || new Set(all.map(({ id }) => id)).size > this.#limits.entries;
    while (all.length > 1 && isTooMuch()) {
      all.shift();
      sizes.shift();
    }
    this.#inMemory.set(path, all);
  }

  /** Begins a new file if the present one is full; what was before its predecessor goes. */
  #rotate(file: string): KnownFile {
    const present = this.#readFile(file);
    const isFull = present.size > this.#limits.bytes || present.ids.size >= this.#limits.entries;
    if (!isFull) return present;
    Deno.renameSync(file, previousOf(file));
    return { size: 0, ids: new Set() };
  }

  /** Other processes write to it too. */
  #readFile(file: string): KnownFile {
    const size = sizeOf(file);
    const known = this.#files.get(file);
    if (known?.size === size) return known;
    return { size, ids: new Set(linesIn(readIfThere(file)).map(({ id }) => id)) };
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

interface BegunCall {
  /** Ids of the changes that it takes back. */
  readonly undoes?: readonly string[] | undefined;
  /** Whether its beginning is in the journal. */
  readonly hasLines: boolean;
}

interface RecorderOptions extends BegunCall {
  readonly append: (path: string, line: JournalLine) => void;
  /** The changes of this process that are open. */
  readonly open: Set<string>;
  readonly now: () => Date;
}

class CallRecorder implements ChangeRecorder {
  readonly id: string;
  readonly tool: string;
  readonly #options: RecorderOptions;
  /** Cells whose old outputs are too large to keep. */
  readonly #lost = new Set<string>();
  readonly #budget = outputBudget();
  #hasLines: boolean;
  #hasIds = false;

  constructor({ id, tool }: Call, options: RecorderOptions) {
    this.id = id;
    this.tool = tool;
    this.#options = options;
    this.#hasLines = options.hasLines;
  }

  beginRuns(path: string): void {
    this.#options.open.add(this.id);
    // From now on it is this process that runs them.
    this.#append(path, { changes: [] });
  }

  endRuns(path: string): void {
    if (this.#options.open.delete(this.id)) this.#append(path, { changes: [], isOver: true });
  }

  handOver(path: string): void {
    if (this.#options.open.delete(this.id)) this.#append(path, { changes: [], isHandedOver: true });
  }

  recordBegin(path: string, { notebook, cells, areWaiting = false }: BegunRun): void {
    const changes = cells.map((cell) => begunRun(cell, areWaiting));
    this.#append(path, { changes, ...(this.#hasIds ? {} : idsOf(notebook)) });
    this.#hasIds = true;
  }

  record(path: string, { before, after, moving, ended = [] }: RecordedEdit): boolean {
    const changes = changesBetween(before, after, moving);
    if (changes.length === 0 && this.#options.undoes === undefined && ended.length === 0) return false;
    // During a run only its cell is known here, and no cell is renamed.
    this.#append(path, { changes, ...(ended.length === 0 ? idsOf(after) : { ended }) });
    this.#hasIds ||= ended.length === 0;
    return changes.length > 0;
  }

  get notes(): readonly string[] {
    if (this.#lost.size === 0) return [];
    return [
      `The old outputs of ${
        nameCells([...this.#lost])
      } are too large for the journal: an undo cannot restore them`,
    ];
  }

  #append(path: string, line: NewLine): void {
    const { append, now, undoes } = this.#options;
    const changes = boundOutputs(line.changes, this.#budget);
    for (const cellId of cellsWithLostOutputs(changes)) this.#lost.add(cellId);
    append(path, {
      id: this.id,
      at: now().toISOString(),
      tool: this.tool,
      ...line,
      changes,
      ...(this.#hasLines ? { more: true } : {}),
      ...(undoes === undefined ? {} : { undoes }),
    });
    this.#hasLines = true;
  }
}

/** A run that begins: what it makes of the cell is recorded at its end. */
function begunRun(
  { id = "", outputs = [], execution_count = null }: Cell,
  isWaiting: boolean,
): RecordedChange {
  const count = { execution_count: { before: execution_count } };
  const fields = isWaiting ? count : { outputs: { before: outputs }, ...count };
  return { kind: "edited", id, fields, unfinished: true };
}

function idsOf(notebook: Notebook): Pick<JournalLine, "ids"> {
  if (storesIds(notebook)) return {};
  return { ids: knownCells(notebook).map(({ id, key, details }) => ({ id, key, details })) };
}

function lastIds(lines: readonly JournalLine[]): readonly KnownCell[] {
  return lines.findLast(({ ids }) => ids !== undefined)?.ids ?? [];
}

/** What one call did is one change, at the place of its beginning; undefined if there is nothing to it, or not all of it. */
function joinLines(lines: readonly JournalLine[], isOpen: boolean): JournalEntry | undefined {
  const [first] = lines;
  if (first === undefined || first.more) return undefined;
  const ended = new Set<string>();
  const changes: RecordedChange[] = [];
  for (const line of lines.toReversed()) {
    for (const id of line.ended ?? []) ended.add(id);
    const cutOff = isOpen ? [] : line.changes.filter(isRun).filter(({ id }) => !ended.has(id));
    changes.unshift(...line.changes.filter((change) => !isRun(change) || cutOff.includes(change)));
    // That the cell waited before it began to run no longer counts either.
    for (const { id } of cutOff) ended.add(id);
  }
  const { id, at, tool, undoes } = first;
  if (changes.length === 0 && undoes === undefined && !isOpen) return undefined;
  return { id, at, tool, changes, undoes, ids: lastIds(lines), isOpen };
}

/** Whether it is the beginning of a run, whose end is recorded later. */
function isRun(change: RecordedChange): change is RecordedChange & { readonly kind: "edited" } {
  return change.kind === "edited" && change.unfinished === true;
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

function linesIn(text: string): JournalLine[] {
  return text.split("\n").flatMap((line) => (line === "" ? undefined : parseLine(line)) ?? []);
}

function sizeOf(file: string): number {
  try {
    return Deno.statSync(file).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
