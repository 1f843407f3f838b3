/**
 * A traceback as a model needs it: the frames of the person's own code, whole, and the exception. Frames inside
 * libraries become one line for each library in a row, and those of a recursion stand once with a count. The whole traceback stays at the run's `outputs_uri`.
 *
 * Only the form that IPython writes is folded; what is not recognised as a frame is kept as it is.
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

export function foldTraceback(text: string): string {
  const parts: Part[] = [];
  for (const line of text.split("\n")) {
    const last = parts.at(-1);
    if (decoration.test(line)) parts.push({ isFrame: false, library: undefined, lines: [] });
    else if (frameStart.test(line)) {
      parts.push({ isFrame: true, library: libraryOf(line), lines: [line] });
    } else if (last === undefined || (last.isFrame && !insideFrame.test(line))) {
      parts.push({ isFrame: false, library: undefined, lines: [line] });
    } else last.lines.push(line);
  }
  const lines = folded(parts).map((part) => part.replace(/^\n+|\s+$/g, "")).filter((part) => part !== "");
  return withoutRepeats(lines).join("\n");
}

/** Functions that call each other in a circle, counted up to this number of frames. */
const longestCircle = 4;
const fewestRepeats = 3;

/** Frames of a recursion once, with how often they follow. */
function withoutRepeats(parts: readonly string[]): string[] {
  const kept: string[] = [];
  for (let start = 0; start < parts.length;) {
    const { length, times } = circleAt(parts, start);
    kept.push(...parts.slice(start, start + length));
    if (times > 1) {
      kept.push(`[the ${length === 1 ? "frame" : `${length} frames`} above ${times - 1} more times]`);
    }
    start += length * times;
  }
  return kept;
}

/** The shortest series of frames that follows itself several times; a single part if there is none. */
function circleAt(parts: readonly string[], start: number): { length: number; times: number } {
  for (let length = 1; length <= longestCircle; length++) {
    const isRepeated = (at: number) => parts[at] !== undefined && parts[at] === parts[at - length];
    let end = start + length;
    while (isRepeated(end)) end++;
    const times = Math.floor((end - start) / length);
    const isFrames = parts.slice(start, start + length).every((part) => anyFrame.test(part));
    if (times >= fewestRepeats && isFrames) return { length, times };
  }
  return { length: 1, times: 1 };
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
