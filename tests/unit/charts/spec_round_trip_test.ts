/** The specification of a reply is complete: alone, without the sentence, it gives the same picture, byte for byte. */

import assert from "node:assert/strict";
import { z } from "zod";
import { chartSpec } from "../../../src/base/chart_spec.ts";
import { AppError } from "../../../src/base/errors.ts";
import type { ChartRequest } from "../../../src/base/protocol.ts";
import { type MadeChart, makeChart } from "../../../src/charts/make_chart.ts";
import { chartCases, dataOf } from "./corpus.ts";
import { requestOf } from "./examples.ts";
import { measure } from "./made.ts";

const replied = z.object({
  ...chartSpec.shape,
  format: z.enum(["png", "svg"]),
  dpi: z.number(),
  width: z.number(),
  height: z.number(),
  locale: z.enum(["ja", "en"]),
});

/** Every picture size is asked for by some cases. */
const sizes = [{ width: 1200, height: 900 }, { width: 800, height: 600 }, { width: 640, height: 1000 }];

function chartOf(request: ChartRequest): MadeChart | undefined {
  try {
    return makeChart(request, { measure });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

Deno.test("every specification of the corpus gives the same picture without its sentence", () => {
  let drawn = 0;
  for (const [at, { table, query, options }] of chartCases().entries()) {
    const request = requestOf({ data: dataOf(table), query, spec: options }, { ...sizes[at % sizes.length] });
    const first = chartOf(request);
    if (first === undefined) continue;
    const { format, dpi, width, height, locale, ...spec } = replied.parse(first.metadata["spec"]);
    const page = { format, dpi, width, height, locale };
    const again = makeChart(requestOf({ data: request.data, query: "", spec }, page), { measure });
    assert.equal(again.svg, first.svg, `${table}: ${query}`);
    assert.deepEqual(again.metadata["spec"], first.metadata["spec"], `${table}: ${query}`);
    assert.deepEqual(again.metadata["assumed"], [], `${table}: ${query}`);
    drawn++;
  }
  assert.ok(drawn > 1_300, `${drawn} charts`);
});
