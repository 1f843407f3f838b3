/** An image with a sentence and nothing else. */

import { makePage, type PageOptions, wrapText } from "./page.ts";
import { ink } from "./palette.ts";
import { svgDocument, text } from "./svg.ts";

export function placeholderSvg(sentence: string, options: PageOptions): string {
  const page = makePage(options);
  const { width, height, margin, fonts: { label: size } } = page;
  const lines = wrapText(page, sentence, { size, width: width - margin * 4 });
  const marks = lines.map((line, at) =>
    text({
      x: width / 2,
      y: height / 2 + (at - (lines.length - 1) / 2) * size * 1.6,
      text: line,
      size,
      color: ink.soft,
      align: "center",
    })
  );
  return svgDocument(width, height, marks);
}
