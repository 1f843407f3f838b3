/** Moving averages of many values. */

import assert from "node:assert/strict";
import { made } from "./made.ts";
import { csv } from "./tables.ts";

const days = (count: number, lacks: (index: number) => boolean = () => false) =>
  csv(
    "day,riders",
    Array.from({ length: count }, (_, index) => [
      new Date(Date.UTC(2024, 0, index + 1)).toISOString().slice(0, 10),
      lacks(index) ? "" : 500 + (index * 37) % 90,
    ]),
  );

const query = "riders over time with a 7-day moving average";

Deno.test("a dense line stands back behind its moving average, which is whole and bold", () => {
  const dense = JSON.stringify(made(days(300), query).spec);
  assert.match(dense, /"strokeWidth":1\.2/);
  assert.match(dense, /"strokeWidth":3/);
  assert.doesNotMatch(dense, /"strokeDash":\[7,4\]/);
  assert.match(dense, /"text":"—— 7-point moving average"/);
  const few = JSON.stringify(made(days(60), query).spec);
  assert.match(few, /"strokeDash":\[7,4\]/);
  assert.doesNotMatch(few, /"strokeWidth":1\.2/);
  assert.doesNotMatch(JSON.stringify(made(days(300), "riders over time").spec), /"strokeWidth":1\.2/);
});

interface Line {
  readonly data: { readonly values: readonly { readonly x: number; readonly y: number | null }[] };
  readonly mark: { readonly type: string; readonly strokeDash?: readonly number[] };
}

Deno.test("after a gap a moving average waits for half of its values", () => {
  const gap = (index: number) => index >= 20 && index < 30;
  const { spec } = made(days(60, gap), query);
  const layers: Line[] = JSON.parse(JSON.stringify(spec["layer"]));
  const average = layers.find(({ mark }) => mark.type === "line" && mark.strokeDash?.[0] === 7);
  const at = (index: number) => Date.UTC(2024, 0, index + 1);
  const places = average?.data.values.filter(({ y }) => y !== null).map(({ x }) => x) ?? [];
  assert.ok(places.includes(at(19)));
  for (const index of [30, 31, 32]) assert.ok(!places.includes(at(index)), `${index}`);
  assert.ok(places.includes(at(33)));
});
