/**
 * Draws the gallery: one picture of each chart in each language, and `docs/charts.md` around them.
 *
 *     deno task gallery
 */

import { type ChartPattern, chartPatterns } from "../src/base/chart_spec.ts";
import { encodeChart } from "../src/charts/encode_chart.ts";
import { type Example, examples, requestOf } from "../tests/unit/charts/examples.ts";
import { say } from "./terminal.ts";

const docs = new URL("../docs/", import.meta.url);
const pictures = "images/charts/";

const uses: Readonly<Record<ChartPattern, string>> = {
  P01: "One series over time",
  P02: "Groups compared",
  P03: "A distribution, or the parts of a whole",
  P12: "Several series over time; with `stack` as areas on top of each other",
  P13: "A distribution that changes over time, or one panel for each group",
  P21: "Groups compared at each time or within other groups; with `stack` on top of each other",
  P23: "Distributions of a few groups laid over each other",
  P31: "The whole picture over time, one panel for each group or measure",
  P32: "The spread of many groups",
  scatter: "Two numbers against each other, with colour, size, panels and a regression line",
  heatmap: "Two groups as columns and rows, or weekdays and hours of one time",
};

const introduction = await Deno.readTextFile(new URL("docs/charts_introduction.md", import.meta.url));

async function drawn(example: Example): Promise<string> {
  const { bytes, summary } = await encodeChart(requestOf(example, { width: 800, height: 600 }));
  await Deno.writeFile(new URL(`${pictures}${example.name}.png`, docs), bytes);
  const said = example.query === ""
    ? "```json\n" + JSON.stringify(example.spec) + "\n```"
    : `> ${example.query}`;
  return `${said}\n\n![${summary}](${pictures}${example.name}.png)\n\n${summary}\n`;
}

async function sectionOf(pattern: ChartPattern): Promise<string> {
  const parts: string[] = [];
  for (const example of examples) if (example.pattern === pattern) parts.push(await drawn(example));
  return `### ${pattern}\n\n${uses[pattern]}.\n\n${parts.join("\n")}`;
}

if (import.meta.main) {
  await Deno.mkdir(new URL(pictures, docs), { recursive: true });
  const sections: string[] = [];
  for (const pattern of chartPatterns) sections.push(await sectionOf(pattern));
  const path = new URL("charts.md", docs);
  await Deno.writeTextFile(path, [introduction, ...sections].join("\n"));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", path.pathname] }).output();
  say(`drew ${examples.length} charts`);
}
