/**
 * What a bound is of that stands without a column: the one number that the sentence measures, where its unit fits and
 * the bound is on rows: 「家賃の分布、20万円以上の物件は除く」, "bookings by rep, only those above 100k".
 */

import type { Column, NumberColumn } from "../table/column.ts";
import { escaped } from "./escaped.ts";
import { measureWords } from "../table/numbered_names.ts";
import { onlyNumber } from "./measure_kinds.ts";
import type { Mention } from "./mentioned_columns.ts";
import { boundOf } from "./number_bound.ts";
import { saidCondition } from "./number_forms.ts";
import { saidNumber } from "./said_number.ts";

interface Given {
  readonly before: string;
  readonly behind: string;
  readonly mentions: readonly Mention[];
  /** Those of columns that can be compared with a number. */
  readonly numbers: readonly Mention[];
  readonly columns: readonly Column[];
}

/** Null where several columns may be meant, or rather groups than rows. */
export function meantMeasure(found: string, given: Given): NumberColumn | null {
  const { numbers, mentions, columns } = given;
  const named = numbers.flatMap(({ column, grouped }) =>
    column.kind === "number" && !grouped ? [column] : []
  );
  const [only] = named;
  const column = named.length === 1 && only !== undefined
    ? only
    : mentions.some((mention) => mention.column.kind === "number")
    ? null
    : onlyNumber(columns);
  const { body } = saidCondition(found);
  const fit = column === null ? "other" : unitFit(body, column);
  if (column === null || fit === "other" || !isOfRows(found, { ...given, fit })) return null;
  const keeps = boundOf(column, body)?.keeps;
  const values = [...column.values()].filter((value) => !Number.isNaN(value));
  // A bound that all or none keep is rather one of something else.
  return keeps !== undefined && values.some(keeps) && !values.every(keeps) ? column : null;
}

const moneySaid = /[$€£¥]|円|ドル|ユーロ|\b(?:usd|eur|gbp|jpy|yen|dollars?|euros?|pounds?)\b/i;
const moneyNames =
  /円|金|額|売上|売り上げ|収[入益支]|費|料|価格|単価|年収|月収|給|家賃|賃|利益|粗利|コスト|予算|ドル|(?<![a-z])(?:usd|eur|gbp|jpy|yen|amounts?|amt|prices?|costs?|sales?|revenues?|salar(?:y|ies)|wages?|incomes?|spend(?:ing)?|profits?|fees?|rents?|budgets?|bookings?|fares?|bills?|values?|totals?|paid|payments?)(?![a-z])/i;
const year = /(?<![\d.,])(?:19|20)\d{2}(?![\d.,])/;

/** Whether a number has a unit that the column is told in, none at all, or one of something else. */
function unitFit(body: string, { name, unit }: NumberColumn): "own" | "none" | "other" {
  const plain = name.normalize("NFKC").replaceAll("_", " ");
  if (moneySaid.test(body)) return /^[¥$€£₩]$/.test(unit) || moneyNames.test(plain) ? "own" : "other";
  const [, said] = new RegExp(`${saidNumber}\\s?(${measureWords})(?![a-z])`, "i").exec(body) ?? [];
  if (said === undefined || /^[kmb]$/i.test(said)) return year.test(body) ? "other" : "none";
  const isOwn = said === unit ||
    new RegExp(`(?<![a-z])${escaped(said)}(?![a-z])`, "i").test(plain.replaceAll(/[一-龠ァ-ヶ]/g, "$& ")) ||
    (/[^ -~]/.test(said) && plain.includes(said));
  return isOwn ? "own" : "other";
}

/** Words that speak of the values themselves, whatever they are grouped by. */
const values =
  /分布|ばらつ|バラつ|散らば|箱ひげ|ヒストグラム|外れ値|\b(?:distribution|histogram|spread|box|outliers?)\b/i;

/** Words before a bound that say that it picks rows. */
const picked =
  /(?:\b(?:only|just)(?: (?:the )?(?:those|ones|values|rows|records))?|\b(?:those|ones|values|rows|records)(?: (?:that are|which are|with(?: values)?))?) $/i;

function isOfRows(
  found: string,
  { before, behind, mentions, fit }: Given & { readonly fit: "own" | "none" },
): boolean {
  const groups = mentions.flatMap(({ column, words }) =>
    column.kind === "category" ? [{ column, words }] : []
  );
  const areSingle = groups.every(({ column }) => column.distinct === column.values().codes.length);
  const isGroup = (text: string) => groups.some(({ words }) => new RegExp(`(?:${words}) $`, "i").test(text));
  const { leavesOut, things } = saidCondition(found);
  // The pattern takes the の of a のみ for its own.
  const after = `${/の$/.test(found) ? "の" : ""}${behind}`;
  const isPicked = leavesOut || /^(?:の(?:もの|データ|値|行))?(?:のみ|だけ|に限|に絞|を対象)/.test(after) ||
    picked.test(before) || /^ only\b/i.test(behind);
  const isOfThings = fit === "own" &&
    (/^の(?![日月年週])[一-龠ァ-ヶー]/.test(after) ||
      (/\b[a-z]+s (?:(?:of|worth|with) )?$/i.test(before) && !isGroup(before)));
  if (!isPicked && !isOfThings) return false;
  // "Those" of groups with many rows each may be the groups.
  return areSingle || isOfThings || values.test(before + behind) ||
    (leavesOut && fit === "own" && things !== "");
}
