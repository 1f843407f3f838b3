/**
 * Draws the gallery: one picture of each chart in each language, and `docs/charts.md` around them.
 *
 *     deno task gallery
 */

import { patternIds, templateOf } from "../src/base/chart_terms.ts";
import { drawChart } from "../src/charts/draw_chart.ts";
import { type Example, examples, requestOf } from "../tests/unit/charts/examples.ts";
import { say } from "./terminal.ts";

const docs = new URL("../docs/", import.meta.url);
const pictures = "images/charts/";

const uses = {
  P01: "One series over time",
  P02: "Groups compared",
  P03: "A distribution, or the parts of a whole",
  P12: "Several series over time",
  P13: "A distribution that changes over time; also the fallback where a sentence says nothing of a chart",
  P21: "Differences between groups at each time",
  P23: "Distributions of a few groups",
  P31: "The whole picture over time, one panel for each group",
  P32: "The spread of many groups",
} as const;

const introduction = [
  "# Charts",
  "",
  "`chartelier_visualize` makes a chart of a table and a sentence, in Japanese or English. The sentence decides which",
  "of nine charts it becomes: its words first, then the columns that it names, then what the data has. `options`",
  "overrule all three. Every answer also says in words what the picture shows.",
  "",
  "A table may have 100 columns and 50 MB of CSV or JSON. Of a larger one in a kernel a sample of 50,000 rows is drawn, of a",
  "Parquet or Excel file the first 50,000 rows, and the answer says so. Above eight series the smaller ones are one, `Other`:",
  "their sum, or their mean where the sum would press the others down, and its name says which. Panels are up to twelve.",
  "`width` × `height` is the picture at 96 dpi; `dpi` scales it, up to four million pixels.",
  "",
  "Nothing of the sentence or the table can become code: charts are drawn by a worker that has no permission at all, and what",
  "takes longer than a minute is ended.",
  "",
  "The pictures are drawn by `deno task gallery`, each from the sentence above it.",
  "",
].join("\n");

async function drawn(example: Example): Promise<string> {
  const { bytes, summary } = await drawChart(requestOf(example, { width: 800, height: 600 }));
  await Deno.writeFile(new URL(`${pictures}${example.name}.png`, docs), bytes);
  return `> ${example.query}\n\n![${summary}](${pictures}${example.name}.png)\n\n${summary}\n`;
}

async function sectionOf(pattern: (typeof patternIds)[number]): Promise<string> {
  const parts: string[] = [];
  for (const example of examples) if (example.pattern === pattern) parts.push(await drawn(example));
  return `## ${pattern} (${templateOf[pattern]})\n\n${uses[pattern]}.\n\n${parts.join("\n")}`;
}

if (import.meta.main) {
  await Deno.mkdir(new URL(pictures, docs), { recursive: true });
  const sections: string[] = [];
  for (const pattern of patternIds) sections.push(await sectionOf(pattern));
  const path = new URL("charts.md", docs);
  await Deno.writeTextFile(path, [introduction, ...sections].join("\n"));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", path.pathname] }).output();
  say(`drew ${examples.length} charts`);
}
