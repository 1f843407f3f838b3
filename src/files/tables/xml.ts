/** Walks through XML that comes in parts; prefixes of names are left out, since writers choose them freely. */

import { SaxesParser } from "saxes";

interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Whether the rest need not be read. */
  isDone?(): boolean;
}

/** Characters that Excel takes in a cell. */
const longestText = 32_767;

/** The text of a cell while its elements pass by, without the phonetic reading that Japanese text may have. */
export class CellText {
  value = "";
  #isInText = false;
  #isPhonetic = false;

  open(tag: string): void {
    if (tag === "rPh") this.#isPhonetic = true;
    else if (tag === "v" || tag === "t") this.#isInText = !this.#isPhonetic;
  }

  add(text: string): void {
    if (this.#isInText && this.value.length < longestText) this.value += text.slice(0, longestText);
  }

  close(tag: string): void {
    if (tag === "rPh") this.#isPhonetic = false;
    else if (tag === "v" || tag === "t") this.#isInText = false;
  }
}

/** Characters of a part of a workbook other than a sheet; larger ones are made to fill the memory. */
const usualLimit = 64_000_000;

/** Reads up to the limit of characters; returns whether it reached the end. */
export async function walkXml(
  parts: AsyncIterable<string>,
  handler: XmlHandler,
  limit = usualLimit,
): Promise<boolean> {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => handler.open?.(localName(name), attributes));
  parser.on("text", (text) => handler.text?.(text));
  parser.on("cdata", (text) => handler.text?.(text));
  parser.on("closetag", ({ name }) => handler.close?.(localName(name)));
  let characters = 0;
  for await (const part of parts) {
    parser.write(part);
    characters += part.length;
    if (handler.isDone?.() || characters > limit) return false;
  }
  parser.close();
  return true;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
