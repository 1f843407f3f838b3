/** The ticks of axes stand where Plotly has them, and say what it says there. */

import assert from "node:assert/strict";
import { isRecord, type JsonRecord } from "../../../../src/base/json.ts";
import { recordsWith, specOf } from "./figure_spec.ts";

/** What stands at the ticks of an axis, lines parted by a stroke. */
function ticksOf(data: readonly JsonRecord[], layout: JsonRecord = {}, id = "x"): string[] {
  const found = [...recordsWith(specOf(data, layout), "name", "values")].find(({ name }) =>
    name === `ticks_${id}`
  );
  const values = found?.["values"];
  return (Array.isArray(values) ? values : []).map((tick: unknown) => {
    const text = isRecord(tick) ? tick["text"] : undefined;
    return Array.isArray(text) ? text.join("/") : String(text);
  });
}

const line = (x: readonly unknown[], y: readonly number[] = x.map((_, index) => index)) => ({
  x,
  y,
  mode: "lines",
});

Deno.test("axes of dates name the year or the day at the first tick and where it changes", () => {
  assert.deepEqual(ticksOf([line(["2023-12-20", "2024-01-24"])]), [
    "Dec 24/2023",
    "Dec 31",
    "Jan 7/2024",
    "Jan 14",
    "Jan 21",
  ]);
  assert.deepEqual(ticksOf([line(["2024-03-31 20:00", "2024-04-01 02:30"])]), [
    "20:00/Mar 31, 2024",
    "21:00",
    "22:00",
    "23:00",
    "00:00/Apr 1, 2024",
    "01:00",
    "02:00",
  ]);
  assert.deepEqual(ticksOf([line(["2024-03-31 22:59:58", "2024-03-31 22:59:59.25"])]).slice(0, 3), [
    "22:59:58/Mar 31, 2024",
    "22:59:58.2",
    "22:59:58.4",
  ]);
  assert.deepEqual(ticksOf([line(["2018-01-10", "2020-12-20"])]).slice(0, 3), [
    "Jul 2018",
    "Jan 2019",
    "Jul 2019",
  ]);
  assert.deepEqual(ticksOf([line(["2010-01-10", "2019-12-20"])]), ["2012", "2014", "2016", "2018"]);
});

Deno.test("no tick stands where the data have nothing", () => {
  const months = ["2024-01-01", "2024-02-01", "2024-03-01"];
  const named = ["Jan 2024", "Feb 2024", "Mar 2024"];
  assert.deepEqual(ticksOf([{ type: "bar", x: months, y: [1, 2, 3] }]), named);
  assert.deepEqual(ticksOf([line(months)]), named);
  assert.deepEqual(ticksOf([line(["2024-01-05", "2024-01-06", "2024-01-07"])]), [
    "Jan 5/2024",
    "Jan 6",
    "Jan 7",
  ]);
  assert.deepEqual(ticksOf([line(["2022-01-01", "2023-01-01"])]), ["2022", "2023"]);
  assert.deepEqual(ticksOf([line([2019, 2020, 2021])]), ["2019", "2020", "2021"]);
  assert.deepEqual(ticksOf([{ type: "bar", x: [1, 4, 7], y: [1, 2, 3] }]), ["1", "4", "7"]);
  const bars = (x: readonly string[]) => ticksOf([{ type: "bar", x, y: x.map(() => 1) }]);
  assert.deepEqual(bars(["2024-01-31", "2024-02-29", "2024-03-31"]), ["Jan 31/2024", "Feb 29", "Mar 31"]);
  const mondays = Array.from(
    { length: 12 },
    (_, k) => new Date(Date.UTC(2024, 0, 1 + 7 * k)).toISOString().slice(0, 10),
  );
  assert.deepEqual(bars(mondays).slice(0, 3), ["Jan 1/2024", "Jan 15", "Jan 29"]);
  assert.deepEqual(ticksOf([line([0, 1])]).slice(0, 3), ["0", "0.2", "0.4"], "of other numbers, as anywhere");
});

Deno.test("ticks are written in the format of the figure, whatever letters it has", () => {
  const months = ["2024-01-01", "2024-02-01"];
  assert.deepEqual(ticksOf([line(months)], { xaxis: { tickformat: "%Y年%-m月" } }), [
    "2024年1月",
    "2024年2月",
  ]);
  const yaxis = { tickformat: ",.0f", ticksuffix: "万円", tickprefix: "約", title: { text: "売上" } };
  const data = [line([1, 2], [1_000, 3_000])];
  assert.deepEqual(ticksOf(data, { yaxis }, "y").slice(0, 2), ["約1,000万円", "約1,500万円"]);
  const titles = [...recordsWith(specOf(data, { yaxis }), "title", "orient")].map(({ title }) => title);
  assert.deepEqual(titles, [[], ["売上"]], "the unit stands at the numbers alone");
  assert.deepEqual(ticksOf([line([1, 2], [1, 5])], { yaxis: { tickformat: ".0f" } }, "y"), [
    "1",
    "2",
    "3",
    "4",
    "5",
  ]);
});

Deno.test("large numbers of an axis have the letter of one power", () => {
  const of = (most: number) => ticksOf([line([1, 2], [0, most])], {}, "y");
  assert.deepEqual(of(20_000).slice(0, 3), ["0", "5k", "10k"]);
  assert.deepEqual(of(1_200_000).slice(0, 3), ["0", "0.2M", "0.4M"]);
  assert.deepEqual(of(0.3), ["0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3"]);
  assert.deepEqual(ticksOf([line([1, 2], [-20_000, 0])], {}, "y")[0], "−20k");
});

