import assert from "node:assert/strict";
import { TerminalText } from "../../../../src/jupyter/nbformat/terminal_text.ts";
import { repeatableDice } from "../../../harness/repeatable_random.ts";

/** The text after these pieces have come. */
function shown(...pieces: string[]): string {
  const text = new TerminalText();
  for (const piece of pieces) text.append(piece);
  return text.from();
}

/** Cuts a text anywhere, also within a character of two units. */
function pieces(text: string, next: (limit: number) => number): string[] {
  const cut: string[] = [];
  for (let at = 0; at < text.length;) {
    const length = 1 + next(7);
    cut.push(text.slice(at, at + length));
    at += length;
  }
  return cut;
}

const terminalWords = [
  ..."abcXYZ 0",
  "\n",
  "\n",
  "\r",
  "\r",
  "\r\n",
  "\b",
  "\b\b",
  "é",
  "😀",
  "한",
  "█",
  "\x1b[31m",
  "\x1b[0;1;38;5;208m",
  "\x1b[0m",
  "\x1b[K",
  "\x1b[0K",
  "\x1b[1K",
  "\x1b[2K",
  "\x1b[?25l",
  "\x1b[A",
  "\x1b(B",
  "\x1b]8;;https://example.org/a\x1b\\",
  "\x1b]0;title\x07",
  "50%|#####     | 5/10",
];

Deno.test("TerminalText overwrites what a carriage return goes back over", () => {
  assert.equal(shown("50%\r100%"), "100%");
  assert.equal(shown("abcdef\rXY"), "XYcdef");
  assert.equal(shown("abc\r"), "abc");
  assert.equal(shown("10%\r20%\r30%\ndone\n"), "30%\ndone\n");
});

Deno.test("TerminalText keeps what came before when a line ends with a carriage return and a newline", () => {
  assert.equal(shown("one\r\ntwo\r\n"), "one\ntwo\n");
  assert.equal(shown("one\r", "\ntwo\r", "\n"), "one\ntwo\n");
  assert.equal(shown("one\r\r\ntwo"), "one\ntwo");
  assert.equal(shown("abc\rX\r\n"), "Xbc\n");
});

Deno.test("TerminalText goes back one character for a backspace, never over the start of the line", () => {
  assert.equal(shown("|\b/\b-"), "-");
  assert.equal(shown("ab\bc"), "ac");
  assert.equal(shown("ab\n\b\bc"), "ab\nc");
  assert.equal(shown("\b\bab"), "ab");
  assert.equal(shown("ab\b"), "ab");
});

Deno.test("TerminalText erases by the K sequences", () => {
  assert.equal(shown("downloading 100 MB\r\x1b[Kdone\n"), "done\n");
  assert.equal(shown("downloading 100 MB\x1b[2K\rdone\n"), "done\n");
  assert.equal(shown("downloading\r\x1b[2Kdone\n"), "done\n");
  assert.equal(shown("abcdef\b\b\b\x1b[0K\n"), "abc\n");
  assert.equal(shown("abcdef\b\b\b\x1b[1K\n"), "    ef\n");
  assert.equal(shown("abc\x1b[2Kd"), "   d");
});

Deno.test("TerminalText keeps colours with the character they precede", () => {
  assert.equal(shown("\x1b[31mred\x1b[0m\n"), "\x1b[31mred\x1b[0m\n");
  assert.equal(shown("abcdef\r\x1b[31mX"), "\x1b[31mXbcdef");
  assert.equal(shown("\x1b[31mab\x1b[0mcd\rX"), "Xb\x1b[0mcd");
});

Deno.test("TerminalText counts no column for escape sequences", () => {
  assert.equal(shown("\x1b[?25l\x1b(B\x1b]0;title\x07abc\b\bX"), "\x1b[?25l\x1b(B\x1b]0;title\x07aXc");
});

Deno.test("TerminalText counts one column for a character of two units", () => {
  assert.equal(shown("😀😀😀\rab"), "ab😀");
  assert.equal(shown("abc\r😀"), "😀bc");
});

Deno.test("TerminalText waits for the end of a sequence that comes in two pieces", () => {
  assert.equal(shown("abcdef\r\x1b", "[31mX"), "\x1b[31mXbcdef");
  assert.equal(shown("abcdef\r\x1b[3", "1mX"), "\x1b[31mXbcdef");
  assert.equal(shown("abcdef\r\ud83d", "\ude00"), "😀bcdef");
  assert.equal(shown("abcdef\r\x1b[", "2K"), "");
});

Deno.test("TerminalText shows the start of a sequence whose end never comes", () => {
  const text = new TerminalText();
  text.append("abc\x1b[3");
  assert.equal(text.from(), "abc\x1b[3");
  assert.equal(text.length, 6);
  assert.equal(shown("\x1b[" + "0".repeat(5_000)), "\x1b[" + "0".repeat(5_000));
});

Deno.test("TerminalText shows the same text wherever it is cut into pieces", () => {
  const next = repeatableDice(1);
  for (let round = 0; round < 2_000; round++) {
    const words = Array.from({ length: 1 + next(25) }, () => terminalWords[next(terminalWords.length)] ?? "");
    const whole = words.join("");
    const cut = pieces(whole, next);
    assert.equal(shown(...cut), shown(whole), `cut as ${JSON.stringify(cut)}`);
    assert.equal(shown(...whole.split("")), shown(whole), `by single units: ${JSON.stringify(whole)}`);
  }
});

