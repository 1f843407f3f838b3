/** Names of times below bars in few letters. */

const japaneseDay = /^(\d{4})年(\d{1,2})月(\d{1,2})日(?:の週)?$/;
const englishDay = /^(?:week of )?([A-Z][a-z]{2} \d{1,2}), (\d{4})$/;

interface Day {
  readonly year: number;
  readonly withYear: string;
  readonly alone: string;
}

/** 2023年第1四半期 as 2023年Q1. */
export function shortQuarter(name: string): string {
  return name.replace(/第([1-4])四半期$/, "Q$1");
}

/** Days and weeks in their order as their dates, with the year where it begins; other names as they are. */
export function shortDays(names: readonly string[]): readonly string[] {
  const days = names.map(dayOf);
  const known = days.filter((one) => one !== null);
  const rises = known.every((one, at) => at === 0 || one.year >= (known[at - 1]?.year ?? 0));
  if (known.length < names.length || !rises) return names;
  return known.map((one, at) => one.year === known[at - 1]?.year ? one.alone : one.withYear);
}

function dayOf(name: string): Day | null {
  const japanese = japaneseDay.exec(name);
  if (japanese !== null) {
    const [, year, month, date] = japanese;
    return { year: Number(year), withYear: `${year}/${month}/${date}`, alone: `${month}/${date}` };
  }
  const [, alone, year] = englishDay.exec(name) ?? [];
  return alone === undefined ? null : { year: Number(year), withYear: `${alone}, ${year}`, alone };
}
