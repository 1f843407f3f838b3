/** Other words for groups that many tables have: Japanese for what is of Japan, 英語 for English, Shibuya for 渋谷店. */

import { plain } from "./plain.ts";

/**
 * Each line is of one group: its names, in any language, and behind a stroke its adjectives. Names of one
 * character or two letters are said as they are written, if at all.
 */
const terms: readonly string[] = [
  // Countries and continents, with their adjectives.
  "japan 日本 | japanese",
  "usa us america アメリカ 米国 | american",
  "uk britain イギリス 英国 | british",
  "china 中国(?!地方|電力|四国) | chinese",
  "korea south_korea 韓国 | korean",
  "taiwan 台湾 | taiwanese",
  "india インド | indian",
  "germany ドイツ | german",
  "france フランス | french",
  "italy イタリア | italian",
  "spain スペイン | spanish",
  "canada カナダ | canadian",
  "mexico メキシコ | mexican",
  "brazil ブラジル | brazilian",
  "australia オーストラリア 豪州 | australian",
  "sweden スウェーデン | swedish",
  "norway ノルウェー | norwegian",
  "netherlands オランダ | dutch",
  "switzerland スイス | swiss",
  "thailand タイ | thai",
  "vietnam ベトナム | vietnamese",
  "europe ヨーロッパ 欧州 | european",
  "asia アジア | asian",
  "africa アフリカ | african",
  // Places in Japan.
  "東京 tokyo",
  "大阪 osaka",
  "(?<!東)京都 kyoto",
  "名古屋 nagoya",
  "横浜 yokohama",
  "札幌 sapporo",
  "仙台 sendai",
  "福岡 fukuoka",
  "神戸 kobe",
  "広島 hiroshima",
  "埼玉 saitama",
  "千葉 chiba",
  "北海道 hokkaido",
  "沖縄 okinawa",
  "渋谷 shibuya",
  "新宿 shinjuku",
  "池袋 ikebukuro",
  "銀座 ginza",
  "品川 shinagawa",
  "上野 ueno",
  "梅田 umeda",
  "難波 なんば namba",
  "東 east 東部 東日本 | eastern",
  "西 west 西部 西日本 | western",
  "南 south 南部 | southern",
  "北 north 北部 | northern",
  // Subjects of schools.
  "math maths mathematics 数学 算数",
  "english 英語",
  "science 理科",
  "japanese 国語",
  "history 歴史",
  "music 音楽",
  "art 美術 図工",
  "chemistry 化学",
  "physics 物理",
  "biology 生物",
  // Positions in football.
  "gk goalkeeper ゴールキーパー キーパー",
  "df defender ディフェンダー",
  "mf midfielder ミッドフィルダー",
  "fw forwards striker フォワード",
  // Sources of electricity, and the weather.
  "火力 thermal_power 火力発電",
  "水力 hydro hydropower hydroelectric 水力発電",
  "太陽光 solar 太陽光発電",
  "風力 wind_power 風力発電",
  "原子力 nuclear 原子力発電",
  "晴 晴れ sunny",
  "曇 曇り cloudy",
  "雨 rainy",
  "雪 snowy",
  // What people and parts of a company are.
  "会社員 office_worker company_employee",
  "学生 student",
  "主婦 housewife homemaker",
  "自営業 self-employed",
  "営業(?![一-龠すし]) 営業部 sales_department",
  "人事(?![一-龠]) 人事部 human_resources",
  "経理(?![一-龠]) 経理部 accounting(?!_for)",
  "開発(?![一-龠すし]) 開発部 engineering",
];

interface Group {
  readonly names: readonly string[];
  readonly adjectives: readonly string[];
}

/** By each of its names in small letters, without what must not be around them. */
const byName: ReadonlyMap<string, Group> = new Map(
  terms.flatMap((line) => {
    const [names = [], adjectives = []] = line.split(" | ").map((part) =>
      part.split(" ").map((word) => word.replaceAll("_", " "))
    );
    return names.map((name) => [name.replaceAll(/\(\?<?!.*?\)/g, ""), { names, adjectives }] as const);
  }),
);

/** What stands behind the name of a place. */
const places = /(?:支?店|本店|支社|営業所|工場|地区|エリア|[都道府県市区駅])$/;

/** Patterns of the other words for a label; none for most. */
export function wordsForLabel(label: string): string[] {
  const name = plain(label);
  const group = byName.get(name) ?? byName.get(name.replace(places, ""));
  if (group === undefined) return [];
  return [
    ...group.names.filter((word) => word !== name && word.length > (japanese.test(word) ? 1 : 2)).map(whole),
    ...group.adjectives.map((word) => `${notLanguage(word)}${whole(word)}${notUnit}`),
  ];
}

const japanese = /[^ -~]/;

/** A word by itself: neither インド in インドア nor art in part. */
function whole(word: string): string {
  if (/^[ァ-ヶー]+$/.test(word)) return `(?<![ァ-ヶー])${word}(?![ァ-ヶー])`;
  return japanese.test(word) ? word : `(?<![a-z0-9])${word}s?(?![a-z0-9])`;
}

/** Whoever wants titles in Japanese asks for no rows of Japan. */
function notLanguage(adjective: string): string {
  return `(?<!\\bin (?=${adjective}\\s*(?:$|[,.;:!?、。)])))`;
}

/** Nor does whoever counts in Japanese yen. */
const notUnit = "(?! (?:yen|dollars?|pounds?|francs?|language|letters|labels?|titles?|text)\\b)";
