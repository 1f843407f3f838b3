/** What a specification cannot have is a clear error that names what there is; nothing given is ignored. */

import assert from "node:assert/strict";
import type { ResolvedSpec } from "../../../src/base/chart_spec.ts";
import { AppError } from "../../../src/base/errors.ts";
import { drawn } from "./made.ts";

const data = "date,region,amount,cost\n2024-01-05,North,10,1\n2024-02-20,South,20,2\n2024-03-01,North,-3,2.5";
const bars = { pattern: "P02", x: "region", y: "amount", aggregate: "sum" } as const;

const hollow = "region,amount\nNorth,\nSouth,\nNorth,1\nEast,";

const cases: readonly (readonly [ResolvedSpec, RegExp, RegExp])[] = [
  [{ ...bars, x: "nobody" }, /"options.x" "nobody": there is no such column/, /date, region, amount/],
  [{ ...bars, y: "region" }, /"options.y" "region": it is not a column of numbers/, /amount/],
  [{ ...bars, facet: "date" }, /P02 with "options.facet"/, /P02 takes x, y, color/],
  [{ ...bars, bins: 5 }, /P02 with "options.bins"/, /aggregate, sort/],
  [{ ...bars, lines: [{ kind: "regression" }] }, /P02 with "options.lines" "regression"/, /mean, median/],
  [{ ...bars, lines: [{ kind: "target" }] }, /target line: its value is missing/, /"value"/],
  [{ ...bars, aggregate: "min", scale: "log" }, /"log": some values are zero or negative/, /Filter/],
  [{ ...bars, time_unit: "month" }, /"options.time_unit" "month"/, /times/],
  [{ pattern: "P12", x: "date", y: "amount" }, /P12: it takes options.color/, /options/],
  [{ pattern: "P31", x: "date", y: "amount" }, /P31: it takes options.facet/, /options/],
  [{ pattern: "P01", y: "amount" }, /P01: it takes options.x/, /options/],
  [{ pattern: "P13", x: "amount" }, /P13: it takes options.facet/, /options/],
  [{ pattern: "P03", x: "amount", y: "amount" }, /P03 of "amount" with "options.y"/, /options.y/],
  [{ pattern: "scatter", x: "amount", y: ["amount", "amount"] }, /one as options.y/, /numbers/],
  [
    { ...bars, filter: [{ column: "region", op: "=", value: "Nort" }] },
    /"Nort": no row has this value/,
    /North, South/,
  ],
  [{ ...bars, filter: [{ column: "who", op: "=", value: 1 }] }, /"who": there is no such column/, /region/],
  [
    { ...bars, filter: [{ column: "amount", op: ">", value: "much" }] },
    /"much": it is a column of numbers/,
    /number/,
  ],
  [
    { ...bars, filter: [{ column: "date", op: ">", value: "soon" }] },
    /"soon": it is a column of times/,
    /2024-03/,
  ],
  [{ ...bars, filter: [{ column: "amount", op: "between", value: 1 }] }, /it takes two values/, /in/],
  [
    { ...bars, filter: [{ column: "amount", op: ">", value: 99 }] },
    /no row is left/,
    /"amount" goes from -3 to 20/,
  ],
  [
    { ...bars, filter: [{ column: "date", op: "<", value: "2020" }] },
    /no row is left/,
    /"date" goes from 2024-01-05 to 2024-03-01/,
  ],
  [
    { pattern: "P01", x: "date", y: "amount", aggregate: "none", time_unit: "year" },
    /"none": up to 3 rows have the same "year"/,
    /aggregated/,
  ],
  [{ ...bars, aggregate: "none", limit: 2 }, /"none": up to 2 rows have the same "region"/, /aggregated/],
  [
    { ...bars, filter: [{ column: "region", op: "<", value: 5 }] },
    /not a column of numbers or times/,
    /North/,
  ],
  [{ ...bars, aggregate: "count", y: ["amount", "region"] }, /"count" with several columns/, /one column/],
  [
    { pattern: "P12", x: "date", y: "amount", color: "region", stack: true },
    /"options.stack" with lines/,
    /P21/,
  ],
  ...unused([
    [{ pattern: "P01", x: "date", y: "amount", sort: "-value" }, "sort", /options.color/],
    [{ pattern: "P01", x: "date", y: "amount", limit: 2 }, "limit", /options.color/],
    [{ pattern: "P12", x: "date", y: ["amount", "cost"], sort: "value" }, "sort", /options.color/],
    [{ pattern: "P31", x: "date", y: ["amount", "cost"], sort: "value" }, "sort", /options.facet/],
    [{ pattern: "P03", x: "amount", aggregate: "mean" }, "aggregate", /groups/],
    [{ pattern: "P03", x: "amount", sort: "-value" }, "sort", /groups/],
    [{ pattern: "P03", x: "amount", limit: 2 }, "limit", /groups/],
    [{ pattern: "P03", x: "amount", normalize: "index" }, "normalize", /P12/],
    [{ pattern: "P03", x: "region", normalize: "cumulative" }, "normalize", /P12/],
    [{ pattern: "P03", x: "amount", scale: "zero" }, "scale", /lines/],
    [{ pattern: "P03", x: "region", bins: 5 }, "bins", /numbers/],
    [{ pattern: "P13", x: "amount", facet: "region", normalize: "index" }, "normalize", /P12/],
    [{ pattern: "P23", x: "amount", color: "region", normalize: "index" }, "normalize", /P12/],
    [{ pattern: "P23", x: "amount", color: "region", scale: "zero" }, "scale", /lines/],
    [{ pattern: "scatter", x: "amount", y: "cost", limit: 2 }, "limit", /options.color/],
    [{ ...bars, stack: true }, "stack", /options.color/],
    [{ pattern: "P02", y: ["amount", "cost"], sort: "value" }, "sort", /options.x/],
    [{ pattern: "P32", y: ["amount", "cost"], limit: 1 }, "limit", /options.x/],
    [{ ...bars, aggregate: "none", limit: 1, rest: "other" }, "rest", /drop/],
  ]),
];

