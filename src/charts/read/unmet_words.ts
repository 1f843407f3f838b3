/** Wishes in a sentence that none of the nine charts fulfils, to be said beside the one that is drawn instead. */

import type { Language } from "../../base/chart_terms.ts";
import type { Column } from "../table/column.ts";
import { eitherOf } from "./either_of.ts";

interface Wish {
  readonly words: RegExp;
  readonly ja: string;
  readonly en: string;
}

const wishes: readonly Wish[] = [
  {
    words: /円グラフ|パイチャート|ドーナツ|\bpie\b|\bdonuts?\b|\bdoughnuts?\b/i,
    ja: "円グラフの代わりに、割合を棒で示しています",
    en: "shares are drawn as bars, not as a pie",
  },
  {
    words: /積み上げ|積上げ|\bstacked\b/i,
    ja: "積み上げの代わりに、棒を並べて示しています",
    en: "bars stand side by side, not on each other",
  },
  {
    words: eitherOf([
      /ヒートマップ|ツリーマップ|レーダーチャート|サンキー|ガント|ウォーターフォール|地図/,
      /\bheat ?-?maps?\b|\btree ?-?maps?\b|\bradar charts?\b|\bsankey\b|\bgantt\b|\bwaterfall\b/,
      /\bchoropleths?\b|\bsunbursts?\b|\bcandle ?-?sticks?\b|\bword clouds?\b/,
      /\b(?:world|geo\w*|country|regional) maps?\b|\bmaps? (?:of|with|showing)\b/,
      /\b(?:on|as|in|draw|make|show|plot|create)(?: me)? (?:an?|the) (?:\w+ )?maps?\b/,
    ], "i"),
    ja: "求められた種類の図は9種類にないため、別の図を描きました",
    en: "the kind of chart asked for is none of the nine, so another one is drawn",
  },
  {
    words: eitherOf([
      /前[年月週日期](?:同[月期])?比|対前年|対前月|成長率|増減率|伸び率|変化率|\bgrowth rates?\b/,
      /\bpercent(?:age)? changes?\b|\brates? of change\b|\byoy\b/,
      /\b(?:year|month|week|quarter)[- ](?:over|on)[- ](?:year|month|week|quarter)\b/,
    ], "i"),
    ja: "値そのものを示しており、比や変化率は計算していません",
    en: "the chart shows the values themselves, not their rate of change",
  },
  {
    words: /予測|見通し|\bforecast\w*|\bpredict\w*|\bprojections?\b|\bextrapolat\w*/i,
    ja: "データにある値だけを示しており、予測はしていません",
    en: "the chart shows what the data has; nothing is forecast",
  },
  {
    words: /信頼区間|エラーバー|誤差棒|\bconfidence (?:intervals?|bands?)\b|\berror bars?\b/i,
    ja: "信頼区間や誤差は描いていません",
    en: "neither confidence intervals nor errors are drawn",
  },
  {
    words: /対数(?:軸|目盛|スケール)|\blog(?:arithmic)?[- ](?:scale|axis)\b/i,
    ja: "軸は対数ではなく等間隔の目盛です",
    en: "the axis is linear, not logarithmic",
  },
  {
    words: /(?:第?[2二]|両|左右の)軸|\b(?:dual|secondary|second|two|right)[- ](?:y[- ])?ax[ie]s\b/i,
    ja: "軸は1つで、2つ目の軸はありません",
    en: "there is one axis, not two",
  },
  {
    words: /強調|ハイライト|目立た|\bhighlight\w*|\bemphasi[sz]\w*|\bannotat\w*/i,
    ja: "特定の値の強調や注記はしていません",
    en: "nothing is highlighted or annotated",
  },
];

/** A column that is called like the wish fulfils it. */
export function unmetWords(query: string, columns: readonly Column[], language: Language): string[] {
  const plain = query.normalize("NFKC");
  const names = columns.map(({ name }) => name.normalize("NFKC").replaceAll("_", " "));
  return wishes.filter(({ words }) => words.test(plain) && !names.some((name) => words.test(name)))
    .map((wish) => wish[language]);
}
