/** The texts that a workbook keeps apart from its cells: those that are wanted, and none behind the last of them. */

import { walkXml } from "./xml_events.ts";

export async function readSharedStrings(
  parts: AsyncIterable<string>,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  const last = Math.max(-1, ...wanted);
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
      if (isInText) text += part;
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
