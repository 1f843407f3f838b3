import assert from "node:assert/strict";
import { vegaLiteSvg, vegaSvg } from "../../../src/imaging/vega_svg.ts";

const bars = {
  data: { values: [{ a: "東京", b: 3 }, { a: "Osaka", b: 5 }] },
  mark: "bar",
  encoding: { x: { field: "a", type: "nominal" }, y: { field: "b", type: "quantitative" } },
};

Deno.test("vegaLiteSvg draws a specification with its data", async () => {
  const svg = await vegaLiteSvg(bars);
  assert.match(svg, /^<svg /);
  assert.match(svg, />東京</);
  assert.match(svg, />Osaka</);
});

Deno.test("vegaSvg refuses every URL in a specification", async () => {
  const remote = { data: { url: "http://127.0.0.1:9/x.csv" }, mark: "point", encoding: {} };
  const picture = {
    ...bars,
    mark: { type: "image", url: "http://127.0.0.1:9/x.png", width: 9, height: 9 },
  };
  for (const spec of [remote, picture]) {
    await assert.rejects(
      vegaLiteSvg(spec),
      /points to "http:\/\/127\.0\.0\.1:9\/x\.\w+", and nothing is loaded/,
    );
  }
});

Deno.test("vegaLiteSvg leaves links out, and shows pictures that are inside the specification", async () => {
  const linked = { ...bars, encoding: { ...bars.encoding, href: { value: "http://127.0.0.1:9/page" } } };
  assert.doesNotMatch(await vegaLiteSvg(linked), /127\.0\.0\.1/);
  const url = "data:image/png;base64,iVBORw0KGgo=";
  const inside = { ...bars, mark: { type: "image", url, width: 9, height: 9 } };
  assert.match(await vegaLiteSvg(inside), /href="data:image\/png;base64,iVBORw0KGgo="/);
});

Deno.test("vegaSvg draws Vega", async () => {
  const svg = await vegaSvg({ width: 10, height: 10, marks: [{ type: "symbol", encode: {} }] });
  assert.match(svg, /^<svg /);
});

Deno.test("vegaSvg says what is wrong instead of drawing an empty frame", async () => {
  const broken = (expr: string) => ({
    width: 10,
    height: 10,
    data: [{ name: "t", values: [{ a: 1 }], transform: [{ type: "formula", as: "b", expr }] }],
  });
  await assert.rejects(
    vegaSvg(broken("test(regexp('['), 'a')")),
    /^Error: Vega fails on its data: Invalid regular/,
  );
  await assert.rejects(
    vegaSvg(broken("foo(1)")),
    /^Error: Vega cannot read the specification: Unrecognized function/,
  );
  const calculated = { ...bars, transform: [{ calculate: "datum.b = 1", as: "c" }] };
  await assert.rejects(vegaLiteSvg(calculated), /^Error: Vega cannot read the specification: .*[^.]$/);
});

Deno.test("vegaLiteSvg passes on no error of Vega's own code", async () => {
  const tinySteps = {
    data: { values: [{ a: 0 }, { a: 1e12 }] },
    mark: "bar",
    encoding: {
      x: { field: "a", type: "quantitative", bin: { step: 1e-3 } },
      y: { aggregate: "count" },
    },
  };
  await assert.rejects(vegaLiteSvg(tinySteps), /^Error: Vega (cannot|fails) [^:]*: it gives no reason$/);
});

Deno.test("vegaSvg refuses sequences that would fill the memory", async () => {
  const made = { ...bars, data: { sequence: { start: 0, stop: 2e8 } } };
  await assert.rejects(vegaLiteSvg(made), /it makes 200,000,000 rows, and at most 2,000,000 are drawn/);
  const few = { ...bars, data: { sequence: { start: 0, stop: 20, step: 2, as: "b" } } };
  assert.match(await vegaLiteSvg(few), /^<svg /);
});
