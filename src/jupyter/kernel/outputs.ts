/**
 * Gathers the outputs of one run in the order they came, as a notebook would keep them.
 *
 * 1. Consecutive text of one stream is one output; `\r` and `\b` are applied.
 * 2. `update_display_data` replaces every output with that display id, also in the runs before; `clear_output` is
 *    honoured.
 * 3. Memory is bounded whatever the kernel sends: the first and the last outputs are kept, the rest is counted.
 */

import type { MimeBundle, Output } from "../nbformat/outputs.ts";
import { TerminalText, type TextLimits } from "../nbformat/terminal_text.ts";
import {
  displayContent,
  type ErrorContent,
  errorContent,
  largeStream,
  streamPieces,
} from "./large_content.ts";
import {
  type Entry,
  firstPlaces,
  isRich,
  isStream,
  notebookOutputs,
  type OutputGap,
  type OutputPage,
  outputPage,
  type OutputPageOptions,
  type StreamEntry,
} from "./output_views.ts";
import type { DisplayHolder, Displays, DisplayUpdate } from "./displays.ts";
import { contents, type Received } from "./messages.ts";
import { type OutputMessage, outputMessages } from "./run_snapshot.ts";

export interface Dropped {
  readonly textBytes: number;
  readonly outputs: number;
}

/** Writes new contents of displays to where the outputs of an ended run were written. */
export type UpdateListener = () => Promise<void>;

export class OutputCollector implements DisplayHolder {
  readonly #limits: OutputLimits;
  readonly #displays: Displays | undefined;
  #entries: Entry[] = [];
  #order = 0;
  #clearOnNext = false;
  #droppedOutputs = 0;
  #gap: OutputGap | undefined;
  /** The text that may still grow. */
  #growing: StreamEntry | undefined;
  /** Characters of all other texts. */
  #grownText = 0;
  #droppedText = 0;
  #richSize = 0;
  #limitedByServer = false;

  #onUpdate: UpdateListener = () => Promise.resolve();

  constructor(limits: OutputLimits = callerLimits, displays?: Displays) {
    this.#limits = limits;
    this.#displays = displays;
  }

  /** Calls back when another run has changed a display of this one. */
  onUpdate(listener: UpdateListener): void {
    this.#onUpdate = listener;
  }

  /** The number of outputs so far. */
  get count(): number {
    return this.#entries.length + this.#droppedOutputs;
  }

  /** True where Jupyter's own rate limiter has dropped output. */
  get limitedByServer(): boolean {
    return this.#limitedByServer;
  }

  /** Roughly the memory held, in characters. */
  get size(): number {
    return this.#textLength() + this.#richSize;
  }

  get dropped(): Dropped {
    const inStreams = this.#entries.reduce(
      (sum, entry) => sum + (isStream(entry) ? entry.text.dropped : 0),
      0,
    );
    return { textBytes: this.#droppedText + inStreams, outputs: this.#droppedOutputs };
  }

  /** The end of the text that came last, for progress. */
  get ending(): string {
    return this.#entries.findLast(isStream)?.text.ending ?? "";
  }

  /** Takes an iopub message; others are passed over. */
  take(message: Received): void {
    switch (message.header.msg_type) {
      case "stream":
        return this.#takeStream(message);
      case "display_data":
      case "execute_result":
        return this.#display(message);
      case "update_display_data":
        return this.#update(message);
      case "error":
        return this.addError(errorContent(message));
      case "clear_output":
        return this.#clear(contents.clear_output.parse(message.content()).wait);
    }
  }

  /** Takes what a thread shows after its cell has ended. */
  takeLate(message: Received): void {
    if (["stream", "display_data", "update_display_data"].includes(message.header.msg_type)) {
      this.take(message);
    }
  }

  /** Adds what a kernel wants shown without sending it as an output. */
  addDisplay(data: MimeBundle): void {
    this.#addRich({ output_type: "display_data", data, metadata: {} }, undefined);
  }

  /** Adds an exception. Kernels send it as an output and again in their reply: see {@linkcode hasError}. */
  addError({ ename, evalue, traceback, missing }: ErrorContent): void {
    this.#droppedText += missing;
    this.#addRich({ output_type: "error", ename, evalue, traceback }, undefined);
  }

