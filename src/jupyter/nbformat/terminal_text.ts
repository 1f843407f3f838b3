/**
 * Text of a stream as a terminal would show it: `\r` and `\b` move the cursor, what follows overwrites.
 *
 * 1. Finished lines never change again; only the last line can.
 * 2. Memory is bounded: the head and the tail are kept, what lies between is counted and dropped.
 * 3. Colour sequences stay with the character they precede; showing or removing them is the reader's choice.
 * 4. It makes no difference where the text is split: programs flush anywhere.
 */

export interface TextLimits {
  /** Characters kept from the start. */
  readonly head: number;
  /** Characters kept from the end. */
  readonly tail: number;
}

const defaultLimits: TextLimits = { head: 1_000_000, tail: 1_000_000 };

/** A line longer than this counts as finished, so that one endless line stays bounded. */
const longestLine = 65_536;

/** Pieces of the tail are merged up to this size, so that dropping the oldest stays cheap. */
const pieceSize = 65_536;

const endingLength = 8_000;

export class TerminalText {
  readonly #limits: TextLimits;
  #head = "";
  readonly #tail: string[] = [];
  #tailLength = 0;
  #dropped = 0;
  #isHeadClosed = false;
  #line = "";
  /** The start of a sequence whose end has not come yet. */
  #unread = "";
  /** Where the next character goes; null is the end of the line. */
  #column: number | null = null;
  /** Whether the cursor was moved in the last line: what was shown of it may have been overwritten. */
  #isMoved = false;

