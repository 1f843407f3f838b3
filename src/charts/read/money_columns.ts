/** The column of amounts that is meant by words for money that comes in, where no column is called by them. */

import type { Column, NumberColumn } from "../table/column.ts";
import { isIdentifier } from "../table/table_shape.ts";
import { isAveraged } from "../values/aggregation_for.ts";
import { nameWords } from "./name_words.ts";

/** Neither a price of one piece nor a rate is among what they mean. */
const moneyWords =
  /売上高?|売り上げ|販売額|収入|収益|金額|(?<![a-z0-9])(?:sales?|revenues?|turnover|gmv|income|proceeds|takings|earnings|(?:order|basket|cart|deal) (?:values?|sizes?))(?![a-z0-9])|客単価|注文単価|稼[いぎぐ]|儲か|(?<![a-z0-9])(?:earn(?:s|ed)? the (?:most|least)(?: money)?|(?:most|least) money)(?![a-z0-9]| [a-z0-9])/;

/** What customers spend is what they pay, where nothing tells of costs. */
const spendWords = /(?<![a-z0-9])(?:spend(?:s|ing|ers?)?|spent)(?![a-z0-9])|(?:利用|支払い?|購入)金?額/;

/** Whether a sentence speaks of money that comes in, in other words than a column's. */
export function saysMoney(text: string): boolean {
  return moneyWords.test(text) || spendWords.test(text);
}

/** Finds the words by which a sentence does so. */
export function saidMoney(text: string): string {
  return (moneyWords.test(text) ? moneyWords : spendWords).source;
}

/** What one order brings in. */
export const orderValues = /\b(?:order|basket|cart|deal) (?:values?|sizes?)\b|客単価|注文単価/;

/** Names of amounts, the surest first. */
const amounts: readonly RegExp[] = [
  /\b(?:sales?|revenues?|rev|turnover|proceeds)\b|売上|売り上げ|収入|収益/,
  /\btotal (?:amount|amt|price|value)s?\b|\b(?:amount|amt|value)s? total\b|合計金額|総額|合計額/,
  /\b(?:order|basket|cart|deal|sale|purchase|invoice|contract|transaction|booking) values?\b/,
  /\b(?:amounts?|amt)\b|金額|(?:販売|受注|取引|請求|購入|注文|入金)額/,
  /^(?:(?:order|invoice|grand|net|gross|sub|line|bill|purchase) ?)*totals?(?: (?:usd|eur|jpy|yen|gbp))?$|^(?:合計|総計|小計)$/,
  /\b(?:paid|payments?|gross|subtotal)\b|支払額|入金/,
];

/** Amounts of other things: what is spent, given away or counted. */
const others =
  /\b(?:costs?|expenses?|discounts?|tax(?:es)?|fees?|refunds?|debts?|budgets?|targets?|units?|quantit(?:y|ies)|qty|counts?|dates?)\b|費|税|割引|値引|支出|歳出|返金|予算|目標|数量|件数|原価/;

/** The column of amounts that such words in a sentence mean; null where no column holds them. */
export function moneyColumn(text: string, columns: readonly Column[]): NumberColumn | null {
  // Of sales and revenue nobody says that they are spent.
  const patterns = moneyWords.test(text) ? amounts : amounts.slice(1);
  const numbers = columns.flatMap((column) =>
    column.kind === "number" && !isIdentifier(column) && !isRate(column) && !others.test(wordsOf(column))
      ? [column]
      : []
  );
  for (const pattern of patterns) {
    const found = numbers.find((column) => pattern.test(wordsOf(column)));
    if (found !== undefined) return found;
  }
  return null;
}

/** A total price is added up, that of one piece is not. */
function isRate(column: NumberColumn): boolean {
  return isAveraged(column) && !/\btotal price/.test(wordsOf(column));
}

function wordsOf({ name }: Column): string {
  return nameWords(name).join(" ");
}
