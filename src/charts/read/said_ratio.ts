/** One column divided by another, as a sentence asks for it: "revenue per employee", 「従業員一人当たりの売上」. */

import type { Column, NumberColumn } from "../table/column.ts";
import { once } from "../table/number_cells.ts";
import { isIdentifier } from "../table/table_shape.ts";
import { isAveraged } from "../values/aggregation_for.ts";
import { type Mention, mentionedColumns } from "./mentioned_columns.ts";
import { moneyColumn } from "./money_columns.ts";
import { plain } from "./plain.ts";

export interface WithRatio {
  readonly columns: readonly Column[];
  /** The sentence, in which the ratio stands by its name. */
  readonly query: string;
}

/** The columns with one for the ratio; as they are where the sentence asks for none, or a column holds it already. */
export function withRatio(columns: readonly Column[], query: string): WithRatio {
  const text = plain(query);
  const { mentions } = mentionedColumns(query, columns);
  if (mentions.some(({ column, by }) => by === "name" && isRatio(column))) return { columns, query };
  const found = saidRatio(text, { columns, mentions });
  if (found === null) return { columns, query };
  const ratio = ratioOf(found.of, found.to);
  return {
    columns: [...columns, ratio],
    query: text.replace(found.said, ` ${ratio.name.replaceAll(/(?<=[ -~]) \/ (?=[ -~])/g, " ")} `),
  };
}

function isRatio({ name }: Column): boolean {
  return /(?:^|[_\s])per(?:$|[_\s])|[あ当]たり|単価|率/i.test(name);
}

interface Ratio {
  readonly of: NumberColumn;
  readonly to: NumberColumn;
  /** The words that ask for it. */
  readonly said: RegExp;
}

interface Given {
  readonly columns: readonly Column[];
  readonly mentions: readonly Mention[];
}

function saidRatio(text: string, { columns, mentions }: Given): Ratio | null {
  const numbers = mentions.flatMap((mention) =>
    mention.column.kind === "number" && !isIdentifier(mention.column)
      ? [{ ...mention, column: mention.column }]
      : []
  );
  const divisors = [
    ...numbers.filter(isOwnCount).map(({ column, words }) => ({ column, words })),
    ...usualDivisors(columns),
  ];
  for (const of of numbers) {
    for (const to of numbers) {
      const said = new RegExp(divisionOf(of.words, to.words));
      if (of !== to && said.test(text)) return { of: of.column, to: to.column, said };
    }
    for (const to of divisors) {
      const said = new RegExp(oneEach(of.words, to.words));
      if (of.column !== to.column && said.test(text) && isDivided(of.column, to.column)) {
        return { of: of.column, to: to.column, said };
      }
    }
  }
  return spentByOne(text, columns);
}

/** The ways to say outright that the one is divided by the other. */
function divisionOf(of: string, to: string): string {
  return [
    `ratio of (?:the )?(?:${of}) to (?:the )?(?:${to})`,
    `(?:${of})[ -]?to[ -](?:${to}) ratio`,
    `(?:${of}) divided by (?:the )?(?:${to})`,
    `(?:${of})\\s?÷\\s?(?:${to})`,
    `(?:${of})を(?:${to})で割(?:った(?:値|もの)?|る)`,
    `(?:${to})に対する(?:${of})の(?:比率?|割合)`,
  ].join("|");
}

/** The ways to tell of the one for each of the other. */
function oneEach(of: string, to: string): string {
  const one = "(?:\\s?[1一](?:人|名|件|台|個|回|枚|本|社|店舗?|世帯|戸|部屋|室|坪)?)?";
  return [
    `(?:${of})[ -](?:per|for every) (?:single |each |one )?(?:${to})`,
    `(?:${to})${one}(?:あ|当)たりの?(?:平均)?(?:${of})`,
    `(?:${of})の?(?:${to})${one}(?:あ|当)たり`,
  ].join("|");
}

