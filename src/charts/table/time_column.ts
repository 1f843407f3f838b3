/** Interprets the times of a column as a whole: as local times of one place, in the order of the table. */

import { day, isCyclic } from "./calendar.ts";
import type { TimeReader } from "./time_reader.ts";

const offset = /([+-])(\d{2}):?(\d{2})$/;

/** Whether all times have a UTC offset, the same one except for daylight saving time. */
export function isOfOnePlace(texts: readonly string[]): boolean {
  const minutes = texts.map((text) => {
    const [, sign, hours, rest] = offset.exec(text) ?? [];
    return sign === undefined ? NaN : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(rest));
  });
  const least = minutes.reduce((least, one) => Math.min(least, one), Infinity);
  const most = minutes.reduce((most, one) => Math.max(most, one), -Infinity);
  return most - least <= 60;
}

/** Reads the local time and ignores the offset, so that no time moves to another day. */
export function onTheWall(reader: TimeReader): TimeReader {
  return { ...reader, read: (text) => reader.read(text.replace(offset, "")) };
}

/**
 * Months and hours are cyclic: if a table lists them from April to March, or from 22:00 to 02:00, those after the wrap
 * come later.
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