Deno.test("TerminalText read page by page loses and doubles nothing", () => {
  const next = repeatableDice(2);
  for (let round = 0; round < 300; round++) {
    const text = new TerminalText();
    let read = "";
    let offset = 0;
    for (let append = 0; append < 40; append++) {
      text.append(terminalWords[next(terminalWords.length)] ?? "");
      if (next(3) > 0) continue;
      // The line that could still change is read again; everything before it stays.
      read = read.slice(0, offset) + text.from(offset);
      offset = text.settled;
    }
    assert.equal(read.slice(0, offset) + text.from(offset), text.from());
  }
});

Deno.test("TerminalText accounts to a reader for every character, also for those dropped since", () => {
  const next = repeatableDice(3);
  for (let round = 0; round < 300; round++) {
    const text = new TerminalText({ head: next(100), tail: 1 + next(100) });
    let written = 0;
    let accounted = 0;
    let offset = 0;
    for (let append = 0; append < 60; append++) {
      const line = "x".repeat(next(40)) + "\n";
      written += line.length;
      text.append(line);
      if (next(4) > 0) continue;
      accounted += accountedIn(text.from(offset));
      offset = text.settled;
    }
    assert.equal(accounted + accountedIn(text.from(offset)), written);
  }
});

/** Characters that a page holds or says to be missing. */
function accountedIn(page: string): number {
  const gap = /\n\[… (\d+) (?:character was|characters were) not kept …\]\n/.exec(page);
  return page.length + (gap === null ? 0 : Number(gap[1]) - gap[0].length);
}

Deno.test("TerminalText tells a reader how much of what it had not read was dropped", () => {
  const text = new TerminalText({ head: 4, tail: 4 });
  text.append("aaaa\nbbb\n");
  const offset = text.settled;
  assert.equal(offset, 9);
  text.append("ccc\nddd\n");
  assert.equal(text.from(offset), "\n[… 4 characters were not kept …]\nddd\n");
  assert.equal(text.from(text.settled), "");
});

Deno.test("TerminalText keeps head and tail and says how much lies between", () => {
  const text = new TerminalText({ head: 6, tail: 6 });
  for (let line = 0; line < 1_000; line++) text.append(`${String(line).padStart(2, "0")}\n`);
  assert.equal(
    text.from(),
    "00\n01\n\n[… 3888 characters were not kept …]\n8\n999\n",
  );
  assert.equal(text.length, 12);
  assert.equal(text.dropped + 12, 10 * 3 + 90 * 3 + 900 * 4);
});

Deno.test("TerminalText loses nothing at the border of head and tail", () => {
  const line = "😀".repeat(60_000) + "\n";
  const odd = new TerminalText({ head: 60_001, tail: 1_000_000 });
  odd.append(line);
  assert.equal(odd.dropped, 0);
  assert.ok(odd.from() === line);
  const mark = new TerminalText({ head: 60_000, tail: 1_000_000 });
  const marked = "a".repeat(60_000) + "\ufeff" + "b".repeat(60_000) + "\n";
  mark.append(marked);
  assert.ok(mark.from() === marked);
});

Deno.test("TerminalText gives a line that never ends in bounded memory", () => {
  const text = new TerminalText({ head: 1_000, tail: 1_000 });
  for (let piece = 0; piece < 200; piece++) text.append("x".repeat(10_000));
  assert.ok(text.length < 1_000 + 1_000 + 65_536 + 10_000);
  assert.equal(text.dropped + text.length, 2_000_000);
});

Deno.test("TerminalText holds 2 MB of 100 MB", () => {
  const megabyte = ("y".repeat(99) + "\n").repeat(10_000);
  const text = new TerminalText();
  for (let piece = 0; piece < 100; piece++) text.append(megabyte);
  assert.equal(text.length, 2_000_000);
  assert.equal(text.dropped, 98_000_000);
  const one = new TerminalText();
  one.append(megabyte.repeat(100));
  assert.ok(one.from() === text.from());
});

Deno.test("TerminalText knows its end, as it is shown", () => {
  const text = new TerminalText();
  assert.equal(text.ending, "");
  text.append("first\nsecond\n");
  text.append("10%\r20%");
  assert.equal(text.ending, "first\nsecond\n20%");
});

Deno.test("TerminalText knows its end when a newline stands alone in the tail", () => {
  const text = new TerminalText({ head: 5, tail: 1_000 });
  text.append("abcde");
  text.append("\n");
  assert.equal(text.ending, "abcde\n");
});

Deno.test("TerminalText shows its head and a short end while lines between them are dropped", () => {
  const text = new TerminalText({ head: 10, tail: 1_000 });
  text.append("0123456789");
  assert.equal(text.withTail(4), "0123456789");
  text.append("\n" + "x".repeat(5_000) + "\nlast line\nopen");
  assert.equal(text.withTail(14), "0123456789\n[… 5002 characters were not kept …]\nlast line\nopen");
});