/** Fields that would change nothing in a chart. */
function unused(
  list: readonly (readonly [ResolvedSpec, string, RegExp])[],
): readonly (readonly [ResolvedSpec, RegExp, RegExp])[] {
  return list.map((
    [spec, field, hint],
  ) => [spec, new RegExp(`${spec.pattern} with "options.${field}"`), hint]);
}

for (const [spec, message, hint] of cases) {
  Deno.test(`a specification that cannot be drawn is refused: ${JSON.stringify(spec)}`, () => {
    assert.throws(() => drawn(data, spec), (error: unknown) => {
      assert.ok(error instanceof AppError, String(error));
      assert.equal(error.code, "invalid_argument");
      assert.match(error.message, message);
      assert.match(error.hint ?? "", hint);
      return true;
    });
  });
}

Deno.test("a measure without values is an error, and groups without any are named", () => {
  const spec = { pattern: "P02", x: "region", y: "amount", aggregate: "sum" } as const;
  assert.match(drawn(hollow, spec).warnings.join(), /without values and not drawn: South, East/);
  const filter = [{ column: "region", op: "=", value: "South" }] as const;
  assert.throws(
    () => drawn(hollow, { ...spec, filter: [...filter] }),
    /"amount": no row has all of the values/,
  );
});

Deno.test("measures of very different size on one axis are pointed out", () => {
  const data = "month,sales,margin\n2024-01,4000,0.1\n2024-02,5000,0.2";
  const spec = { x: "month", y: ["sales", "margin"], aggregate: "sum" } as const;
  assert.match(
    drawn(data, { ...spec, y: [...spec.y], pattern: "P12" }).warnings.join(),
    /very different size/,
  );
  assert.deepEqual(drawn(data, { ...spec, y: [...spec.y], pattern: "P31" }).warnings, []);
});