/** Whether the words are for what the column counts: of customer_visits a customer is none. */
function isOwnCount({ column, by }: Mention): boolean {
  const name = plain(column.name).replaceAll(/[(\[【].*?[)\]】]/g, "").replaceAll(/[_\s.-]+/g, " ").trim();
  const isCount = /数$|人口|世帯|人員|面積|量$/.test(name) ||
    /(?:s|people|staff|population|headcount|capacity|area|quantity|qty|volume|count|total)$/.test(name);
  return isCount && (by !== "part" || /[^ -~]/.test(name) ||
    /^(?:num|n|no|number of|total) |(?: (?:count|total|number))$/.test(name));
}

/** What things are told per one of without a word that names the column. */
const usual: readonly (readonly [words: string, names: RegExp])[] = [
  [
    "capita|head|person",
    /^(?:population|people|persons|head ?count|employees|人口|人数|従業員数|社員数|職員数)$/,
  ],
  ["[1一]人|[1一]名", /^(?:population|head ?count|employees|人口|総?人数|従業員数|社員数|職員数)$/],
  ["unit|piece|item", /^(?:units?(?: sold)?|quantity|qty|pieces|items|数量|個数|販売数)$/],
  ["[1一]個", /^(?:数量|個数|販売数|生産数|units?|quantity|qty)$/],
  [
    "square (?:met(?:er|re)|foot|feet)|sq\\.? ?(?:m|ft)|sqm|sqft|m2|m²|平米|㎡|坪",
    /^(?:(?:floor |sales |store )?area|sqm|sqft|square (?:met(?:er|re)s|feet)|floor space|[一-龠]*面積|坪数)/,
  ],
];

function usualDivisors(
  columns: readonly Column[],
): { readonly column: NumberColumn; readonly words: string }[] {
  return usual.flatMap(([words, names]) => {
    const found = columns.flatMap((column) =>
      column.kind === "number" && names.test(plain(column.name).replaceAll(/[_\s.-]+/g, " ").trim())
        ? [column]
        : []
    );
    const [only] = found;
    return only === undefined || found.length > 1 ? [] : [{ column: only, words: `(?:${words})(?![a-z])` }];
  });
}

/** 客単価, which is money by customers. */
function spentByOne(text: string, columns: readonly Column[]): Ratio | null {
  const of = moneyColumn(text, columns);
  const to = columns.find(({ kind, name }) =>
    kind === "number" &&
    /^(?:来?客|来店客?|顧客|利用者|来店者|来場者|購入者)数$|^(?:customers|visitors)$/i.test(name)
  );
  if (of === null || to?.kind !== "number" || !text.includes("客単価")) return null;
  return { of, to, said: /客単価/ };
}

/** Prices per number of rooms are rather those of homes with so many: few numbers are groups of what is not added up. */
function isDivided(of: NumberColumn, to: NumberColumn): boolean {
  const areGroups = to.distinct <= mostGroups && to.distinct * 2 <= to.values().length;
  return !isAveraged(to) && !(isAveraged(of) && areGroups);
}

const mostGroups = 20;

function ratioOf(of: NumberColumn, to: NumberColumn): NumberColumn {
  const values = once(() => {
    const divisors = to.values();
    return of.values().map((value, row) => divisors[row] === 0 ? NaN : value / (divisors[row] ?? NaN));
  });
  const known = values().filter((value) => !Number.isNaN(value));
  return {
    index: -8,
    name: `${of.name} / ${to.name}`,
    distinct: new Set(known).size,
    missing: 1 - known.length / Math.max(1, values().length),
    kind: "number",
    unit: /^[¥$€£₩]$/.test(of.unit) ? of.unit : "",
    integer: false,
    least: known.reduce((least, value) => Math.min(least, value), Infinity),
    most: known.reduce((most, value) => Math.max(most, value), -Infinity),
    ratio: { of: of.name, to: to.name, divisors: to.values },
    values,
  };
}
