/** Lines at a number that the sentence gives, by whatever name: targets, thresholds, limits, or just lines. */

import type { AuxiliaryKind } from "../../base/chart_terms.ts";
import type { AuxiliaryWish } from "./auxiliary_wish.ts";
import { withoutCourses } from "./course_lines.ts";
import { withoutMiddles } from "./middle_lines.ts";
import { readNumbers, type SaidNumber, saidNumber } from "./said_number.ts";

const number = `(${saidNumber})`;
const link = String
  .raw`\s{0,3}(?:値|ライン|線|額|数|点|level|value|line|figure)?(?:\s{0,3}(?:は|が|を|の|で|に|月間?|年間?|毎月|:|=|約|of|at|is|was|to|as|about|around)){0,4}\s{0,3}(?:the\s+)?(?:\((?!(?:19|20)\d\d\)))?[¥$€£]?\s{0,3}`;

/** Words of their own: none is in "delimits". Floor 3 is one of a house. */
const valued: readonly LevelWords[] = ([
  [
    "target_line",
    "目標|ターゲット|ノルマ|計画値|計画(?=[はが:])|予算|targets?|goals?|budget|quota|objective|plan(?= (?:of|is) |:)",
  ],
  [
    "threshold",
    "しきい値|閾値|基準値?|目安|上下限|上限|下限|限界|警戒|規格|thresholds?|cut-?offs?|limits?|benchmark|baseline|pass(?:ing)? (?:marks?|scores?|grades?|lines?)|合格(?:ライン|点|基準)|及第点|ボーダー(?:ライン)?|足切り|ceiling|floor(?!\\s*\\d)|(?<=\\b(?:price|cost|wage|lower) )floor",
  ],
  [
    "threshold",
    "損益分岐(?:点|ライン|線)?|採算(?:点|ライン)|br(?:eak(?:s|ing)?|oke)[-_ ]?even(?:[- ](?:point|level))?",
    { ja: "損益分岐点", en: "Break-even" },
  ],
] as const).map(([kind, names, title]) => ({ kind, names: `(?<![a-z])(?:${names})(?![a-z])`, title }));

interface LevelWords {
  readonly kind: AuxiliaryKind;
  readonly names: string;
  /** What it is called in a chart, where that says more than its kind. */
  readonly title: { readonly ja: string; readonly en: string } | undefined;
}

/** The words for all of them. */
export const levelWords: string = valued.map(({ names }) => names).join("|");

/** Lines at a number; a target or threshold without one has no value. */
export function levelWishes(sentence: string): AuxiliaryWish[] {
  const query = withZeros(sentence);
  const named = valued.flatMap(({ kind, names, title }): AuxiliaryWish[] => {
    const levels = levelsIn(query, names);
    const found = new RegExp(names, "i").exec(query)?.[0] ?? "";
    const own = title === undefined ? { kind } : { kind, name: /^[ -~]/.test(found) ? title.en : title.ja };
    if (levels.length > 0) return levels.map((level) => ({ ...own, ...level }));
    if (title !== undefined) return found === "" ? [] : [{ ...own, orZero: true }];
    const owed = [lineWords(names), measuredBy(names), besides(names)];
    return owed.some((form) => form.test(query)) ? [own] : [];
  });
  const plain = plainLines(query);
  if (plain.length === 0) {
    return named.length === 0 && owedLine.test(query) ? [{ kind: "threshold" }] : named;
  }
  // What a line is called and where it lies may stand apart: 「60点に線を引いて、目標との比較」.
  const owed = named.find(({ value }) => value === undefined);
  return [
    ...named.filter((wish) => wish !== owed),
    ...plain.map((wish) => owed === undefined ? wish : { ...wish, ...owed }),
  ];
}

/** A line that is called nothing else; "the mean as a reference line" is that of the mean. */
const owedLine = /(?<!\bas (?:an? |the )?)\breference lines?\b|(?:補助|参考|参照)線(?!として|で|に)/i;

/** Lines at a number that are called nothing but lines: "a line at 60k", 「5000万の線を引いて」. */
function plainLines(query: string): AuxiliaryWish[] {
  const text = withoutMiddles(withoutCourses(withoutNamedValues(query)));
  const places = plainForms.flatMap((form) => [...text.matchAll(form)])
    .flatMap(([, numbers = ""]) => readNumbers(numbers)).map(placeOf);
  return onceEach(places).map((place) => ({ kind: "threshold", ...place }));
}

const unit =
  "\\s*(?:円|件|人|個|点|度|台|回|歳|分|秒|時間|日|ドル|ユーロ|%|℃|[ckm]?m|[km]?g|[kmgt]?wh?|[kmg]?hz|[kmh]?pa|db|pp[mb]|rpm|ms|yen|dollars?|euros?)?";

const between = "(?:と|・|、|/|および|及び)";
/** Words for several of them, behind which all their numbers stand. */
const several = `上限値?${between}下限|下限値?${between}上限|上下限|limits|thresholds|targets|goals`;
const sides = "(?:(?:upper|lower|max(?:imum)?|min(?:imum)?)\\.? )?";
const longSides = "(?:(?:upper|lower|maximum|minimum) )?";

