/**
 * The view of a table: rows page by page, sorted and filtered where the table is.
 *
 * 1. Only the rows on the screen are here; every change of order, filter or columns asks for a page again.
 * 2. An answer that a later question has overtaken is ignored.
 * 3. Cells are text, whatever they contain.
 */

import type { ColumnKind, TableOutline, TableQuery } from "../../base/view_messages.ts";
import type { ToolFailure } from "../bridge.ts";
import { button, element, setAttributes } from "../elements.ts";
import { ViewPage } from "../view_page.ts";
import { type JsonObject, number, text } from "../json.ts";
import { aboutTable, barOf, cellText, count, fullText, isRightAligned } from "./cells.ts";
import { ColumnChooser } from "./column_chooser.ts";
import { copyCsv } from "./copy_csv.ts";
import { readFilter } from "./filter.ts";
import { ColumnHeader } from "./header.ts";
import { readPage, readProfiles } from "./table_data.ts";

const rowsInline = 10;
const rowsFullscreen = 50;
const columnsAtFirst = 20;
/** Milliseconds after the last key in the filter box. */
const typingPause = 250;

class TableView {
  readonly #page = new ViewPage("Table", {
    onData: (data) => void this.#open(data),
    onMode: () => this.#ask({ offset: this.#query.offset }),
  });
  #handle = "";
  #title = "";
  #rowsInFile: number | undefined;
  #outline: TableOutline | undefined;
  #query: TableQuery = {
    offset: 0,
    limit: rowsInline,
    places: [],
    sort: null,
    condition: null,
    outline: false,
    exact: false,
  };
  /** What the rows on the screen are of. */
  #shown: TableQuery = this.#query;
  #matching = 0;
  #asked = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** Of the filter. */
  #filterNote = "";
  /** Of all columns that have been shown. */
  readonly #headers = new Map<number, ColumnHeader>();
  readonly #ranges = new Map<number, { readonly low: number; readonly high: number }>();

  readonly #head = element("tr");
  readonly #body = element("tbody");
  readonly #table = element("table", {}, element("thead", {}, this.#head), this.#body);
  readonly #region = element("div", { class: "scroll", tabindex: 0, role: "region" }, this.#table);
  readonly #about = element("span", { class: "about" });
  readonly #filter = element("input", {
    type: "search",
    "aria-label": "Filter rows",
    placeholder: "Filter: text, n > 5",
  });
  /** What the person should know of the rows. */
  readonly #note = element("p", { class: "note", role: "status", hidden: true });
  readonly #position = element("span", { class: "position", role: "status" });
  readonly #copied = element("span", { role: "status" });
  readonly #previous = button("Previous", () => this.#turn(-1));
  readonly #next = button("Next", () => this.#turn(1));
  readonly #row = element("input", { type: "number", min: 1, "aria-label": "Go to row", placeholder: "Row" });

  async #open(data: JsonObject): Promise<void> {
    this.#handle = text(data["handle"]);
    this.#title = text(data["title"]);
    this.#rowsInFile = number(data["rows_in_file"]);
    this.#listen();
    await this.#load();
  }

  /** Reads the outline and the first page. */
  async #load(): Promise<void> {
    const places = Array.from({ length: columnsAtFirst }, (_, place) => place);
    const query = { ...this.#query, places, limit: this.#limit, outline: true };
    const answer = await readPage(this.#page.bridge, this.#handle, query);
    if (answer.kind === "error") return this.#page.fail(answer, () => void this.#load());
    const { outline } = answer.data;
    if (outline === undefined || outline.width === 0) {
      return this.#page.say("empty", `${this.#title} has no columns.`);
    }
    this.#outline = outline;
    this.#query = { ...query, places: places.slice(0, outline.columns.length), outline: false };
    this.#arrange(outline);
    this.#page.show();
    this.#showPage(answer.data.rows, answer.data);
    await this.#addProfiles();
  }

  get #limit(): number {
    return this.#page.mode === "fullscreen" ? rowsFullscreen : rowsInline;
  }

  #arrange(outline: TableOutline): void {
    const chooser = new ColumnChooser(outline, this.#query.places, (places) => this.#choose(places));
    setAttributes(this.#region, { "aria-label": `Table ${this.#title}` });
    const paging = element("div", { class: "paging" }, this.#row, this.#previous, this.#next);
    const footer = element("footer", {}, this.#position, this.#copied, paging);
    const heading = [element("h1", {}, this.#title), this.#about];
    const copy = button("Copy CSV", () => void this.#copyCsv(outline));
    const tools = [this.#filter, chooser.toggle, copy];
    this.#page.arrange(heading, tools, [chooser.panel, this.#note, this.#region, footer]);
    this.#arrangeHead();
  }

  #arrangeHead(): void {
    this.#about.textContent = this.#outline === undefined ? "" : aboutTable(this.#outline, {
      columnsShown: this.#query.places.length,
      rowsInFile: this.#rowsInFile,
    });
    const shown = this.#query.places.flatMap((place) => {
      const column = this.#outline?.columns[place];
      if (column === undefined) return [];
      const header = this.#headers.get(place) ?? new ColumnHeader(column, () => this.#sortBy(place));
      this.#headers.set(place, header);
      return [header.cell];
    });
    this.#head.replaceChildren(...shown);
    this.#markSort();
  }

  #markSort(): void {
    const { sort } = this.#query;
    for (const [place, header] of this.#headers) {
      const direction = sort?.descending ? "descending" : "ascending";
      header.sorted(sort?.place === place ? direction : "none");
    }
  }

  async #addProfiles(): Promise<void> {
    const places = this.#query.places.filter((place) => !this.#ranges.has(place));
    if (places.length === 0) return;
    for (const profile of await readProfiles(this.#page.bridge, this.#handle, places)) {
      const { place } = profile;
      this.#headers.get(place)?.profile(profile);
      this.#ranges.set(place, { low: Number(profile.low), high: Number(profile.high) });
    }
    this.#drawBars();
  }

  #choose(places: readonly number[]): void {
    this.#query = { ...this.#query, places };
    this.#arrangeHead();
    this.#ask({ offset: this.#query.offset }).then(() => this.#addProfiles());
  }

  /** Ascending, descending, then as the rows are. */
  #sortBy(place: number): void {
    const { sort } = this.#query;
    const next = sort?.place !== place
      ? { place, descending: false }
      : sort.descending
      ? null
      : { place, descending: true };
    void this.#ask({ sort: next, offset: 0 });
  }

  #turn(direction: number): void {
    const offset = this.#query.offset + direction * this.#limit;
    if (offset < this.#matching) void this.#ask({ offset: Math.max(0, offset) });
  }

  async #ask(change: Partial<TableQuery>): Promise<void> {
    if (this.#outline === undefined) return;
    this.#query = { ...this.#query, ...change, limit: this.#limit };
    this.#markSort();
    const asked = ++this.#asked;
    setAttributes(this.#table, { "aria-busy": "true" });
    const answer = await readPage(this.#page.bridge, this.#handle, this.#query);
    if (asked !== this.#asked) return;
    setAttributes(this.#table, { "aria-busy": "false" });
    if (answer.kind === "error") return this.#fail(answer);
    this.#page.show();
    this.#say(this.#filterNote);
    this.#showPage(answer.data.rows, answer.data);
  }

  #say(words: string, buttons: readonly HTMLButtonElement[] = []): void {
    this.#note.hidden = words === "";
    this.#note.replaceChildren(words, ...buttons);
  }

  /** A busy kernel keeps what it was asked for: until it answers, the rows before stay. */
  #wait({ message }: ToolFailure): void {
    const wanted = this.#query;
    this.#query = this.#shown;
    this.#page.show();
    this.#arrangeHead();
    const again = button("Try again", () => {
      this.#query = wanted;
      this.#arrangeHead();
      void this.#ask({}).then(() => this.#addProfiles());
    });
    this.#say(`${message}. The rows from before are still shown. `, [again]);
  }

  /** Offers to ask the same again, or without the filter and the order, which may be why it failed. */
  #fail(answer: ToolFailure): void {
    if (answer.code === "kernel_busy") return this.#wait(answer);
    const again = (change: Partial<TableQuery>) => {
      this.#page.say("loading", "Loading…");
      void this.#ask(change);
    };
    const { condition, sort } = this.#query;
    const reset = button("Clear filter and sorting", () => {
      this.#filter.value = "";
      this.#filterNote = "";
      again({ sort: null, condition: null, offset: 0 });
    });
    this.#page.fail(answer, () => again({}), condition === null && sort === null ? [] : [reset]);
  }

  #showPage(
    rows: readonly (readonly unknown[])[],
    { matching, offset }: { readonly matching: number; readonly offset: number },
  ): void {
    this.#matching = matching;
    this.#query = { ...this.#query, offset };
    this.#shown = this.#query;
    const kinds = this.#query.places.map((place) => this.#outline?.columns[place]?.kind ?? "text");
    this.#body.replaceChildren(
      ...rows.map((row) => element("tr", {}, ...kinds.map((kind, index) => cellOf(row[index], kind)))),
    );
    const isFiltered = this.#query.condition !== null;
    if (kinds.length === 0) this.#showNone("No column is chosen.");
    else if (rows.length === 0) {
      this.#showNone(isFiltered ? "No row matches the filter." : "This table has no rows.");
    }
    const last = offset + rows.length;
    const total = count(matching, isFiltered ? "matching row" : "row");
    const part = rows.length === 0 ? "" : `${(offset + 1).toLocaleString()}–${last.toLocaleString()} of `;
    this.#position.textContent = `${part}${total}`;
    this.#copied.textContent = "";
    this.#previous.disabled = offset === 0;
    this.#next.disabled = last >= matching;
    this.#drawBars();
  }

  #showNone(words: string): void {
    const colspan = Math.max(1, this.#query.places.length);
    const cell = element("td", { class: "none", colspan }, element("span", {}, words));
    this.#body.replaceChildren(element("tr", {}, cell));
  }

  #drawBars(): void {
    for (const row of this.#body.rows) {
      this.#query.places.forEach((place, index) => {
        const range = this.#ranges.get(place);
        const cell = row.cells[index];
        const value = Number(cell?.dataset["value"] ?? NaN);
        const bar = range === undefined ? undefined : barOf(value, range);
        if (cell === undefined || bar === undefined || cell.querySelector(".bar") !== null) return;
        const drawn = element("span", { class: "bar" });
        drawn.style.left = `${bar.left}%`;
        drawn.style.width = `${bar.width}%`;
        cell.append(element("span", { class: "bars" }, drawn));
      });
    }
  }

  #listen(): void {
    this.#filter.addEventListener("input", () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => this.#askTyped(0), typingPause);
    });
    this.#row.addEventListener("change", () => {
      const row = Math.floor(Number(this.#row.value));
      // The number of rows here may be that of the filter before.
      if (row >= 1) this.#askTyped(row - 1);
    });
    this.#region.addEventListener("keydown", (event) => {
      const pages: Readonly<Record<string, () => void>> = {
        PageDown: () => this.#turn(1),
        PageUp: () => this.#turn(-1),
        Home: () => void this.#ask({ offset: 0 }),
        End: () => void this.#ask({ offset: Math.max(0, this.#matching - this.#limit) }),
      };
      const go = pages[event.key];
      if (go === undefined) return;
      event.preventDefault();
      go();
    });
  }

  /** Asks for rows of what the filter box says now, from the given one. */
  #askTyped(offset: number): void {
    clearTimeout(this.#typing);
    const { columns = [], width } = this.#outline ?? {};
    const { condition, note = "" } = readFilter(this.#filter.value, columns, width);
    this.#filterNote = note;
    void this.#ask({ condition, offset });
  }

  async #copyCsv(outline: TableOutline): Promise<void> {
    this.#copied.textContent = "Copying…";
    const shown = { query: this.#query, matching: this.#matching, outline };
    const copied = await copyCsv(this.#page.bridge, this.#handle, shown);
    if (typeof copied !== "string") return this.#fail(copied);
    this.#copied.textContent = copied;
  }
}

function cellOf(value: unknown, kind: ColumnKind): HTMLTableCellElement {
  const shown = cellText(value, kind);
  const isNumber = isRightAligned(kind);
  if (shown === undefined) {
    return element("td", { class: isNumber ? "number missing" : "missing", "aria-label": "missing" }, "—");
  }
  const full = fullText(value);
  const isShortened = full !== shown || full.length > 40;
  return element("td", {
    class: isNumber ? "number" : "text",
    title: isShortened ? full : undefined,
    "data-value": isNumber && typeof value === "number" ? value : undefined,
  }, shown);
}

new TableView();
