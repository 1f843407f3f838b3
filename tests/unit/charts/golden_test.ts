/**
 * One chart of each pattern, most in both languages, compared with pictures that somebody has looked at.
 *
 *     deno test -A tests/unit/charts/golden_test.ts -- --update     writes them anew
 */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { fontMetrics } from "../../../src/imaging/font.ts";
import { examples, requestOf } from "./examples.ts";

const folder = new URL("../../snapshots/charts/", import.meta.url);

for (const example of examples) {
  Deno.test(`the chart ${example.name} looks as it did`, async () => {
    const request = requestOf(example, { width: 800, height: 600 });
    const chart = makeChart(request, { measure: fontMetrics.width });
    assert.equal(chart.metadata.pattern_id, example.pattern);
    const svg = `${chart.svg.replaceAll("><", ">\n<")}\n`;
    assert.match(svg, /^<svg [^>]*width="800" height="600"/);
    for (const [, size] of svg.matchAll(/font-size="([\d.]+)px"/g)) {
      assert.ok(Number(size) >= 11, `text of ${size} px`);
    }
    const path = new URL(`${example.name}.svg`, folder);
    if (Deno.args.includes("--update")) await Deno.writeTextFile(path, svg);
    assert.equal(
      svg,
      await Deno.readTextFile(path),
      `${example.name} has changed: look at it, then run with -- --update`,
    );
  });
}
