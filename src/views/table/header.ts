/** The head of a column: its name, which sorts, its type and missing values, and how its values are distributed. */

import type { ColumnProfile, ViewColumn } from "../../base/view_messages.ts";
import { button, element, setAttributes, svg } from "../elements.ts";
import { cellText, isRightAligned, shortType } from "./cells.ts";

export class ColumnHeader {
  readonly cell: HTMLTableCellElement;
  readonly #column: ViewColumn;
  readonly #type = element("div", { class: "type" });
  readonly #shape = element("div", { class: "shape" });

  constructor(column: ViewColumn, onSort: () => void) {
    this.#column = column;
    const sort = button(column.name === "" ? "(no name)" : column.name, onSort, {
      class: "sort",
      title: `${column.name}: ${column.dtype}`,
    });
    const kind = isRightAligned(column.kind) ? "number" : "text";
    this.cell = element("th", { scope: "col", class: kind }, sort, this.#type, this.#shape);
    this.#type.textContent = shortType(column.dtype);
  }

  sorted(direction: "ascending" | "descending" | "none"): void {
    setAttributes(this.cell, { "aria-sort": direction });
  }

  profile(profile: ColumnProfile): void {
    const { nulls = 0, nulls_exact: isExact } = profile;
    const missing = nulls === 0 ? "" : ` · ${isExact ? "" : "about "}${nulls.toLocaleString()} missing`;
    this.#type.textContent = `${shortType(this.#column.dtype)}${missing}`;
    const ends = endsOf(profile);
    this.#shape.replaceChildren(
      ...((profile.histogram ?? []).length === 0 ? [] : [histogram(profile, ends.join(" to "))]),
      element("div", { class: "ends" }, ...ends.map((end) => element("span", {}, end))),
    );
    if (profile.sampled) this.#shape.title = "Based on a sample of the rows";
  }
}

/** What is written below the histogram. */
function endsOf({ low, high, distinct, sampled }: ColumnProfile): readonly string[] {
  if (distinct !== undefined) return [`${sampled ? "about " : ""}${distinct.toLocaleString()} distinct`];
  const [from, to] = [cellText(low), cellText(high)];
  if (from === undefined || to === undefined) return [];
  return [...new Set([from, to].map((end) => end.replace(/T.*/, "")))];
}

const height = 24;

function histogram({ histogram: counts = [], distinct, top = [] }: ColumnProfile, label: string): SVGElement {
  const most = Math.max(1, ...counts);
  // Bars of few kinds of values would look like a wall.
  const step = distinct === undefined ? 100 / counts.length : Math.min(100 / counts.length, 12);
  const bars = counts.map((count, index) => {
    const size = count === 0 ? 0 : Math.max(1, count / most * height);
    return svg("rect", { x: index * step, y: height - size, width: step * 0.9, height: size });
  });
  const words = top.map(([value, count]) => `${value} (${count.toLocaleString()})`).join(", ");
  const name = distinct === undefined ? `Histogram from ${label}` : `${label}, most frequent: ${words}`;
  return svg(
    "svg",
    { viewBox: `0 0 100 ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": name },
    svg("title", {}, name),
    ...bars,
  );
}
