/** The inline style of an element: declarations by name, and as text. */

export class StyleDeclaration {
  readonly #values = new Map<string, string>();

  setProperty(name: string, value: unknown): void {
    const text = value === null || value === undefined ? "" : String(value).trim();
    if (text === "") this.#values.delete(name);
    else this.#values.set(name, text);
  }

  removeProperty(name: string): void {
    this.#values.delete(name);
  }

  getPropertyValue(name: string): string {
    return this.#values.get(name) ?? "";
  }

  get size(): number {
    return this.#values.size;
  }

  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }

  get cssText(): string {
    let text = "";
    for (const [name, value] of this.#values) text += `${text === "" ? "" : " "}${name}: ${value};`;
    return text;
  }

  set cssText(text: string) {
    this.#values.clear();
    for (const declaration of text.split(";")) {
      const colon = declaration.indexOf(":");
      if (colon > 0) this.setProperty(declaration.slice(0, colon).trim(), declaration.slice(colon + 1));
    }
  }
}

/** The properties that plotly.js reads and sets by name. */
const named =
  "background background-color cursor display fill font-family font-size font-style font-variant font-weight height " +
  "left margin opacity overflow pointer-events position stroke stroke-width top transform visibility width";

for (const name of named.split(" ")) {
  const accessor = {
    get(this: StyleDeclaration) {
      return this.getPropertyValue(name);
    },
    set(this: StyleDeclaration, value: unknown) {
      this.setProperty(name, value);
    },
  };
  Object.defineProperty(StyleDeclaration.prototype, name, accessor);
  const camelCase = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  Object.defineProperty(StyleDeclaration.prototype, camelCase, accessor);
}
