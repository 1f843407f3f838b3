/**
 * What the words of a sentence say about a chart. The words of each language are data (`en.ts`, `ja.ts`); the reader
 * knows only the senses.
 */

import type { Aggregate, ChartLine, TimeUnit } from "../../base/chart_spec.ts";

export type ChartWord = "line" | "bar" | "histogram" | "scatter" | "box" | "heatmap" | "area" | "pie";

/** What a chart is to show. */
export type Intent =
  | ("trend" | "distribution" | "relation" | "compare" | "share" | "rate")
  | ("spread" | "difference" | "overview" | "index" | "cumulative" | "season");

/** Where the word stands that a marker is about: after it, as after "by", or before it, as in 〜別. */
export type Side = "before" | "after";

export type Sense =
  | { readonly say: "chart"; readonly chart: ChartWord }
  | { readonly say: "form"; readonly form: "stacked" | "grouped" | "panels" | "overlay" }
  | { readonly say: "aggregate"; readonly aggregate: Exclude<Aggregate, "count" | "distinct" | "none"> }
  /**
   * Rows are counted; with `numberOf` it may belong to the name of a number: number of cylinders. With `distinct` it is
   * different values that count.
   */
  | { readonly say: "count"; readonly numberOf?: boolean; readonly distinct?: boolean }
  | { readonly say: "intent"; readonly intent: Intent }
  /** The word beside it is a group. */
  | { readonly say: "group"; readonly role: "any" | "color"; readonly side: Side; readonly stacked?: boolean }
  | { readonly say: "axis"; readonly axis: "x" | "y" | "color" | "facet" | "size" }
  | { readonly say: "versus" }
  | { readonly say: "and" }
  | { readonly say: "unit"; readonly unit: TimeUnit; readonly every?: boolean }
  | { readonly say: "time" }
  | { readonly say: "sort"; readonly by: "value" | "label" | "data"; readonly descending?: boolean }
  /** The largest or smallest, of a measure that an adjective may imply: heaviest. */
  | {
    readonly say: "most";
    readonly descending: boolean;
    readonly measure?: string;
    readonly judged?: boolean;
  }
  | { readonly say: "top"; readonly descending: boolean }
  | {
    readonly say: "bound";
    readonly op: ">" | ">=" | "<" | "<=";
    readonly side: Side;
    readonly measure?: string;
  }
  | ({ readonly say: "from" } | { readonly say: "to" } | { readonly say: "between" } | {
    readonly say: "last";
  })
  | { readonly say: "except"; readonly side: Side }
  | { readonly say: "line"; readonly kind: ChartLine["kind"] }
  | { readonly say: "bins"; readonly by: "count" | "width" }
  /** Every measure of the table. */
  | { readonly say: "all" }
  | { readonly say: "rest" }
  | ({ readonly say: "log" } | { readonly say: "zero" })
  /** Known, but nothing that a chart can show: reported as not understood. */
  | { readonly say: "unsupported" }
  /** Says nothing about the chart. */
  | { readonly say: "nothing" };

/** The words of a language, by sense; alternatives are separated by `|`. */
export type Words = readonly (readonly [Sense, string])[];

/** Amounts that add up over rows. */
export const additive: ReadonlySet<string> = new Set(
  "sales amount quantity profit cost number visitors rain emission energy production death birth case vote goal win gross budget tax export import clicks visit order"
    .split(" "),
);

/** Of these, less is better. */
export const burdens: ReadonlySet<string> = new Set(
  "delay cost price death unemployment wait emission".split(" "),
);

/** Of these, the fastest has the least. */
export const lasting: ReadonlySet<string> = new Set("pace time length wait delay".split(" "));

/** Amounts that add up over groups but not over time. */
export const stocks: ReadonlySet<string> = new Set("population stock balance employees".split(" "));

/** Names of measures that never add up, whatever else they hold: a rate of sales. */
export const averaged: ReadonlySet<string> = new Set(
  "rate price mean median minimum maximum per index temperature age rating score".split(" "),
);

/** Things that have names or numbers of their own, which are told apart rather than measured. */
export const entities: ReadonlySet<string> = new Set(
  "store department product category kind species gender class company team region country city state prefecture customer job channel genre status segment island cylinder room building"
    .split(" "),
);

/** The label that says yes in a column of two. */
export const positive: ReadonlySet<string> = new Set("yes y true t 1 あり 有 有り はい ○ 済 可".split(" "));

/** Names that are often used for one another; one of them is taken for another only if no column is called like it. */
export const related: readonly (readonly string[])[] =
  "country origin region continent state prefecture city;category genre kind species class segment product;sales amount gross;profit sales gross;rating score;population people;company store department channel;income salary gdp;cost price amount budget"
    .split(";").map((names) => names.split(" "));

/** Units after a name that say nothing about what is measured. */
export const nameUnits: ReadonlySet<string> = new Set(
  "id code no name key number t ha l ml sqm sqft mph kmh mm cm m km g kg mg lb lbs oz mi ft inch c f usd eur gbp jpy yen gwh mwh kwh twh sec second ms hr hrs hours hour years minutes minute mins days seconds deg degc celsius fahrenheit millions million thousand"
    .split(" "),
);

/** Units that stand before another one: t_ha is tonnes per hectare. */
export const dividedUnits: ReadonlySet<string> = new Set(
  "t g kg mg l ml m km min kwh usd eur gbp jpy yen".split(" "),
);

/** Values that go by several names. */
export const sameValues: readonly (readonly string[])[] =
  "female|woman|women|f|女性|女|女子;male|man|men|m|男性|男|男子;japan|日本;china|中国;usa|united states|us|america|アメリカ|米国;uk|united kingdom|britain|イギリス|英国;germany|ドイツ;france|フランス;italy|イタリア;spain|スペイン;india|インド;korea|south korea|韓国;brazil|ブラジル;canada|カナダ;australia|オーストラリア;asia|アジア;europe|ヨーロッパ|欧州;africa|アフリカ;americas|アメリカ大陸;oceania|オセアニア"
    .split(";").map((names) => names.split("|"));

/** Units that say what is measured. */
export const unitConcepts: Readonly<Record<string, string>> = { 歳: "age", 才: "age" };