  get hasError(): boolean {
    return this.#entries.some((entry) => entry.kind === "rich" && entry.output.output_type === "error");
  }

  /** Lets all outputs go; they count as dropped. */
  discard(): void {
    while (this.#entries.length > 0) this.#drop(0);
  }

  /** All outputs as they are now. */
  outputs(): Output[] {
    return this.page({ isOpen: false }).outputs;
  }

  /** What came or changed since the page before. */
  page(options: Omit<OutputPageOptions, "newest">): OutputPage {
    return outputPage(this.#entries, { ...options, newest: this.#order });
  }

  /** The outputs that belong into the run's own cell. */
  forNotebook({ isOver }: { readonly isOver: boolean }): Output[] {
    return notebookOutputs(this.#entries, { gap: this.#gap, isOver });
  }

  /** What a kernel would have to send for the outputs to be what they are. */
  asMessages(): OutputMessage[] {
    return outputMessages(this.#entries);
  }

  #takeStream(message: Received): void {
    const { contentBytes } = message;
    const large = contentBytes !== undefined && contentBytes.bytes.length > largeStream
      ? streamPieces(contentBytes)
      : undefined;
    if (large === undefined) return this.#stream(contents.stream.parse(message.content()));
    const name = large.name === "stderr" ? "stderr" : "stdout";
    for (const piece of large.pieces) {
      if (typeof piece === "string") this.#stream({ name, text: piece });
      else this.#growing?.text.skip(piece);
    }
  }

  #stream(content: { name: "stdout" | "stderr"; text: string }): void {
    if (content.name === "stderr" && /^IOPub (data|message) rate exceeded/.test(content.text)) {
      this.#limitedByServer = true;
    }
    this.#clearIfDue();
    const last = this.#entries.at(-1);
    if (last?.kind === "stream" && last.name === content.name) {
      last.text.append(content.text);
      return;
    }
    const text = new TerminalText(this.#limits.stream);
    text.append(content.text);
    this.#grownText += this.#growing?.text.length ?? 0;
    this.#growing = { kind: "stream", name: content.name, text, order: ++this.#order };
    this.#entries.push(this.#growing);
    this.#makeRoom();
  }

  #display(message: Received): void {
    const { data, metadata, displayId, executionCount, missing } = displayContent(message);
    this.#droppedText += missing;
    if (missing > 0 && Object.keys(data).length === 0) {
      this.#missed(this.#entries.length);
      return;
    }
    const output: Output = message.header.msg_type === "execute_result"
      ? { output_type: "execute_result", execution_count: executionCount, data, metadata }
      : { output_type: "display_data", data, metadata };
    if (displayId !== undefined) this.#displays?.shown(displayId, this);
    this.#addRich(output, displayId);
  }

  #addRich(output: Output, displayId: string | undefined, isElsewhere = false): void {
    this.#clearIfDue();
    const size = sizeOf(output);
    this.#entries.push({ kind: "rich", output, displayId, size, order: ++this.#order, isElsewhere });
    this.#richSize += size;
    this.#makeRoom();
  }

  #update(message: Received): void {
    const { data, metadata, displayId, missing } = displayContent(message);
    if (displayId === undefined) return;
    this.#droppedText += missing;
    const content = { data, metadata };
    const isElsewhere = this.#displays?.update(displayId, content, this) ?? false;
    if (this.#replace(displayId, content)) return;
    // The answer of the run that shows it has been given: the new content is told of in this one's.
    this.#addRich({ output_type: "display_data", data, metadata }, displayId, isElsewhere);
    if (!isElsewhere) this.#displays?.shown(displayId, this);
  }

  updateDisplay(id: string, content: DisplayUpdate): Promise<void> {
    return this.#replace(id, content) ? this.#onUpdate() : Promise.resolve();
  }

  /** Puts a new content into every display of this id; tells whether there is one. */
  #replace(displayId: string, content: DisplayUpdate): boolean {
    let isHere = false;
    this.#entries = this.#entries.map((entry) => {
      if (entry.kind !== "rich" || entry.displayId !== displayId) return entry;
      isHere = true;
      const output = withContent(entry.output, content);
      const size = sizeOf(output);
      this.#richSize += size - entry.size;
      return { ...entry, output, size, order: ++this.#order };
    });
    if (isHere) this.#makeRoom();
    return isHere;
  }

  #clear(wait: boolean): void {
    if (wait) this.#clearOnNext = true;
    else this.#forget();
  }

  #clearIfDue(): void {
    if (this.#clearOnNext) this.#forget();
  }

  #forget(): void {
    this.#clearOnNext = false;
    this.#entries = [];
    this.#gap = undefined;
    this.#growing = undefined;
    this.#grownText = 0;
    this.#richSize = 0;
  }

  /** Drops outputs from the middle until all bounds hold. */
  #makeRoom(): void {
    const { head, tail } = this.#limits.stream;
    if (this.#entries.length > this.#limits.outputs) this.#drop(Math.floor(this.#limits.outputs / 2));
    while (this.#richSize > this.#limits.rich) this.#dropRich();
    while (this.#textLength() > 2 * (head + tail) && this.#dropText());
  }

  /** Drops the second of the texts; the first and the last are bounded by themselves, to half of the whole each. */
  #dropText(): boolean {
    const [, second, third] = firstPlaces(this.#entries, { count: 3, isWanted: isStream });
    if (second === undefined || third === undefined) return false;
    this.#drop(second);
    return true;
  }

  /** Drops the eleventh rich output; the newest goes only where it is too large by itself. */
  #dropRich(): void {
    const newest = this.#entries.findLast(isRich);
    const places = firstPlaces(this.#entries, { count: 12, isWanted: isRich });
    const isTooLarge = newest !== undefined && newest.size > this.#limits.rich;
    const place = isTooLarge ? this.#entries.indexOf(newest) : places.at(-2) ?? places[0];
    this.#drop(place ?? 0);
  }

  #textLength(): number {
    return this.#grownText + (this.#growing?.text.length ?? 0);
  }

  #drop(index: number): void {
    const [entry] = this.#entries.splice(index, 1);
    if (entry === undefined) return;
    this.#missed(index);
    if (!isStream(entry)) {
      this.#richSize -= entry.size;
      return;
    }
    this.#droppedText += entry.text.length + entry.text.dropped;
    if (entry === this.#growing) this.#growing = undefined;
    else this.#grownText -= entry.text.length;
  }
  #missed(index: number): void {
    this.#droppedOutputs++;
    const { at, count } = this.#gap ?? { at: index, count: 0 };
    this.#gap = { at: Math.min(at, index), count: count + 1 };
  }
}

