/**
 * Columns of durations, read as numbers: ISO 8601 (PT1H30M), pandas (1 days 02:00:00), and 01:30:00 if it is not a time
 * of day.
 */

// @ts-types="@types/d3-array"
import { max } from "d3-array";
import type { Cell } from "./raw_table.ts";

/** How the cells of a column become numbers; NaN for what is none. */
export interface Numbers {
  readonly unit: string;
  readonly toNumber: (cell: Cell) => number;
}

export function durationsIn(name: string, texts: readonly string[]): Numbers | null {
  // Most columns hold no durations, which their first cells show.
  if (texts.slice(0, 20).every((text) => secondsOf(text) === null)) return null;
  const lengths = texts.map(secondsOf).filter((length) => length !== null);
  if (texts.length - lengths.length > texts.length * tolerated) return null;
  const isClock = texts.every((text) => clock.test(text.trim()));
  // 25:10:00 cannot be a time of day.
  if (isClock && !lasting.test(name) && !lengths.some((length) => length >= 86_400)) return null;
  const { unit, size } = unitFor(max(lengths, Math.abs) ?? 0);
  return { unit, toNumber: (cell) => (secondsOf(String(cell ?? "")) ?? NaN) / size };
}

/** The share of cells that may be something else. */
const tolerated = 0.1;

/** Names of columns in which 01:30:00 is a duration, not a time of day. */
const lasting =
  /durat|elapsed|latenc|\blaps?\b|\bsplits?\b|\bwait|\btime[\s_-]?(?:taken|spent|to\b)|(?:response|lead|cycle|processing|handling|finish|race|lap|split|travel|play|wait(?:ing)?|run|work(?:ing)?|total|net|chip)[\s_-]?times?\b|所要|経過|(?:処理|作業|滞在|待ち|移動|再生|通話|稼働|勤務|労働|残業|学習|視聴|睡眠|応答|走行)時間|タイム$/i;

const iso = /^([-+−]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
/** pandas writes negative durations as negative days and a positive time: -1 days +23:00:00. */
const days = /^(-?\d+) days?,?(?: \+?(\d{1,2}):(\d{2}):(\d{2}(?:\.\d+)?))?$/;
const clock = /^(-?)(\d{1,4}):(\d{2}):(\d{2}(?:\.\d+)?)$/;

/** Null if a text is not a duration. */
function secondsOf(text: string): number | null {
  const trimmed = text.trim();
  const [, isoSign, ...parts] = iso.exec(trimmed) ?? [];
  if (isoSign !== undefined && /\d/.test(trimmed)) {
    const sizes = [604_800, 86_400, 3600, 60, 1];
    const length = sizes.reduce((sum, size, at) => sum + Number(parts[at] ?? 0) * size, 0);
    return isoSign === "" || isoSign === "+" ? length : -length;
  }
  const [, whole, ...rest] = days.exec(trimmed) ?? [];
  if (whole !== undefined) return Number(whole) * 86_400 + ofClock(rest);
  const [, sign, ...times] = clock.exec(trimmed) ?? [];
  if (sign === undefined || Number(times[1]) > 59 || Number(times[2]) >= 60) return null;
  return sign === "" ? ofClock(times) : -ofClock(times);
}

function ofClock([hours = "0", minutes = "0", seconds = "0"]: readonly string[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** The unit in which the longest duration is easy to read. */
function unitFor(longest: number): { readonly unit: string; readonly size: number } {
  if (longest >= 10 * 86_400) return { unit: "days", size: 86_400 };
  if (longest >= 2 * 3600) return { unit: "h", size: 3600 };
  return longest >= 120 ? { unit: "min", size: 60 } : { unit: "s", size: 1 };
}
