/** Columns of different things on one axis, such as revenue and visitors: who leads among them says nothing. */

import { type Context, say } from "../context.ts";
import type { Page } from "../draw/sheet/page.ts";
import type { NumberColumn } from "../table/column.ts";
import type { Series } from "../values/named_series.ts";
import { noteSentence } from "./chart_warnings.ts";

/** From so many times the size on, the smaller one is a line on the floor. */
const farApart = 20;

/** Whether the series are columns that were put one under the other and differ widely in size. */
export function areUnlike({ roles: { group, second } }: Context, series: readonly Series[]): boolean {
  const made = [group, second].some((column) => column?.index === -1);
  const sizes = series.map(({ values }) => farthest(values)).filter((size) => size > 0);
  return made && sizes.length > 1 && Math.max(...sizes) > Math.min(...sizes) * farApart;
}

/** Whether columns cannot share an axis: they have different units, or differ widely in size. */
export function areUnlikeColumns(columns: readonly NumberColumn[]): boolean {
  const sizes = columns.map(({ least, most }) => Math.max(Math.abs(least), Math.abs(most)))
    .filter((size) => size > 0 && Number.isFinite(size));
  return new Set(columns.map(({ unit }) => unit)).size > 1 ||
    (sizes.length > 1 && Math.max(...sizes) > Math.min(...sizes) * farApart);
}

function farthest(values: Float64Array): number {
  return values.reduce((most, value) => Number.isNaN(value) ? most : Math.max(most, Math.abs(value)), 0);
}

/** Says that each has an axis of its own. */
export function ownScalesText(page: Page, names: readonly string[]): string {
  return say(page, {
    ja: `${names.join("・")}は単位または大きさが異なるため、それぞれの目盛で上下に並べました`,
    en: `${names.join(", ")} differ in unit or size, so that each is drawn on a scale of its own`,
  });
}

/** Says that the small ones can hardly be seen, also as a sentence of the summary. */
export function warnOfUnlike(context: Context, series: readonly Series[]): string[] {
  if (!areUnlike(context, series)) return [];
  const names = series.map(({ name }) => name).join(context.page.language === "ja" ? "・" : ", ");
  const text = say(context.page, {
    ja: `${names}は大きさが大きく異なり、1つの軸では小さい方の動きが見えません。1つずつ描くと読み取れます`,
    en:
      `${names} differ widely in size: on one axis the smaller ones look flat; draw them one by one to see them`,
  });
  context.warn(text);
  return [noteSentence(text, context.page.language)];
}