/** How much of a run's output is kept. */

export interface OutputLimits {
  /** Outputs kept, half of them from the start. */
  readonly outputs: number;
  /** Characters kept of one stream's text; all texts together may have twice that. */
  readonly stream: TextLimits;
  /** Characters of rich outputs (base64 images and the like) kept. */
  readonly rich: number;
}

/** Of a run that only its caller sees, who is shown far less. */
const callerLimits: OutputLimits = {
  outputs: 2_000,
  stream: { head: 1_000_000, tail: 1_000_000 },
  rich: 48_000_000,
};

/** Of a run whose outputs a notebook keeps, for a person to read. */
export const notebookLimits: OutputLimits = {
  outputs: 10_000,
  stream: { head: 8_000_000, tail: 2_000_000 },
  rich: 64_000_000,
};

/** Outputs that are no stream: what they weigh, and with another content. */

/** The output with another content; one that has none stays. */
function withContent(output: Output, { data, metadata }: DisplayUpdate): Output {
  switch (output.output_type) {
    case "display_data":
    case "execute_result":
      return { ...output, data, metadata };
    case "stream":
    case "error":
      return output;
  }
}

/** Roughly the memory of a rich output: the lengths of its texts. */
function sizeOf(output: Output): number {
  if (output.output_type === "error") return output.evalue.length + output.traceback.join("").length;
  if (output.output_type === "stream") return output.text.length;
  return Object.values(output.data).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : JSON.stringify(value)?.length ?? 0),
    0,
  );
}
