/**
 * A traceback as a model needs it: the frames of the person's own code, whole, and the exception. Frames inside
 * libraries become one line for each library in a row, and those of a recursion stand once with a count. The whole traceback stays at the run's `outputs_uri`.
 *
 * Two forms are folded: the one that IPython writes, and Python's own of exception groups. What is not recognised as a
 * frame is kept as it is.
 */

import { plural } from "../base/text.ts";

interface Part {
  readonly isFrame: boolean;
  /** The library that the code belongs to; undefined for the person's own code. */
  readonly library: string | undefined;
  readonly lines: string[];
}

const frameStart = /^(?:Cell In ?\[|Input In ?\[|File |<ipython-input)/;
/** A frame, or the line that stands for those of a library. */
const anyFrame = /^(?:Cell In ?\[|Input In ?\[|File |<ipython-input|\[\d+ frames? in )/;
/** The rule above the first frame, and the line that repeats the exception's type. */
const decoration = /^(?:-{20,}|\S.*\s{2,}Traceback \(most recent call last\))$/;
/** Source lines have numbers, an arrow, or are left out: anything else at the margin ends a frame. */
const insideFrame = /^(?:\s|-+>|\d|\(\.\.\.\)|$)/;

/** IPython's own note on a recursion. */
const skipped = /^\s+\[\.\.\. skipping similar frames: /;

/** Exception groups, which IPython prints on stderr instead of reporting their traceback. */
export function foldGroups(text: string): string {
  return text.includes("+ Exception Group Traceback") ? text.replace(groups, foldGroup) : text;
}

export function foldTraceback(text: string): string {
  const parts: Part[] = [];
  for (const line of text.split("\n")) {
    const last = parts.at(-1);
    if (decoration.test(line) || (skipped.test(line) && last?.library === undefined)) {
      parts.push({ isFrame: false, library: undefined, lines: skipped.test(line) ? [line] : [] });
    } else if (frameStart.test(line)) {
      parts.push({ isFrame: true, library: libraryOf(line), lines: [line] });
    } else if (last === undefined || (last.isFrame && !insideFrame.test(line))) {
      parts.push({ isFrame: false, library: undefined, lines: [line] });
    } else last.lines.push(line);
  }
  const lines = folded(parts).map((part) => part.replace(/^\n+|\s+$/g, "")).filter((part) => part !== "");
  return withoutRepeats(lines).join("\n");
}

const fewestRepeats = 3;

/** Frames of a recursion once, with how often they come; each exception of a chain has frames of its own. */
function withoutRepeats(parts: readonly string[]): string[] {
  const isFrame = (part: string) => anyFrame.test(part) || skipped.test(part);
  const start = parts.findIndex(isFrame);
  if (start < 0) return [...parts];
  const after = parts.findIndex((part, at) => at > start && !isFrame(part));
  const end = after < 0 ? parts.length : after;
  return [
    ...parts.slice(0, start),
    ...onceEach(parts.slice(start, end)),
    ...withoutRepeats(parts.slice(end)),
  ];
}

function onceEach(frames: readonly string[]): string[] {
  const start = frames.findIndex((one, at) => isOwnFrame(one) && frames.indexOf(one, at + 1) > 0);
  if (start < 0) return [...frames];
  const end = frames.findLastIndex((one, at) => frames.indexOf(one, start) < at) + 1;
  const repeated = frames.slice(start, end);
  const shown = repeated.filter((one) => !skipped.test(one));
  const unlike = [...new Set(shown)];
  const unseen = repeated.filter((one) => skipped.test(one)).flatMap((
    one,
  ) => [...one.matchAll(/(\d+) times\)/g)]);
  const total = shown.length + unseen.reduce((sum, [_, times]) => sum + Number(times), 0);
  if (total < fewestRepeats * unlike.length) return [...frames];
  return [...frames.slice(0, start), ...unlike, repeatNote(total, countsOf(shown)), ...frames.slice(end)];
}

function isOwnFrame(part: string): boolean {
  return frameStart.test(part);
}

/** How often each of some frames comes. */
function countsOf(frames: readonly string[]): readonly number[] {
  return [...Map.groupBy(frames, (one) => one).values()].map(({ length }) => length);
}

function repeatNote(total: number, counts: readonly number[]): string {
  const { length } = counts;
  const above = length === 1 ? "the frame above" : `the ${length} frames above`;
  const isEven = total % length === 0 && new Set(counts).size === 1;
  return isEven
    ? `[${above} ${total / length - 1} more times]`
    : `[${above} again, ${total - length} in all]`;
}

function folded(frames: readonly Part[]): string[] {
  const parts: string[] = [];
  for (let start = 0; start < frames.length;) {
    const frame = frames[start];
    const library = frame?.library;
    let end = start + 1;
    while (library !== undefined && frames[end]?.library === library) end++;
    parts.push(
      library === undefined || frame === undefined
        ? (frame?.lines ?? []).join("\n")
        : libraryLine(library, frames.slice(start, end)),
    );
    start = end;
  }
  return parts;
}

function libraryLine(library: string, frames: readonly Part[]): string {
  const at = /^File (.*?), in (.*?)(?:\(.*)?$/.exec(frames.at(-1)?.lines[0] ?? "");
  const place = at === null ? "" : `, the last at ${fileName(at[1] ?? "")} in ${at[2]}`;
  return `[${frames.length} ${plural(frames.length, "frame")} in ${library}${place}]`;
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

const installed = /[\\/](?:site|dist)-packages[\\/]([^\\/:]+)/;
const standard = /[\\/](?:lib[\\/]python\d[\d.]*|Python\d+[\\/]Lib)[\\/]|^File <frozen /;
/** Compiled code names its file relative to where it was built. */
const compiled = /^File [^~\\/:][^:]*\.(?:pyx|pxi)\b.*, in ([A-Za-z_]\w*)/;

function libraryOf(header: string): string | undefined {
  const package_ = installed.exec(header)?.[1] ?? compiled.exec(header)?.[1];
  if (package_ !== undefined) return package_.replace(/\.py$/, "");
  return standard.test(header) ? "the standard library" : undefined;
}

const groups = /^ *\+ Exception Group Traceback[\s\S]*^ *\+-{20,}$/m;
const groupFrame = /^(\s*\|)\s+File "([^"]+)", line (\d+), in (.+)$/;

/** The frames of an exception group: those of libraries become one line for each library in a row. */
function foldGroup(text: string): string {
  const lines = text.split("\n").filter((line) => !groupDecoration.test(line));
  const kept: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const library = groupLibrary(line);
    if (library === undefined) {
      kept.push(line.replace(/-{3,}/g, "-"));
      at++;
      continue;
    }
    let [end, count, last] = [at, 0, line];
    while (groupLibrary(lines[end] ?? "") === library && barsOf(lines[end]) === barsOf(line)) {
      [last, count] = [lines[end] ?? "", count + 1];
      end = afterFrame(lines, end);
    }
    const [, bars = "", path = "", number = "", name = ""] = groupFrame.exec(last) ?? [];
    // It runs every cell.
    if (library !== "IPython") {
      kept.push(
        `${bars} [${count} ${plural(count, "frame")} in ${library}, the last at ${
          fileName(path)
        }:${number} in ${name}]`,
      );
    }
    at = end;
  }
  return kept.join("\n");
}

/** Headers that repeat, the last rule, and marks below a line of source. */
const groupDecoration = /^\s*(?:\|\s*)?(?:Traceback \(most recent call last\):|\+-+|[|~^\s]*\^[|~^\s]*)$/;

function groupLibrary(line: string): string | undefined {
  const path = groupFrame.exec(line)?.[2];
  return path === undefined ? undefined : libraryOf(`File ${path}`);
}

function barsOf(line = ""): string | undefined {
  return groupFrame.exec(line)?.[1];
}

/** The place behind a frame and its lines of source, which stand further in. */
function afterFrame(lines: readonly string[], start: number): number {
  const bars = barsOf(lines[start]) ?? "";
  const end = lines.findIndex((line, at) => at > start && !line.startsWith(`${bars}     `));
  return end < 0 ? lines.length : end;
}
