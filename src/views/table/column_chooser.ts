/** The list of columns, from which a person chooses those that are shown. */

import type { TableOutline, ViewColumn } from "../../base/view_messages.ts";
import { button, element, setAttributes } from "../elements.ts";
import { unlistedColumns } from "./cells.ts";

/** Columns that one request may ask for. */
export const mostShown = 200;
/** Columns that are offered at once: the search box finds the others. */
const mostOffered = 100;

export class ColumnChooser {
  readonly toggle = button("Columns", () => this.#open(this.panel.hidden !== false), {
    "aria-expanded": "false",
    "aria-controls": "columns",
  });
  readonly panel = element("div", { class: "chooser", id: "columns", hidden: true });
  readonly #search = element("input", {
    type: "search",
    placeholder: "Find a column",
    "aria-label": "Find a column",
  });
  readonly #note = element("p", { class: "note", role: "status", hidden: true });
  readonly #list = element("div", { class: "choices", role: "group", "aria-label": "Columns" });
  readonly #columns: readonly ViewColumn[];
  readonly #shown: Set<number>;
  readonly #onChange: (places: readonly number[]) => void;

  constructor(
    { columns, width }: TableOutline,
    shown: readonly number[],
    onChange: (places: readonly number[]) => void,
  ) {
    this.#columns = columns;
    this.#shown = new Set(shown);
    this.#onChange = onChange;
    this.#search.addEventListener("input", () => this.#offer());
    this.#search.hidden = columns.length <= 12;
    const none = button("None", () => this.#set([]));
    const isLimited = columns.length > mostShown;
    const all = button(isLimited ? `First ${mostShown}` : "All", () => {
      this.#set(columns.map((_, place) => place).slice(0, mostShown));
      if (isLimited) this.#say(`At most ${mostShown} columns can be shown at once.`);
    });
    const unlisted = unlistedColumns({ columns, width });
    this.panel.append(
      element("div", { class: "row" }, this.#search, all, none),
      ...(unlisted === "" ? [] : [element("p", { class: "note" }, unlisted)]),
      this.#note,
      this.#list,
    );
    this.panel.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      this.#open(false);
      this.toggle.focus();
    });
    this.#offer();
  }

  #open(isOpen: boolean): void {
    this.panel.hidden = !isOpen;
    setAttributes(this.toggle, { "aria-expanded": String(isOpen) });
  }

  #offer(): void {
    const wanted = this.#search.value.trim().toLowerCase();
    const found = [...this.#columns.entries()].filter(([, { name }]) => name.toLowerCase().includes(wanted));
    const choices = found.slice(0, mostOffered).map(([place, { name }]) => {
      const box = element("input", { type: "checkbox" });
      box.checked = this.#shown.has(place);
      box.addEventListener("change", () => {
        if (box.checked && this.#shown.size >= mostShown) {
          box.checked = false;
          return this.#say(
            `At most ${mostShown} columns can be shown at once: untick another one to show this one.`,
          );
        }
        if (box.checked) this.#shown.add(place);
        else this.#shown.delete(place);
        this.#changed();
      });
      return element("label", { title: name }, box, element("span", {}, name === "" ? "(no name)" : name));
    });
    const more = found.length - choices.length;
    this.#list.replaceChildren(
      ...choices,
      ...(more > 0 ? [element("p", {}, `${more} more: type to find them`)] : []),
    );
  }

  #set(places: readonly number[]): void {
    this.#shown.clear();
    for (const place of places) this.#shown.add(place);
    this.#offer();
    this.#changed();
  }

  #say(words: string): void {
    this.#note.textContent = words;
    this.#note.hidden = words === "";
  }

  #changed(): void {
    this.#say("");
    this.#onChange([...this.#shown].sort((a, b) => a - b));
  }
}
