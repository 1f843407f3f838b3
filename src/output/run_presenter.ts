/**
 * Turns a run into the reply that a model reads: one JSON object and images, within the size limit of a message.
 *
 * 1. The finished message stays under `maxResultBytes`, counted as it goes over the wire.
 * 2. Whatever is cut, collapsed, dropped or left out sets `truncated` and is named in `notes`.
 * 3. An exception does not remove anything that came before it.
 */

import { EventLoopYielder } from "../base/async.ts";
import type { ImageStore, StoredImage } from "../base/image_store.ts";
import type { EncodedImage } from "../base/protocol.ts";
import { counted } from "../base/text.ts";
import type { Output } from "../jupyter/nbformat/outputs.ts";
import type { Reply, ShownImage } from "../reply.ts";
import type { FigureWords, ImageOptions, ImageRenderer, RunReplyOptions } from "../services.ts";
import { ImageDeadline } from "./image_deadline.ts";
import {
  asReplyImage,
  blockBytes,
  type ImageBlocks,
  imageBlocks,
  imageForModel,
  shownSize,
} from "./images.ts";
import { plainText } from "./plain_text.ts";
import { type CollectedImages, RunImages } from "./run_images.ts";
import { droppedText, type FieldText, runText, runTexts } from "./run_texts.ts";
import { outputsUri, type PresentedRun } from "./presented_run.ts";
import { bothEnds, fitTexts, textCost, utf8Length, wireBytes, wireCost } from "./text_budget.ts";

export interface RunPresenterOptions {
  readonly images: ImageStore;
  readonly renderer: ImageRenderer;
  readonly maxResultBytes?: number;
  readonly maxTextBytes?: number;
  readonly figureWords?: Pick<FigureWords, "of">;
}

/** The frame of a message. */
const reservedBytes = 2_000;
/** Fields that the tool adds, and notes made here. */
const reservedText = 1_000;
/** What images leave to the text, at least. */
const textShare = 0.2;
/** What the list of images may take of the text, at most. */
const listShare = 0.25;
/** The quotation marks around a text and the comma behind it. */
const quoteBytes = 8;
/** A display may take this share of all of them, or this many bytes, before it is cut itself. */
const displayShare = 1 / 8;
const displayBytes = 200;
const maxNotes = 8;
const longestOpenLine = 500;

export class RunPresenter {
  readonly #images: RunImages;
  readonly #renderer: ImageRenderer;
  readonly #maxResultBytes: number;
  readonly #maxTextBytes: number;
  readonly #figureWords: Pick<FigureWords, "of"> | undefined;

  constructor(options: RunPresenterOptions) {
    this.#images = new RunImages(options.images);
    this.#renderer = options.renderer;
    this.#maxResultBytes = options.maxResultBytes ?? 1_000_000;
    this.#maxTextBytes = options.maxTextBytes ?? 30_000;
    this.#figureWords = options.figureWords;
  }

