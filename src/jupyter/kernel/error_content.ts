/** The exception that a message tells of, also where it was too large to be kept whole. */

import { truncationMarker } from "./cut_content.ts";
import { contents, type Received } from "./messages.ts";

export interface ErrorContent {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
  /** Bytes that were not kept. */
  readonly missing: number;
}

// deno-lint-ignore no-control-regex
const colours = /\x1b\[[0-9;]*m/g;

export function errorContent(message: Received): ErrorContent {
  const content = message.content();
  const { ename, evalue, traceback } = contents.error.parse(content);
  const { contentBytes } = message;
  if (contentBytes?.gap === undefined) return { ename, evalue, traceback, missing: 0 };
  const has = (field: string) => typeof content === "object" && content !== null && field in content;
  // Python sends the traceback first, and its last line has the exception's name and the beginning of its text.
  const lines = traceback.map((line, place) =>
    place === traceback.length - 1 ? line + truncationMarker : line
  );
  const last = nameAndText(traceback.at(-1) ?? "");
  const kept = {
    ename: has("ename") ? ename : last?.name ?? ename,
    evalue: has("traceback") && !has("evalue") ? (last?.text ?? "") + truncationMarker : evalue,
    traceback: lines,
  };
  const all = contentBytes.bytes.length + contentBytes.gap.length;
  return { ...kept, missing: Math.max(0, all - kept.evalue.length - traceback.join("").length) };
}

/** The parts of `ValueError: invalid literal`. */
function nameAndText(line: string): { readonly name: string; readonly text: string } | undefined {
  const start = /^([\w.]+)(?:: |$)/.exec(line.slice(0, 1_000).replace(colours, ""));
  const name = start?.[1];
  if (name === undefined) return undefined;
  return { name, text: line.slice(line.indexOf(": ") + 2) };
}
