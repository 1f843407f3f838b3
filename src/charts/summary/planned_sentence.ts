/** Where more came of a plan than was planned: the answer to who is over budget. */

import { type Context, say } from "../context.ts";
import { isPlan } from "../read/plan_and_actual.ts";
import { listed } from "./text/listed.ts";
import type { GroupMatrix } from "../values/group_matrix.ts";

const mostNamed = 8;

/** Empty where the bars are no plan and what came of it. */
export function plannedSentence(
  { page, roles: { second } }: Context,
  { names, series }: GroupMatrix,
): string {
  const [planned, actual] = series.toSorted((a, b) => Number(isPlan(b.name)) - Number(isPlan(a.name)));
  if (
    second?.index !== -1 || series.length !== 2 || planned === undefined || actual === undefined ||
    !isPlan(planned.name) || isPlan(actual.name)
  ) return "";
  const over = names.filter((_, at) => (actual.values[at] ?? NaN) > (planned.values[at] ?? NaN));
  if (over.length === 0) {
    return say(page, {
      ja: `${actual.name}が${planned.name}を上回るものはありません。`,
      en: `${actual.name} is above ${planned.name} nowhere.`,
    });
  }
  const which = over.length > mostNamed
    ? { ja: listed(over, "ja"), en: listed(over, "en") }
    : { ja: over.join("、"), en: over.join(", ") };
  return say(page, {
    ja: `${actual.name}が${planned.name}を上回るのは${which.ja}です（${names.length}件中${over.length}件）。`,
    en: `${actual.name} is above ${planned.name} in ${over.length} of ${names.length}: ${which.en}.`,
  });
}
