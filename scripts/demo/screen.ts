/**
 * The output of the demo: everything it prints goes through here.
 *
 * Invariants: colours and lines that are overwritten appear only on a terminal, colours only if NO_COLOR is
 * not set; no line is longer than the terminal or 100 columns.
 */

import { duration, say } from "../terminal.ts";

export interface ScreenOptions {
  readonly columns?: number;
  readonly isTerminal?: boolean;
  readonly colour?: boolean;
  readonly write?: (text: string) => void;
}

const styles = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
type Style = keyof typeof styles;

interface Line {
  /** Who speaks, or what happens. */
  readonly label?: string;
  readonly style?: Style;
  readonly text?: string;
  /** Behind the text, dim. */
  readonly more?: string;
  /** At the right edge, dim. */
  readonly right?: string;
}

/** Where the text of a step begins; labels stand to the left of it. */
const indent = 10;

export class Screen {
  readonly #columns: number;
  readonly #isTerminal: boolean;
  readonly #colour: boolean;
  readonly #write: (text: string) => void;
  #steps = 0;

  constructor(options: ScreenOptions = {}) {
    this.#isTerminal = options.isTerminal ?? Deno.stdout.isTerminal();
    this.#columns = Math.min(100, options.columns ?? (this.#isTerminal ? Deno.consoleSize().columns : 100));
    this.#colour = options.colour ?? (this.#isTerminal && !Deno.env.get("NO_COLOR"));
    this.#write = options.write ?? ((text) => void Deno.stdout.writeSync(new TextEncoder().encode(text)));
  }

  heading(text: string): void {
    say(`\n${this.#paint("bold", text)}`);
  }

  line(text = ""): void {
    say(text);
  }

  /** Text to be read rather than copied. */
  aside(text: string): void {
    say(this.#paint("dim", text));
  }

  /** Something in progress; on a terminal the next line replaces it. */
  busy(text: string): void {
    if (this.#isTerminal) this.#write(`\r\x1b[K  … ${this.#fit(text, this.#columns - 4)}`);
  }

  /** A finished part of the preparation. */
  ready(text: string, milliseconds?: number): void {
    this.#clear();
    const time = milliseconds === undefined ? "" : duration(milliseconds);
    const room = this.#columns - 4 - time.length - 2;
    const shown = this.#fit(text, room);
    say(`  ${this.#paint("green", "✔")} ${shown.padEnd(room)}  ${this.#paint("dim", time)}`.trimEnd());
  }

  /** A new step, and what a user would have asked for it. */
  step(title: string, you: string): void {
    this.#steps += 1;
    const number = String(this.#steps).padStart(2);
    say(`\n${this.#paint("bold", `${number}  ${title}`)}`);
    this.#line({ label: "you", style: "yellow", text: `“${you}”` });
  }

  /** A call as the assistant makes it; code below it, up to a number of lines. */
  call(tool: string, args: Readonly<Record<string, unknown>>, codeLines = 5): void {
    const { code, ...rest } = args;
    const shown = Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
      .join(", ");
    this.#line({ label: "call", style: "cyan", text: tool, more: shown });
    if (typeof code === "string") this.#block(code, codeLines);
  }

  /** Something that a step has started. */
  start(text: string, milliseconds: number): void {
    this.#clear();
    this.#line({ label: "start", text, right: duration(milliseconds) });
  }

  /** What came back, and how long that took. */
  back(summary: string, milliseconds: number, text = ""): void {
    this.#clear();
    this.#line({ label: "back", text: summary, right: duration(milliseconds) });
    this.#block(text, 12);
  }

  /** News of a run in progress. */
  news(text: string): void {
    this.#line({ more: `· ${text}` });
  }

  /** Something that was checked and holds. */
  holds(text: string): void {
    say(`    ${this.#paint("green", "✔")}     ${this.#fit(text, this.#columns - indent)}`);
  }

  fails(text: string): void {
    this.#clear();
    say(`    ${this.#paint("red", "✘")}     ${text}`);
  }

  #line({ label = "", style = "dim", text = "", more = "", right = "" }: Line): void {
    const room = this.#columns - indent - (right === "" ? 0 : right.length + 2);
    const main = this.#fit(text, room);
    const gap = main === "" || more === "" ? "" : "  ";
    const rest = this.#fit(more, room - main.length - gap.length);
    const padding = " ".repeat(right === "" ? 0 : room - main.length - gap.length - rest.length + 2);
    const painted = style === "dim" ? main : this.#paint(style, main);
    const line = `    ${this.#paint("dim", label.padEnd(indent - 4))}${painted}${gap}`;
    say(`${line}${this.#paint("dim", rest)}${padding}${this.#paint("dim", right)}`.trimEnd());
  }

  #block(text: string, most: number): void {
    const lines = text.trimEnd() === "" ? [] : text.trimEnd().split("\n");
    // One more line is shown instead of a line that says so.
    const shown = lines.length <= most + 1 ? lines : lines.slice(0, most);
    const left = lines.length - shown.length;
    const all = left === 0 ? shown : [...shown, `… ${left} more lines`];
    for (const line of all) {
      say(
        " ".repeat(indent) + this.#paint("dim", `│ ${this.#fit(line, this.#columns - indent - 2)}`.trimEnd()),
      );
    }
  }

  #clear(): void {
    if (this.#isTerminal) this.#write("\r\x1b[K");
  }

  #fit(text: string, room: number): string {
    return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`;
  }

  #paint(style: Style, text: string): string {
    return this.#colour && text !== "" ? `\x1b[${styles[style]}m${text}\x1b[0m` : text;
  }
}