  /** The reply for a run as it is now. */
  async present(run: PresentedRun, options: RunReplyOptions = {}): Promise<Reply> {
    const { signal, maxBytes = this.#maxResultBytes } = options;
    const maxText = Math.min(maxBytes, options.maxText ?? this.#maxTextBytes);
    const pace = new EventLoopYielder();
    const all = await runTexts(run.outputs, pace);
    const [displays = [], others = []] = [true, false].map((isDisplay) =>
      all.filter(({ field }) => (field === "displays") === isDisplay)
    );
    const streams = others.map((text) => lastLines(text, options.tail));
    const renderer = options.renderer ?? new ImageDeadline(this.#renderer);
    const collected = await this.#images.collect(run, { renderer, signal });
    const listed = listImages(collected.images, { budget: maxText * listShare, words: this.#wordsOf(run) });
    const reserved = Math.min(reservedText, maxText / 4) + wireBytes({ images: listed, notes: run.notes });
    const textLimit = Math.max(maxText / 4, maxText - reserved);
    const bytesLeft = maxBytes - reservedBytes - (maxText - textLimit);
    const displaysLimit = Math.max(textLimit / 2, textLimit - await wantedBytes(streams, textLimit, pace));
    const shownDisplays = displayEnds(displays, displaysLimit);
    const texts = [...streams, ...shownDisplays.texts];
    const wanted = await wantedBytes(texts, textLimit, pace);
    const blocks = await imageBlocks(collected.news, {
      renderer,
      budget: bytesLeft - Math.min(wanted, bytesLeft * textShare),
      signal,
    });
    const budget = Math.min(bytesLeft - blockBytes(blocks.shown), textLimit) - quoteBytes * texts.length;
    const elsewhere = () => `the whole output is at ${outputsUri(run)}`;
    const fitted = await pace.runSteps(fitTexts(texts.map(({ text }) => text), { budget, elsewhere }));
    const shown = texts.map((one, place): FieldText => {
      const { text, leftOut } = fitted[place] ?? { text: "", leftOut: 0 };
      return { ...one, text, leftOut: leftOut + (one.leftOut ?? 0) };
    });
    const notes = allNotes(run, {
      ...{ texts: shown, collected, blocks },
      listed: listed.length,
      displays: shownDisplays.note,
    });
    return {
      data: replyData(run, { texts: shown, images: withShown(listed, blocks), notes }),
      ...(blocks.shown.length === 0 ? {} : { images: blocks.shown.map(asReplyImage) }),
    };
  }

  /** What is known of the run's figures in words, by the URI of their images. */
  #wordsOf({ outputs }: PresentedRun): ReadonlyMap<string, string> {
    return new Map(outputs.flatMap((output) => {
      const [uri, words] = [this.#images.uri(output), this.#figureWords?.of(output)];
      return uri === null || words === undefined ? [] : [[uri, words]];
    }));
  }

  /** The whole retained output of a run as one text. */
  async text(run: PresentedRun): Promise<string> {
    await this.#images.collect(run);
    return await runText(run, (output: Output) => this.#images.uri(output));
  }

  /** A stored image as one block of a reply. */
  image(image: EncodedImage, { signal, renderer, maxEdge }: ImageOptions = {}): Promise<ShownImage> {
    const maxBytes = Math.floor((this.#maxResultBytes - reservedBytes) / 4) * 3;
    return imageForModel(image, {
      renderer: renderer ?? this.#renderer,
      maxBytes,
      maxEdge,
      signal,
    });
  }
}

interface ListedImage extends Readonly<Record<string, unknown>> {
  readonly resource_uri: string;
}

interface ListOptions {
  readonly budget: number;
  readonly words: ReadonlyMap<string, string>;
}

/** Entries for as many images as fit; words for as many of these as still fit then. */
function listImages(
  images: readonly StoredImage[],
  { budget, words }: ListOptions,
): readonly ListedImage[] {
  let left = budget;
  const fits = (part: unknown) => {
    const bytes = wireBytes(part);
    if (bytes > left) return false;
    left -= bytes;
    return true;
  };
  const entries = images.map((image) => ({
    resource_uri: image.uri,
    mime_type: image.mimeType,
    description: image.description,
    width: image.width,
    height: image.height,
    bytes: image.bytes.byteLength,
    ...(image.figureUri === undefined ? {} : { figure_uri: image.figureUri }),
  }));
  const firstLeftOut = entries.findIndex((entry) => !fits(entry));
  return entries.slice(0, firstLeftOut < 0 ? undefined : firstLeftOut).map((entry) => {
    const inWords = words.get(entry.resource_uri);
    return inWords !== undefined && fits({ in_words: inWords }) ? { ...entry, in_words: inWords } : entry;
  });
}

/** Adds the shown size to each image that was scaled down. */
function withShown(listed: readonly ListedImage[], { shown }: ImageBlocks): readonly ListedImage[] {
  const sizes = new Map(shown.map(({ image, block }) => [image.uri, shownSize(image, block)]));
  return listed.map((entry) => ({ ...entry, ...sizes.get(entry.resource_uri) }));
}

interface ReplyParts {
  readonly texts: readonly FieldText[];
  readonly images: readonly ListedImage[];
  readonly notes: { readonly all: readonly string[]; readonly truncated: boolean };
}

/** The fields of the reply, in the order in which they read best. */
function replyData(run: PresentedRun, { texts, images, notes }: ReplyParts): Record<string, unknown> {
  const field = (name: FieldText["field"]) => texts.find((one) => one.field === name)?.text;
  const displays = texts.filter((one) => one.field === "displays").map(({ text }) => text);
  const type = field("error_type") ?? run.failure?.type;
  // The end of an endless line is the news.
  const openLine = plainText(run.openLine ?? "").slice(-longestOpenLine).toWellFormed();
  return {
    // Unknown until the run ends.
    ...(run.status === "running" ? {} : { success: run.status === "ok" }),
    ...(run.status === "ok" ? {} : { status: run.status }),
    stdout: field("stdout"),
    stderr: field("stderr"),
    ...(openLine === "" ? {} : { open_line: openLine }),
    result: field("result") ?? null,
    ...(displays.length === 0 ? {} : { displays }),
    ...(type === undefined ? {} : {
      error_type: type,
      error_message: field("error_message") ?? run.failure?.message,
      traceback: field("traceback") ?? "",
    }),
    images,
    execution_time_ms: Math.round(run.executionTimeMs),
    ...(notes.truncated ? { truncated: true, outputs_uri: outputsUri(run) } : {}),
    ...(notes.all.length === 0 ? {} : { notes: notes.all }),
  };
}

/** Only the last lines of a stream. */
function lastLines(text: FieldText, lines: number | undefined): FieldText {
  if (lines === undefined || (text.field !== "stdout" && text.field !== "stderr")) return text;
  const tail = tailOf(text.text, lines);
  return { ...text, text: tail, leftOut: utf8Length(text.text) - utf8Length(tail) };
}

function tailOf(text: string, lines: number): string {
  let start = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let left = lines; left > 0 && start >= 0; left--) start = text.lastIndexOf("\n", start - 1);
  return start < 0 ? text : text.slice(start + 1);
}

interface ShownDisplays {
  readonly texts: readonly FieldText[];
  readonly note: string | undefined;
}

/** The first displays and the last, if not all of them fit: like lines of a stream. */
function displayEnds(displays: readonly FieldText[], limit: number): ShownDisplays {
  const most = Math.max(displayBytes, limit * displayShare);
  const cost = ({ text }: FieldText) => quoteBytes + textCost(text, wireCost, most);
  const { head, tail } = bothEnds(displays, cost, { budget: limit });
  const texts = [...head, ...tail];
  return {
    texts,
    note: texts.length === displays.length
      ? undefined
      : `displays: the first ${head.length} and the last ${tail.length} of ${displays.length}`,
  };
}

/** Bytes on the wire of all texts, each counted up to the space of a reply. */
async function wantedBytes(
  texts: readonly FieldText[],
  limit: number,
  pace: EventLoopYielder,
): Promise<number> {
  let sum = 0;
  for (const { text } of texts) {
    sum += quoteBytes + textCost(text, wireCost, limit);
    await pace.yieldIfDue();
  }
  return sum;
}

interface Losses {
  readonly texts: readonly FieldText[];
  readonly collected: CollectedImages;
  readonly blocks: ImageBlocks;
  readonly listed: number;
  /** Which of the displays are shown, if not all are. */
  readonly displays: string | undefined;
}

/** What the model should know besides the outputs; `truncated` when any of it says that something is missing. */
function allNotes(run: PresentedRun, losses: Losses): ReplyParts["notes"] {
  const { texts, collected, blocks, listed, displays } = losses;
  const lost: string[] = [];
  for (const [field, some] of Map.groupBy(texts, ({ field }) => field)) {
    const bytes = some.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0);
    if (bytes > 0) lost.push(`${field}: ${counted(bytes, "byte")} left out`);
  }
  for (const { field, isCollapsed } of texts) {
    if (isCollapsed) lost.push(`${field}: repeated lines collapsed`);
  }
  if (displays !== undefined) lost.push(displays);
  const notes = lost.length === 0 ? [] : [`${lost.join("; ")}; all retained output is at outputs_uri`];
  if (run.dropped.textBytes > 0 || run.dropped.outputs > 0) notes.push(droppedText(run.dropped));
  if (collected.gone > 0) {
    const were = collected.gone === 1 ? "1 image was" : `${collected.gone} images were`;
    notes.push(`${were} dropped to free space for newer ones`);
  }
  if (collected.isNext) notes.push("only images not shown before are included");
  if (collected.left > 0) {
    const are = collected.left === 1 ? "1 more figure is" : `${collected.left} more figures are`;
    notes.push(`${are} not drawn yet: execution_get without a cursor shows the next ones`);
  }
  const unlisted = collected.images.length - listed;
  if (unlisted > 0) {
    const are = unlisted === 1 ? "1 more image is" : `${unlisted} more images are`;
    notes.push(`${are} stored than images[] lists: see the resource list`);
  }
  const truncated = run.limitedByServer || notes.length > 0 || collected.notes.length > 0 ||
    blocks.leftOut > 0;
  const all = [
    ...run.notes,
    ...notes,
    ...short(collected.notes),
    ...short(collected.undrawn),
    ...short(collected.images.flatMap(({ uri, note }) => note === undefined ? [] : [`${uri}: ${note}`])),
    ...short(blocks.notes),
  ];
  return { all, truncated };
}

function short(notes: readonly string[]): readonly string[] {
  if (notes.length <= maxNotes) return notes;
  return [...notes.slice(0, maxNotes), `… and ${notes.length - maxNotes} more notes of this kind`];
}
