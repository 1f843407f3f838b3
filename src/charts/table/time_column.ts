/** What the times of a column mean together: as clocks of one place, and in the order in which the table has them. */

import { day, isCyclic } from "./calendar.ts";
import type { TimeReader } from "./time_reader.ts";

const offset = /([+-])(\d{2}):?(\d{2})$/;

/** Whether all times are told with their distance from UTC, the same one but for summer time. */
export function isOfOnePlace(texts: readonly string[]): boolean {
  const minutes = texts.map((text) => {
    const [, sign, hours, rest] = offset.exec(text) ?? [];
    return sign === undefined ? NaN : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(rest));
  });
  const least = minutes.reduce((least, one) => Math.min(least, one), Infinity);
  const most = minutes.reduce((most, one) => Math.max(most, one), -Infinity);
  return most - least <= 60;
}

/** Reads what the clock on the wall said, so that a day stays that day. */
export function onTheWall(reader: TimeReader): TimeReader {
  return { ...reader, read: (text) => reader.read(text.replace(offset, "")) };
}

/**
 * Months and hours go round: where a table lists them from April to March, or from ten at night to two, the ones
 * after the turn are later.
 */
export function inOrder(reader: TimeReader, texts: readonly string[]): TimeReader {
  if (!isCyclic(reader.grain) || reader.grain === "step") return reader;
  const times = [...new Set(texts)].flatMap((text) => reader.read(text) ?? []);
  const [first] = times;
  const falls = times.filter((time, at) => at > 0 && time < (times[at - 1] ?? time)).length;
  const last = times.at(-1);
  if (first === undefined || last === undefined || falls !== 1 || last >= first) return reader;
  const turn = reader.grain === "hour_of_day" || reader.grain === "time_of_day" ? day : 365 * day;
  return {
    ...reader,
    read: (text) => {
      const time = reader.read(text);
      return time === null || time >= first ? time : time + turn;
    },
  };
}
