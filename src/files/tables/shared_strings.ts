/** The texts that a workbook keeps apart from its cells: those that are wanted, and none behind the last of them. */

import { walkXml } from "./xml_events.ts";

/** Characters that Excel takes in a cell. */
const longestText = 32_767;

export async function readSharedStrings(
  parts: AsyncIterable<string>,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  const last = wanted.values().reduce((highest, one) => Math.max(highest, one), -1);
  let number = -1;
  let text = "";
  let isInText = false;
  let isPhonetic = false;
  await walkXml(parts, {
    open(tag) {
      if (tag === "si") {
        number++;
        text = "";
      }
      // How Japanese text is to be spoken is no part of it.
      if (tag === "rPh") isPhonetic = true;
      if (tag === "t") isInText = !isPhonetic;
    },
    text(part) {
      if (isInText && text.length < longestText) text += part.slice(0, longestText);
    },
    close(tag) {
      if (tag === "t") isInText = false;
      if (tag === "rPh") isPhonetic = false;
      if (tag === "si" && wanted.has(number)) texts.set(number, text);
    },
    isDone: () => number > last,
  });
  return texts;
}
