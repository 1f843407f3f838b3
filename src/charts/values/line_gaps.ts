/**
 * Where lines over time are broken. A row without a value is a gap, and so is a stretch of rows that is missing from a
 * rhythm; any other time at which a series has no row is none: it may only be a time of another series.
 *
 * What is drawn and what is said of it come from the same finding.
 */

import { type Context, say } from "../context.ts";
import { formatTime } from "../summary/text/format_time.ts";
import { listed } from "../summary/text/listed.ts";
import type { TimeSeries } from "./time_series.ts";

/** What a line does where a row has no value. */
type Course =
  | "broken"
  | "joined"
  /** The line begins later or ends before. */
  | "outside"
  /** The line goes on, as a sum that nothing is added to. */
  | "added";

export interface Gaps {
  /** Positions of values that are not there, one in each gap that breaks the line. */
  readonly breaks: ReadonlySet<number>;
  /** The course of the line at each place that has no value of its own. */
  readonly courses: ReadonlyMap<number, Course>;
}

export function gapsOf(values: Float64Array, empty: ReadonlySet<number>): Gaps {
  if (empty.size === 0) return { breaks: new Set(), courses: new Map() };
  const present = Array.from(values.keys()).filter((at) => !Number.isNaN(values[at] ?? NaN));
  const steps = present.slice(1).map((to, index) => ({ from: present[index] ?? 0, to }));
  const wide = brokenSteps(steps, empty);
  const [first = Infinity, last = -Infinity] = [present[0], present.at(-1)];
  const broken = new Set(wide.flatMap((step) => emptyIn(step, empty)));
  const courseAt = (at: number): Course => {
    if (!Number.isNaN(values[at] ?? NaN)) return "added";
    if (at < first || at > last) return "outside";
    return broken.has(at) ? "broken" : "joined";
  };
  return {
    breaks: new Set(wide.flatMap((step) => emptyIn(step, empty).slice(0, 1))),
    courses: new Map([...empty].toSorted((a, b) => a - b).map((at) => [at, courseAt(at)])),
  };
}

/** From one value to the next, by their positions. */
interface Step {
  readonly from: number;
  readonly to: number;
}

function brokenSteps(steps: readonly Step[], empty: ReadonlySet<number>): Step[] {
  const lengths = steps.map(({ from, to }) => to - from).toSorted((a, b) => a - b);
  // What has a value at every third time only, such as quarters among months, is whole.
  const usual = steps.length < 2 ? 1 : lengths[Math.floor((lengths.length - 1) / 2)] ?? 1;
  const wide = steps.filter((step) => step.to - step.from > usual && emptyIn(step, empty).length > 0);
  // A line that is more gap than line says nothing; it is drawn through, as one of scattered times.
  return wide.length > Math.max(2, steps.length / 3) ? [] : wide;
}

/** The empty places between two values. */
function emptyIn({ from, to }: Step, empty: ReadonlySet<number>): number[] {
  return Array.from({ length: to - from - 1 }, (_, index) => from + 1 + index).filter((at) => empty.has(at));
}

/** Says that values are missing, and what the lines do there. */
export function warnOfGaps({ page, warn }: Context, name: string, data: TimeSeries): void {
  const found = data.series.flatMap(({ values }, index) => [
    ...gapsOf(values, data.empty[index] ?? new Set()).courses,
  ]);
  if (found.length === 0) return;
  const timesOf = (places: readonly (readonly [number, Course])[]) => {
    const sorted = [...new Set(places.map(([at]) => at))].toSorted((a, b) => a - b);
    return listed(
      sorted.map((at) => formatTime(data.times[at] ?? 0, data.grain, page.language)),
      page.language,
    );
  };
  const courses = new Map(
    courseOrder.map((course) => [course, found.filter(([, one]) => one === course)] as const)
      .filter(([, places]) => places.length > 0),
  );
  const told = [...courses.keys()].map((course) => courseTexts[course]);
  const parts = courses.size === 1
    ? told.map(({ all }) => all)
    : [...courses.values()].map((places, index) => told[index]?.at(timesOf(places)) ?? { ja: "", en: "" });
  const [quoted, where, count] = [JSON.stringify(name), timesOf(found), found.length];
  const texts = { ja: parts.map(({ ja }) => ja).join("、"), en: parts.map(({ en }) => en).join(", ") };
  warn(say(page, {
    ja: `${quoted}の値が${count}個ありません（${where}）${texts.ja === "" ? "" : `。${texts.ja}`}`,
    en: `${quoted} lacks ${count} ${count === 1 ? "value" : "values"} (${where})${
      texts.en === "" ? "" : `: ${texts.en}`
    }`,
  }));
}

interface Texts {
  readonly ja: string;
  readonly en: string;
}

const courseOrder = ["broken", "joined", "added", "outside"] as const;

/** What is said of a course: where it is that of all gaps, and where others have another. */
const courseTexts: Readonly<
  Record<Course, { readonly all: Texts; readonly at: (times: string) => Texts }>
> = {
  broken: {
    all: { ja: "線はそこで途切れます", en: "lines are broken there" },
    at: (times) => ({ ja: `線は${times}で途切れます`, en: `lines are broken at ${times}` }),
  },
  joined: {
    all: { ja: "線は前後の値を結んでいます", en: "lines join the values around them" },
    at: (times) => ({
      ja: `${times}では前後の値を結んでいます`,
      en: `lines join the values around ${times}`,
    }),
  },
  added: {
    all: { ja: "累計では0として扱いました", en: "nothing is added there" },
    at: (times) => ({ ja: `${times}は0として累計しました`, en: `nothing is added at ${times}` }),
  },
  outside: {
    all: { ja: "", en: "" },
    at: (times) => ({ ja: `${times}に線はありません`, en: `there is no line at ${times}` }),
  },
};