  constructor(limits: TextLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** Characters that were dropped between head and tail. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Characters held. */
  get length(): number {
    return this.#head.length + this.#tailLength + this.#line.length + this.#unread.length;
  }

  /** Characters before the line that can still change, dropped ones counted. */
  get settled(): number {
    return this.#head.length + this.#dropped + this.#tailLength;
  }

  /** Where someone continues reading who was shown all: a line in which the cursor moves is read again. */
  get shown(): number {
    return this.settled + (this.#isMoved ? 0 : this.#line.length);
  }

  /** The line that can still change. */
  get openLine(): string {
    return this.#line + this.#unread;
  }

  /** The last few lines. */
  get ending(): string {
    const before = this.#head.slice(-endingLength) + this.#tail.slice(-2).join("");
    return before.slice(-endingLength) + this.#line.slice(-endingLength);
  }

  append(piece: string): void {
    const all = this.#unread + piece;
    const end = unfinishedAt(all);
    this.#unread = all.slice(end);
    const text = all.slice(0, end);
    if (this.#column === null && !movement.test(text)) this.#appendPlain(text);
    else this.#appendMoving(text.replaceAll("\r\n", "\n"));
    if (this.#line.length > longestLine) {
      this.#settleLine("");
    }
  }

  /** Counts text that comes here but is not kept; what follows belongs to the tail. */
  skip(count: number): void {
    this.#settleLine(this.#unread);
    this.#unread = "";
    this.#isHeadClosed = true;
    this.#dropped += this.#tailLength + count;
    this.#tail.length = 0;
    this.#tailLength = 0;
  }

  /** The text from an offset that {@linkcode settled} or {@linkcode shown} gave earlier; from the start by default. */
  from(offset = 0): string {
    const seen = this.#isMoved ? 0 : Math.max(0, offset - this.settled);
    return this.finishedFrom(offset) + this.#line.slice(seen) + this.#unread;
  }

  /** The same without the line that can still change. */
  finishedFrom(offset: number): string {
    const tail = this.#tail.join("");
    const tailStart = this.#head.length + this.#dropped;
    // A reader may have seen part of what was dropped since.
    const missed = tailStart - Math.max(offset, this.#head.length);
    const gap = missed > 0 ? gapText(missed) : "";
    return this.#head.slice(offset) + gap + tail.slice(Math.max(0, offset - tailStart));
  }

  /** All of it if nothing was dropped; otherwise the head, and this many characters of the end. */
  withTail(length: number): string {
    if (this.#dropped === 0) return this.from();
    const end = (this.#tail.slice(-2).join("") + this.#line).slice(-length);
    const missing = this.#dropped + this.#tailLength + this.#line.length - end.length;
    // The end may begin within a character.
    return this.#head + gapText(missing) + end.toWellFormed() + this.#unread;
  }

  #appendPlain(text: string): void {
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) {
      this.#line += text;
      return;
    }
    this.#settleLine(text.slice(0, end));
    this.#line = text.slice(end);
  }

  #appendMoving(text: string): void {
    text.split("\n").forEach((segment, index) => {
      if (index > 0) this.#settleLine("\n");
      this.#isMoved ||= movement.test(segment);
      const moved = overwrite(this.#line, this.#column, segment);
      this.#line = moved.line;
      this.#column = moved.column;
    });
  }

  /** Ends the last line with this. */
  #settleLine(end: string): void {
    this.#settle(this.#line + end);
    this.#line = "";
    this.#column = null;
    this.#isMoved = false;
  }

  #settle(text: string): void {
    const headLeft = this.#isHeadClosed ? 0 : Math.max(0, this.#limits.head - this.#head.length);
    this.#head += headLeft === 0 ? "" : detached(text, 0, headLeft);
    if (text.length <= headLeft) return;
    const rest = text.length - headLeft;
    const kept = Math.min(rest, this.#limits.tail);
    this.#dropped += rest - kept;
    this.#push(detached(text, text.length - kept));
    this.#dropOldest();
  }

  #push(piece: string): void {
    const last = this.#tail.length - 1;
    const before = this.#tail[last];
    if (before !== undefined && before.length < pieceSize) this.#tail[last] = before + piece;
    else this.#tail.push(piece);
    this.#tailLength += piece.length;
  }

  #dropOldest(): void {
    while (this.#tailLength > this.#limits.tail) {
      const oldest = this.#tail[0] ?? "";
      const cut = Math.min(oldest.length, this.#tailLength - this.#limits.tail);
      if (cut === oldest.length) this.#tail.shift();
      else this.#tail[0] = oldest.slice(cut);
      this.#tailLength -= cut;
      this.#dropped += cut;
    }
  }
}

function gapText(characters: number): string {
  return `\n[… ${characters === 1 ? "1 character was" : `${characters} characters were`} not kept …]\n`;
}

interface Cell {
  readonly character: string;
  /** Escape sequences before the character. */
  readonly before: string;
}

/** Colours and the like, titles and links, two and three character escapes; else one character. */
// deno-lint-ignore no-control-regex
const tokens = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-Z\\^-~]|[\s\S]/gu;

/** What moves the cursor or erases: everything else is text to append. */
// deno-lint-ignore no-control-regex
const movement = /[\r\b]|\x1b\[[0-9]*K/;

/** An escape sequence, or a character of two units, that ends in the next piece. */
const unfinished =
  // deno-lint-ignore no-control-regex
  /(?:\x1b(?:\[[0-?]{0,64}[ -/]{0,4}|\][^\x07\x1b\n]{0,1900}\x1b?|[ -/]{0,4})|[\ud800-\udbff])$/;

function unfinishedAt(text: string): number {
  const end = text.slice(-2_000);
  const found = unfinished.exec(end);
  return found === null ? text.length : text.length - end.length + found.index;
}

interface Moved {
  readonly line: string;
  readonly column: number | null;
}

/** Writes a segment without newlines into a line from the given column on. */
function overwrite(line: string, column: number | null, segment: string): Moved {
  // Without movement there is nothing to overwrite.
  if (column === null && !movement.test(segment)) return { line: line + segment, column };
  // deno-lint-ignore no-control-regex
  const special = /[\x1b\b\ud800-\udfff]/;
  if (!special.test(segment) && !special.test(line)) return overwritePlain(line, column, segment);
  return overwriteCells(line, column, segment);
}

/** The usual progress bar: characters of one unit, and returns. */
function overwritePlain(line: string, column: number | null, segment: string): Moved {
  let text = line;
  let at = column ?? line.length;
  segment.split("\r").forEach((piece, index) => {
    if (index > 0) at = 0;
    if (piece === "") return;
    text = text.slice(0, at).padEnd(at) + piece + text.slice(at + piece.length);
    at += piece.length;
  });
  return { line: text, column: at === text.length ? null : at };
}

function overwriteCells(line: string, column: number | null, segment: string): Moved {
  const cells: Cell[] = [];
  let before = "";
  let at = 0;
  const put = (character: string) => {
    while (cells.length < at) cells.push(blank);
    cells[at++] = { character, before };
    before = "";
  };
  const take = (text: string) => {
    for (const [token] of text.matchAll(tokens)) {
      if (token === "\r") at = 0;
      else if (token === "\b") at = Math.max(0, at - 1);
      else if (token.startsWith("\x1b")) {
        if (token.endsWith("K")) erase(cells, at, token);
        else before += token;
      } else put(token);
    }
  };
  take(line);
  at = column ?? cells.length;
  take(segment);
  const text = cells.map((cell) => cell.before + cell.character).join("") + before;
  return { line: text, column: at === cells.length ? null : at };
}

const blank: Cell = { character: " ", before: "" };

/** Erases the line (2K), up to the cursor (1K), or from it on. */
function erase(cells: Cell[], at: number, token: string): void {
  if (token === "\x1b[2K") cells.length = 0;
  else if (token === "\x1b[1K") cells.fill(blank, 0, at + 1);
  else cells.length = Math.min(cells.length, at);
}

/** A slice that does not keep its source alive: V8's slices of long strings do. JSON keeps halves of characters. */
function detached(text: string, start: number, end = text.length): string {
  const slice = text.slice(start, end);
  if (slice.length === text.length || text.length < 100_000) return slice;
  const copy: unknown = JSON.parse(JSON.stringify(slice));
  return typeof copy === "string" ? copy : slice;
}
