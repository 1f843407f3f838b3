/** Numbers that name something rather than measure it: 3号機 is a machine; 500ml is a kind of bottle if many rows have it. */

/** Words that turn the number before them into a name: 3組, 2号室, 1学年. */
const ordinals =
  /^(?:組|班|号|号室|号車|号店|号機|号棟|号館|号線|号炉|番|番線|番地|番館|番機|課|係|級|類|区|学年|年生|年次|棟|丁目|便|階|代|歳代|年代|番目|回目|位|限目?|等級|系統?|期生|ライン|チーム|グループ|クラス|コース|ブロック|ゾーン|エリア|レーン|フェーズ|ステージ|ラウンド)$/;

/** Matches units of durations. */
export const timeWords =
  "ms|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|months?|y|yrs?|years?|秒|分|時間|日間?|週間?|[かヶカヵケ箇]?月間?|年間?";

/** Finds units of measure and words for what is counted, with which numbers stay numbers. */
export const measureWords: string = [
  "[¥$€£₩]|jpy|usd|eur|gbp|yen|dollars?|euros?|cents?|%|‰|percent|pct|pts?|points?|bps?|x|倍|割|分",
  "[kmµcdhgtp]?(?:m|g|l|w|v|a|pa|hz|wh|va|j|n|b|bit|byte|bps|cal|ton)s?|kgf?|lbs?|oz|in|ft|yd|mi|miles?|cc|ha|m[23]|km2|kwp?|mph|rpm|db|px|mmhg|hpa|ppm|ppb|bpm|[kc]?m/[sh]|[mµμ]g/(?:dl|l|m[23])|/(?:min|h)",
  "[kmgt]i?b|°[cf]?|℃|℉|deg|degrees?|[cfk]|坪|畳|平米|トン|グラム|キロ|メートル|リットル|ワット|バイト",
  `${timeWords}|泊`,
  "円|ドル|ユーロ|元|ウォン|銭|人|名|件|個|台|回|本|枚|点|歳|才|度|冊|部|箱|袋|缶|瓶|社|店|店舗|戸|軒|世帯|室|床|席|頭|匹|羽|杯|皿|食|着|足|通|票|校|問|曲|話|球|株|口|玉|束|組|膳|粒|滴|錠|種|種類|品|品目|歩|周|段|行|列|字|文字|語|ページ|ポイント|セット|ケース|パック|ダース|ユニット",
  "pcs?|pieces?|items?|units?|ea|people|persons?|users?|visits?|orders?|times|pages?|rows?|sets?|boxes|cases|packs?|votes?|goals?|steps?|stars?",
].join("|");
const measures = new RegExp(`^(?:${measureWords})$`, "i");
/** Column names that turn a number of years into a school grade. */
const grades = /学年|年次|\b(?:school[_ ]?)?grades?\b/i;

/** With more distinct numbers than this, they are measurements. */
const mostNumberedNames = 30;

interface Written {
  /** Of the column. */
  readonly name: string;
  readonly unit: string;
  readonly values: readonly number[];
}

/** Whether numbers followed by a word are names: because of the word, or if it is not a unit and a few numbers repeat. */
export function areNumberedNames({ name, unit, values }: Written): boolean {
  if (unit === "") return false;
  if (ordinals.test(unit) || (unit === "年" && grades.test(name))) return true;
  return !measures.test(unit) && comesAgain(values);
}

function comesAgain(values: readonly number[]): boolean {
  const distinct = new Set(values).size;
  return distinct <= mostNumberedNames && distinct * 2 <= values.length &&
    values.every((value) => Number.isInteger(value) && value >= 0);
}