/** The word for a target or a threshold with several numbers behind it, with one, or with one before it. */
function valueForms(names: string): readonly RegExp[] {
  return [
    new RegExp(`(?=${sides}(?:${names}))(?:${several})${link}${listOf("{1,8}")}`, "gi"),
    new RegExp(`${sides}(?:${names})${link}${number}`, "gi"),
    new RegExp(ofThings(names), "gi"),
    // So many goals are a count of them.
    new RegExp(
      `${number}${unit}\\s*(?:を|が|の|という|とする|as (?:the|a|our)|is (?:the|our))?\\s*${sides}(?:${names})(?<![a-z]s)`,
      "gi",
    ),
    new RegExp(
      `(?<![第\\d.,])${listOf("{0,8}")}${unit}${placed}\\s*(?:${names})(?:値?の?(?:線|ライン)|(?<=ライン))`,
      "gi",
    ),
  ];
}

/** "A 60 minute threshold", "a 1,200 visitor goal", "5 days as target": what the number counts stands before the name. */
function ofThings(names: string): string {
  const counted = `(?:[\\s-](?!(?:${noThing})\\b)[a-z]{1,12}(?:/[a-z]{1,4})?|min|sec|hrs?|[kmg]wh?)`;
  const before = "(?<![a-z\\d.,])(?<!\\b(?:top|bottom|first|last|best|worst|next|past) )";
  return `${before}(?!${years})${number}${counted}(?: as(?: (?:the|an?|our))?)?[\\s-]${longSides}(?:${names})(?<![a-z]s)`;
}

/** Words that lead on to something else, steps of time, of which a plan may be made, and multiples. */
const noThing =
  "as|is|are|was|were|of|and|or|to|in|for|by|with|at|on|from|the|an?|per|vs|upper|lower|max|maximum|minimum|months?|quarters?|years?|weeks?|[kmb]|bn|mn|thousand|million|billion|trillion";

/** Where a line is put: 「60点に」, 「60点のところに」. */
const placed = "\\s*(?:の|に|で)(?:ところ|位置|高さ|水準|レベル|値|あたり)?(?:に|で|の)?";

/** A comma before a figure is a part of the number: the ways of cutting "1,1,1,1" into numbers would be without end. */
function listOf(times: string): string {
  return `(${saidNumber}(?:${unit}\\s*(?:,(?!\\d)|、|と|・|/|and|&)+\\s*(?:at )?[¥$€£]?${saidNumber})${times})`;
}

const years = "(?:19|20)\\d{2}(?![\\d.,%])";
const kindsJa = "(?:水平|横|補助|参考|参照|基準|点|破|直|赤い?|太い?)?の?";
const lineJa = `${kindsJa}(?:線(?!グラフ|形|図)|ライン(?=を?(?:引|入|描|書|加|示|付|つけ|表示|重|追加)))`;

const numbers = listOf("{0,8}");

/** The numbers behind the word for a line, or before it. */
const plainForms: readonly RegExp[] = [
  new RegExp(
    `\\blines? (?:drawn |placed |set )?(?:at|on|@)(?: y ?=)?(?: the)?(?: (?:value|level)(?: of)?)? ?[¥$€£]?\\s*${numbers}`,
    "gi",
  ),
  new RegExp(
    `(?<![\\d.,])${numbers}${unit}${placed}\\s*${lineJa}`,
    "gi",
  ),
  new RegExp(`(?<!折れ|時系列の?)${lineJa}(?:を|は|として)\\s*${numbers}`, "gi"),
  new RegExp(
    `\\b(?:mark|draw|show|add|with) (?:an? |the )?[¥$€£]?${number} (?:reference |guide |horizontal |dashed )?lines?\\b`,
    "gi",
  ),
  new RegExp(`(?<![\\d.,])(0)の?(?:線(?!グラフ|形|図)|ライン)`, "gi"),
  // A year is a time to be marked, and so many things are things.
  new RegExp(
    `\\bmark (?:the )?(?!${years})[¥$€£]?${number}(?: (?:level|mark))?(?=\\s*(?:$|[,.;!?)]|(?:with|by|as|on|in)\\b))`,
    "gi",
  ),
  new RegExp(
    `(?<![\\d.,])(?!${years})${number}${unit}\\s*(?:の?(?:ところ|位置)?(?:を|に))(?:マーク|目印|印)`,
    "gi",
  ),
  // Whether a course keeps to a bound is seen by a line at it.
  new RegExp(
    `\\b(?:stay|remain|keep|hold)(?:s|ed|ing)? (?:well |always )?(?:below|under|above|over|within) [¥$€£]?${number}`,
    "gi",
  ),
  new RegExp(
    `(?<![\\d.,一二三四五六七八九十百千万億])${number}${unit}\\s*を(?:超え|上回|下回)(?:ら?ない|って(?:い)?ない|て(?:い)?ない|(?:って|て)?(?:い)?る)か`,
    "gi",
  ),
];

