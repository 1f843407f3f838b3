/** Changes of a notebook as a model and a person read them: like a patch, cell by cell. */

import { plural } from "../../base/text.ts";
import { unifiedDiff } from "../../base/unified_diff.ts";
import type { FieldChange, FieldChanges, RecordedChange } from "../../jupyter/review/cell_changes.ts";
import type { Cell } from "../../jupyter/nbformat/notebook.ts";
import { outputsSummary } from "../../jupyter/review/journal_entry.ts";
import { cutText } from "../text_budget.ts";

const elsewhere = "notebook_changes with a smaller limit shows more";

/** What was changed, within a budget of bytes: the beginning and the end of it. */
export function changeText(changes: readonly RecordedChange[], budget: number): string {
  return cutText(changes.map(describe).join("\n"), { budget, elsewhere }).text;
}

function describe(change: RecordedChange): string {
  switch (change.kind) {
    case "added":
      return `added cell ${change.cell.id} (${change.cell.cell_type}) at ${change.place.index}\n${
        marked("+", change.cell.source)
      }`;
    case "deleted":
      return `deleted cell ${change.cell.id} (${change.cell.cell_type}) at ${change.place.index}${
        lost(change.omitted ?? outputsSummary(change.cell.outputs))
      }\n${marked("-", change.cell.source)}`;
    case "moved":
      return `moved cell ${change.id} from ${change.from.index} to ${change.to.index}`;
    case "edited":
      return change.unfinished
        ? describeBegun(change)
        : `edited cell ${change.id}\n${fieldTexts(change.fields)}`;
    case "metadata":
      return `changed notebook metadata: ${Object.keys(change.fields).join(", ")}`;
  }
}

/** A run that was cut off, or that has not come about. */
function describeBegun({ id, fields: { outputs } }: Extract<RecordedChange, { kind: "edited" }>): string {
  return outputs === undefined
    ? `marked cell ${id} as waiting to run`
    : `began to run cell ${id}${lost(outputsSummary(outputs.before))}`;
}

function marked(sign: string, text: string): string {
  return text === "" ? "" : text.split("\n").map((line) => `${sign}${line}`).join("\n");
}

function lost(outputs: { readonly bytes: number } | undefined): string {
  return outputs === undefined ? "" : `, with ${outputs.bytes} ${plural(outputs.bytes, "byte")} of outputs`;
}

function fieldTexts({ source, outputs, execution_count, ...others }: FieldChanges): string {
  const texts = [
    ...(source === undefined ? [] : [sourceText(source)]),
    ...Object.entries(others).map(([field, { before, after }]) =>
      `${field}: ${shortValue(before)} → ${shortValue(after)}`
    ),
    ...(outputs === undefined || (isNone(outputs.before) && isNone(outputs.after))
      ? []
      : [`outputs: ${outputsText(outputs.before)} → ${outputsText(outputs.after)}`]),
  ];
  // It goes without saying if there are outputs.
  if (texts.length > 0 || execution_count === undefined) return texts.join("\n");
  const [before, after] = [execution_count.before ?? null, execution_count.after ?? null];
  return `execution_count: ${shortValue(before)} → ${shortValue(after)}`;
}

function sourceText({ before, after }: FieldChange): string {
  const [old, now] = [before, after].map((text) => typeof text === "string" ? text : "");
  // The two lines that name the files say nothing here.
  return unifiedDiff(old ?? "", now ?? "").split("\n").slice(2).join("\n");
}

/** The lines that went and came, without those around them. */
export function changedLines(before: string, after: string): string {
  return sourceText({ before, after }).split("\n").filter((line) => /^[-+]/.test(line)).join("\n");
}

function shortValue(value: unknown): string {
  const text = value === undefined ? "none" : JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text;
}

/** Text cells have no list of outputs, code cells may have an empty one. */
function isNone(outputs: unknown): boolean {
  return outputsSummary(outputs) === undefined;
}

function outputsText(outputs: unknown): string {
  const summary = outputsSummary(outputs);
  return summary === undefined ? "none" : `${summary.bytes} bytes (sha256 ${summary.sha256.slice(0, 12)})`;
}

/** Lines that a person is shown. */
const mostLines = 20;

/** The source of a cell that is to be deleted, as a patch shows it. */
export function deletedLines({ source }: Cell): string {
  return firstLines(marked("-", source));
}

/** How a text is to change, for a person. */
export function shortDiff(before: string, after: string): string {
  return firstLines(sourceText({ before, after }));
}

/**
 * What is going to change in a notebook, for a person. Without what is made anew at each attempt: the ids of added cells, and
 * metadata, where the mark of cells has its time.
 */
export function changePreview(path: string, changes: readonly RecordedChange[]): string {
  const texts = changes.map((change) => {
    switch (change.kind) {
      case "added":
        return `added ${change.cell.cell_type} cell at ${change.place.index}\n${
          marked("+", change.cell.source)
        }`;
      case "edited": {
        const { metadata: _, ...fields } = change.fields;
        return describe({ ...change, fields });
      }
      default:
        return describe(change);
    }
  });
  return firstLines([`"${path}"`, ...texts].join("\n"));
}

function firstLines(text: string): string {
  const lines = text.split("\n");
  const more = lines.length - mostLines;
  const shown = lines.slice(0, mostLines).join("\n");
  return more > 0 ? `${shown}\n… ${more} more ${plural(more, "line")}` : shown;
}
