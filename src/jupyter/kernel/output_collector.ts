/**
 * Collects the outputs of one run in order of arrival, as a notebook keeps them.
 *
 * 1. Consecutive text of one stream is one output; `\r` and `\b` are applied.
 * 2. `update_display_data` replaces every output with that display id, including those of earlier runs;
 *    `clear_output` is honoured.
 * 3. Memory is bounded, whatever the kernel sends: the first and the last outputs are kept, the rest is counted.
 */

import type { MimeBundle, Output } from "../nbformat/outputs.ts";
import { TerminalText, type TextLimits } from "../nbformat/terminal_text.ts";
import type { DisplayHolder, Displays, DisplayUpdate } from "./displays.ts";
import {
  displayContent,
  type ErrorContent,
  errorContent,
  largeStream,
  streamPieces,
} from "./large_content.ts";
import { memoryOfObject, memoryOfPlace } from "./many_values.ts";
import { contents, type Received } from "./messages.ts";
import {
  type Entry,
  isRich,
  isStream,
  notebookOutputs,
  type OutputGap,
  type OutputPage,
  outputPage,
  type OutputPageOptions,
  placesOf,
  type StreamEntry,
} from "./output_pages.ts";
import { type OutputMessage, outputMessages } from "./takeover.ts";

interface Dropped {
  readonly textBytes: number;
  readonly outputs: number;
}

/** Writes updated displays to where the outputs of an ended run were written. */
type UpdateListener = () => Promise<void>;

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

  /** Calls back when another run has updated a display of this one. */
  onUpdate(listener: UpdateListener): void {
    this.#onUpdate = listener;
  }

  /** The number of outputs so far. */
  get count(): number {
    return this.#entries.length + this.#droppedOutputs;
  }

  /** Whether Jupyter's own rate limiter has dropped output. */
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

  /** The end of the latest text, for progress. */
  get ending(): string {
    return this.#entries.findLast(isStream)?.text.ending ?? "";
  }

  /** Takes an iopub message; others are ignored. */
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

  /** Takes what a thread outputs after its cell has ended. */
  takeLate(message: Received): void {
    if (["stream", "display_data", "update_display_data"].includes(message.header.msg_type)) {
      this.take(message);
    }
  }

  /** Adds a display that did not come as an output, such as a pager's. */
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

  /** Discards all outputs; they count as dropped. */
  discard(): void {
    while (this.#entries.length > 0) this.#drop(0);
  }

  /** All outputs as they are now. */
  outputs(): Output[] {
    return this.page({ isOpen: false }).outputs;
  }

  /** What arrived or changed since the previous page. */
  page(options: Omit<OutputPageOptions, "newest">): OutputPage {
    return outputPage(this.#entries, { ...options, newest: this.#order });
  }

  /** The outputs for the run's own cell. */
  forNotebook({ isOver }: { readonly isOver: boolean }): Output[] {
    return notebookOutputs(this.#entries, { gap: this.#gap, isOver });
  }

  /** The messages that would reproduce the outputs. */
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
    this.#dropExcess();
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

  #addRich(output: Output, displayId: string | undefined, isShownElsewhere = false): void {
    this.#clearIfDue();
    const size = sizeOf(output);
    this.#entries.push({ kind: "rich", output, displayId, size, order: ++this.#order, isShownElsewhere });
    this.#richSize += size;
    this.#dropExcess();
  }

  #update(message: Received): void {
    const { data, metadata, displayId, missing } = displayContent(message);
    if (displayId === undefined) return;
    this.#droppedText += missing;
    const content = { data, metadata };
    const isShownElsewhere = this.#displays?.update(displayId, content, this) ?? false;
    if (this.#replace(displayId, content)) return;
    // The result of the run that shows it was already returned: the new content is part of this one's.
    this.#addRich({ output_type: "display_data", data, metadata }, displayId, isShownElsewhere);
    if (!isShownElsewhere) this.#displays?.shown(displayId, this);
  }

  updateDisplay(id: string, content: DisplayUpdate): Promise<void> {
    return this.#replace(id, content) ? this.#onUpdate() : Promise.resolve();
  }

  /** Updates every display with this id; returns whether there is one. */
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
    if (isHere) this.#dropExcess();
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
  #dropExcess(): void {
    const { head, tail } = this.#limits.stream;
    if (this.#entries.length > this.#limits.outputs) this.#drop(Math.floor(this.#limits.outputs / 2));
    while (this.#richSize > this.#limits.rich) this.#dropRich();
    while (this.#textLength() > 2 * (head + tail) && this.#dropText());
  }

  /** Drops the second text; the first and the last are each bounded to half of the whole. */
  #dropText(): boolean {
    const [, second, third] = placesOf(this.#entries, isStream);
    if (second === undefined || third === undefined) return false;
    this.#drop(second);
    return true;
  }

  /** Drops the eleventh rich output; the newest is dropped only if it alone is too large. */
  #dropRich(): void {
    const newest = this.#entries.findLast(isRich);
    const places = [...placesOf(this.#entries, isRich).take(12)];
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
  /** Characters of one stream's text; all texts together may have twice that. */
  readonly stream: TextLimits;
  /** Bytes of memory of rich outputs, such as base64 images and JSON. */
  readonly rich: number;
}

/** For a run that only its caller sees, who receives far less. */
const callerLimits: OutputLimits = {
  outputs: 2_000,
  stream: { head: 1_000_000, tail: 1_000_000 },
  rich: 32_000_000,
};

/** For a run whose outputs a notebook keeps, for a person to read. */
export const recordedOutputLimits: OutputLimits = {
  outputs: 10_000,
  stream: { head: 8_000_000, tail: 2_000_000 },
  rich: 64_000_000,
};

/** The output with new content; unchanged if it is not a display. */
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

/** Approximate memory of an output, in bytes: a value of its JSON takes more than its characters. */
function sizeOf(output: Output): number {
  if (output.output_type === "error") return output.evalue.length + output.traceback.join("").length;
  if (output.output_type === "stream") return output.text.length;
  return memoryOf(output.data) + memoryOf(output.metadata);
}

/** Without recursion: values may be nested deeply. */
function memoryOf(bundle: MimeBundle): number {
  const waiting: unknown[] = Object.values(bundle);
  let bytes = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string") bytes += value.length;
    if (typeof value !== "object" || value === null) continue;
    const items = Array.isArray(value) ? value : Object.values(value);
    bytes += memoryOfObject + memoryOfPlace * items.length;
    for (const item of items) if (typeof item === "object" || typeof item === "string") waiting.push(item);
  }
  return bytes;
}