/** The sentence without the numbers of lines, which are none of years. */
export function withoutLineValues(query: string): string {
  const text = withZeros(query.normalize("NFKC"));
  const rest = plainForms.reduce((left, form) => left.replaceAll(form, " "), withoutNamedValues(text));
  return rest === text ? query : rest;
}

/** The sentence with the zeros of lines as numbers. */
function withZeros(text: string): string {
  return text.replaceAll(
    /(?<=\b(?:at|mark|of|is|the|a) )zero\b|ゼロ(?=の?(?:線|ライン)|に)|(?<=分岐点?[はがを]?)ゼロ/gi,
    "0",
  );
}

/** The sentence without targets and thresholds that have a number. */
function withoutNamedValues(text: string): string {
  return valued.flatMap(({ names }) => valueForms(names)).reduce(
    (left, form) => left.replaceAll(form, " "),
    text,
  );
}

/** The sentence without its wishes for lines, with a number or as a word. */
export function withoutLines(query: string): string {
  return valued.reduce(
    (text, { names }) => text.replaceAll(lineWords(names), " "),
    withoutMiddles(withoutLineValues(query)),
  );
}

/** "Against the target", 「目標との比較」, 「目標を達成した店」: a line at a number that the sentence owes. */
function measuredBy(names: string): RegExp {
  return new RegExp(
    `\\b(?:against|versus|vs\\.?|compared (?:to|with)|relative to) (?:an? |the |our |its |their )?(?:${names})\\b` +
      `|\\b(?:above|below|over|under|exceed(?:s|ed|ing)?|reach(?:es|ed|ing)?|beat(?:s|ing)?|met|meets?|hits?|miss(?:es|ed|ing)?|achiev(?:es?|ed|ing)|short of) (?:the |our |its |their |his |her |(?=budget))(?:${names})\\b` +
      `|(?:${names})(?:値)?(?:と(?:の)?比|に対|との差|比(?!率|例)|(?:を|が|に)?(?:達成(?![率度数者]|状況)|未達|到達|クリア|超過|届[かいく])|を(?:超え|上回|下回))`,
    "i",
  );
}

/** "With a target", 「目標付きで」: the same. */
function besides(names: string): RegExp {
  return new RegExp(
    `\\b(?:with|including|plus|add(?:ing)?|draw(?:ing)?|overlay(?:ing)?) (?:an? |the |our |its |their )?(?:${names})(?! ?\\w* ?\\d)(?= ?(?:[,.;:!?)]|$|and\\b|shown\\b|marked\\b|included\\b))` +
      `|(?:${names})(?:値)?(?:付き|つき|入り|も(?:入れ|表示|示し|描)|を(?:入れ|重ね|引))`,
    "i",
  );
}

/** Whether a word, such as the name of a column, is that of a line at a given value. */
export function namesLevel(kind: AuxiliaryKind, text: string): boolean {
  return valued.some(({ kind: one, names }) => one === kind && new RegExp(names, "i").test(text));
}

function lineWords(names: string): RegExp {
  return new RegExp(`(?:${names})\\s*(?:値)?(?:線|ライン|\\s+line)`, "gi");
}

type Place = Omit<AuxiliaryWish, "kind">;

/** Where a sentence wants targets or thresholds, by the numbers before or behind the word. */
function levelsIn(query: string, names: string): Place[] {
  const found: Place[] = [];
  valueForms(names).reduce((text, form) =>
    text.replaceAll(form, (words, said) => {
      const places = readNumbers(String(said)).map(placeOf);
      found.push(
        ...(places.length > 1
          ? withSides(places, words)
          : places.map((one) => ({ ...one, ...sideOf(words) }))),
      );
      return " ";
    }), query);
  return onceEach(found);
}

function onceEach(places: readonly Place[]): Place[] {
  return places.filter((one, at) => places.findIndex(({ value }) => value === one.value) === at);
}

function sideOf(words: string): Pick<AuxiliaryWish, "side"> {
  if (/上限|\b(?:upper|max(?:imum)?|ceiling)\b/i.test(words)) return { side: "upper" };
  // 45 min are minutes.
  return /下限|\b(?:lower|(?<!\d[\s-]?)min(?:imum)?|floor)\b/i.test(words) ? { side: "lower" } : {};
}

/** Of two limits the larger is the upper one. */
function withSides(places: readonly Place[], words: string): readonly Place[] {
  const [first, second] = places;
  if (places.length !== 2 || !/上限|上下限|limits/i.test(words)) return places;
  const rises = (first?.value ?? 0) < (second?.value ?? 0);
  return places.map((place, at) => ({ ...place, side: (at === 0) === rises ? "lower" : "upper" }));
}

function placeOf({ percent, ...number }: SaidNumber): Place {
  return { ...number, ...(percent ? { percent } : {}) };
}