Deno.test("an axis of logarithms has its powers, and what lies between few of them", () => {
  const of = (from: number, to: number) =>
    ticksOf([line([1, 2], [from, to])], { yaxis: { type: "log", range: [from, to].map(Math.log10) } }, "y");
  assert.deepEqual(of(1, 1e8), ["1", "10", "100", "1000", "10k", "100k", "1M", "10M", "100M"]);
  assert.deepEqual(of(1, 1_000), ["1", "2", "5", "10", "20", "50", "100", "200", "500", "1000"]);
  assert.deepEqual(of(20, 60), ["20", "25", "30", "35", "40", "45", "50", "55", "60"]);
});

Deno.test("ticks stand as dtick, tick0, tickvals and nticks ask for", () => {
  const xaxis = (more: JsonRecord) => ({ xaxis: more });
  assert.deepEqual(ticksOf([line([0, 10])], xaxis({ dtick: 4, tick0: 1 })), ["1", "5", "9"]);
  const year = [line(["2024-01-01", "2024-12-01"])];
  assert.deepEqual(ticksOf(year, xaxis({ dtick: "M3" })), ["Jan 2024", "Apr 2024", "Jul 2024", "Oct 2024"]);
  assert.deepEqual(ticksOf(year, xaxis({ dtick: "M6", tick0: "2024-01-31" })), ["Jan 31/2024", "Jul 31"]);
  assert.deepEqual(ticksOf([line([0, 10])], xaxis({ nticks: 3 })), ["0", "5", "10"]);
  assert.deepEqual(ticksOf([line([0, 10])], xaxis({ tickvals: [2, 7.25, 99] })), ["2", "7.25"]);
  const bar = { type: "bar", x: ["a", "b", "c"], y: [1, 2, 3] };
  const listed = { tickvals: ["a", 2], ticktext: ["first", "<b>last</b>"] };
  assert.deepEqual(ticksOf([bar], xaxis(listed)), ["first", "last"]);
  assert.ok(ticksOf([line([0, 1e9])], xaxis({ dtick: 1 })).length < 20, "not without end");
});

Deno.test("names are written in lines without their tags, and keep their ends where they are cut", () => {
  const names = ["North<br>region", "<i>South</i> &amp; West"];
  assert.deepEqual(ticksOf([{ type: "bar", x: names, y: [1, 2] }]), ["North/region", "South & West"]);
  const long = Array.from(
    { length: 30 },
    (_, k) => `A category of which the name is very much longer than most, ${k}`,
  );
  const cut = ticksOf([{ type: "bar", x: long, y: long.map((_, k) => k) }]);
  assert.equal(new Set(cut).size, 30);
  assert.match(cut[29] ?? "", /^A category .*….*29$/);
});

Deno.test("texts at ticks are turned where they would lie on each other, or as tickangle says", () => {
  const angle = (x: readonly string[], xaxis: JsonRecord = {}) => {
    const spec = specOf([{ type: "bar", x, y: x.map((_, index) => index) }], { xaxis });
    const marks = [...recordsWith(spec, "type", "from", "encode")];
    const mark = marks.find(({ from }) => isRecord(from) && from["data"] === "ticks_x");
    return [...recordsWith(mark, "lineHeight", "angle")].map((look) =>
      isRecord(look["angle"]) && look["angle"]["value"]
    );
  };
  assert.deepEqual(angle(["a", "b"]), [0]);
  const long = Array.from({ length: 8 }, (_, k) => `a rather long name ${k}`);
  assert.deepEqual(angle(long), [30]);
  assert.deepEqual(
    angle([...long, ...long.map((name) => `${name} again`), "x", "y", "z", "w", "v", "u", "t", "s", "r"]),
    [45],
  );
  assert.deepEqual(angle(["a", "b"], { tickangle: -60 }), [-60]);
});

Deno.test("names of periods stand in the middle of them, also of one that began before the axis", () => {
  const labels = (xaxis: JsonRecord) => {
    const days = ["2023-01-03", "2023-02-10", "2023-03-31"];
    const spec = specOf([{ mode: "lines", x: days, y: [1, 2, 3] }], { xaxis });
    const data = [...recordsWith(spec, "name", "values")].find(({ name }) => name === "ticks_x");
    return [...recordsWith(data, "at", "text")].map(({ at, text }) => [
      new Date(Number(at)).toISOString().slice(0, 10),
      text,
    ]);
  };
  const months = { dtick: "M1", tickformat: "%b\n%Y" };
  assert.deepEqual(labels({ ...months, ticklabelmode: "period" }), [
    ["2023-01-16", ["Jan", "2023"]],
    ["2023-02-15", ["Feb"]],
    ["2023-03-16", ["Mar"]],
  ]);
  assert.deepEqual(labels(months).map(([at]) => at), ["2023-02-01", "2023-03-01"]);
  // A name of a month at the beginning of three of them is not that of the middle one.
  assert.deepEqual(labels({ ...months, dtick: "M3", ticklabelmode: "period" }), [
    ["2023-01-16", ["Jan", "2023"]],
  ]);
});
