import assert from "node:assert/strict";
import { parseData } from "../../../../src/charts/table/parse_data.ts";
import { understandTable } from "../../../../src/charts/table/understand_table.ts";
import { made } from "../made.ts";

function lengths(name: string, cells: readonly string[]): { unit: string; values: number[] } | string {
  const { columns: [column] } = understandTable(
    parseData(`${name},other\n${cells.map((cell) => `${cell},1`).join("\n")}`),
  );
  return column?.kind === "number" ? { unit: column.unit, values: [...column.values()] } : `${column?.kind}`;
}

Deno.test("lengths of time are numbers, in the unit that their longest can be read in", () => {
  assert.deepEqual(lengths("took", ["P0DT1H0M0S", "P0DT0H30M0S", "P0DT5H15M0S"]), {
    unit: "h",
    values: [1, 0.5, 5.25],
  });
  assert.deepEqual(lengths("took", ["0 days 00:01:30", "-1 days +23:59:00", "0 days 00:10:00"]), {
    unit: "min",
    values: [1.5, -1, 10],
  });
  assert.deepEqual(lengths("took", ["PT45S", "PT59.5S"]), { unit: "s", values: [45, 59.5] });
  assert.deepEqual(lengths("took", ["P3W", "P20D"]), { unit: "days", values: [21, 20] });
});

Deno.test("a time of the day is a length only where its column or its size says so", () => {
  assert.deepEqual(lengths("waiting_time", ["00:10:00", "00:20:30"]), { unit: "min", values: [10, 20.5] });
  assert.deepEqual(lengths("作業時間", ["01:30:00", "03:00:00"]), { unit: "h", values: [1.5, 3] });
  assert.deepEqual(lengths("span", ["26:00:00", "01:00:00"]), { unit: "h", values: [26, 1] });
  assert.equal(typeof lengths("opens", ["09:00:00", "10:30:00"]), "string");
  assert.equal(typeof lengths("time", ["09:00:00", "10:30:00"]), "string");
  assert.equal(typeof lengths("part", ["P1", "P2"]), "string");
  assert.equal(typeof lengths("part", ["P", "PT"]), "string");
});

Deno.test("a chart of lengths names their unit", () => {
  const { svg, summary } = made(
    "step,elapsed\nwash,P0DT0H20M0S\ndry,P0DT1H0M0S\n",
    "compare elapsed by step",
  );
  assert.match(summary, /the highest elapsed is 60 min \(dry\), the lowest 20 min \(wash\)/);
  assert.match(svg, /\(min\)/);
});
