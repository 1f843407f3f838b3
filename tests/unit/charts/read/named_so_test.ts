/** Which of several columns a sentence names where they share words, letters or kinds of names. */

import assert from "node:assert/strict";
import { made } from "../made.ts";
import { csv } from "../tables.ts";

const rows = Array.from({ length: 48 }, (_, k) => k);

function mapped(data: string, query: string): unknown {
  return made(data, query).metadata["mapping"];
}

Deno.test("numbers that only tell rows apart are measured nowhere, however they are called so", () => {
  for (const name of ["会員ID", "会員Ｎｏ", "会員no.", "memberId", "memberNo", "member_id"]) {
    const data = csv(
      `${name},地域,年齢`,
      rows.map((k) => [7000 + (k * 11) % 48, ["北", "南", "西"][k % 5 % 3], 20 + (k * 7) % 45]),
    );
    assert.deepEqual(mapped(data, "会員の年齢の分布"), { x: "年齢", y: "count" }, name);
    assert.deepEqual(mapped(data, "地域ごとの会員数"), { x: "地域", y: "count" }, name);
  }
});

Deno.test("an index is a measure, and so is what only ends like a number of a thing", () => {
  for (const name of ["air_quality_index", "casino", "paid"]) {
    const data = csv(`town,${name}`, rows.map((k) => [["Ely", "Rye"][k % 2], 30 + (k * 7) % 41]));
    assert.deepEqual(mapped(data, `${name} by town`), { x: "town", y: name }, name);
  }
});

Deno.test("the column with most of the words is meant", () => {
  const data = csv(
    "battery_serial,battery_drain_rate_w,vendor",
    rows.map((k) => [(k * 31) % 977, 2 + (k * 13 % 29) / 10, ["Ono", "Eka"][k % 2]]),
  );
  assert.deepEqual(mapped(data, "how is the battery drain distributed?"), {
    x: "battery_drain_rate_w",
    y: "count",
  });
});

Deno.test("a letter behind the name of its column is a group, also where that ends in s", () => {
  const data = csv("class,mark", rows.map((k) => ["ABC"[k % 3], 40 + (k * 17) % 55]));
  for (
    const query of ["marks of class B", "distribution of marks in class B", "histogram of mark, class B only"]
  ) {
    const { metadata } = made(data, query);
    assert.match(JSON.stringify(metadata["warnings"]), /only rows with \\"B\\"/, query);
  }
  const { metadata } = made(data, "compare the distribution of marks between class A and class C");
  assert.match(JSON.stringify(metadata["warnings"]), /\\"A\\", \\"C\\"/);
});
