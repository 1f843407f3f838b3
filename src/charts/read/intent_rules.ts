/**
 * The words by which people say what kind of chart they want to see, in both languages. Lines, rows, groups and times
 * have readers of their own, which come first: docs/architecture.md lists them in their order.
 *
 * Each sense is a pattern over the sentence, in which column names have been masked (so that a column called
 * `share` is no wish for shares). English patterns match whole words in all their forms; Japanese ones stems.
 */

import { high, highJa, low, lowJa } from "./asked_ends.ts";

/** What groups may be ranked by: "highest median first". */
const ranked = "(?: (?:medians?|means?|averages?|values?|spreads?|totals?|xnumberx))?";

export type Sense =
  /** Change over time, said outright. */
  | "trend"
  /** A step of time (monthly, 四半期ごと): time on the axis, but not yet a wish for change. */
  | "period"
  /** Which time is the highest or the lowest: times compared with each other. */
  | "time_rank"
  /** Which is more: comparison, rank, extremes. */
  | "compare"
  /** An order by size, said outright. */
  | "rank"
  /** The smallest first. */
  | "ascending"
  /** Which do not reach a line. */
  | "missed"
  /** Values added up as time goes on. */
  | "cumulative"
  /** The size of the difference itself. */
  | "gap"
  /** How values are distributed. */
  | "distribution"
  /** Spread, outliers, quartiles: a distribution seen as a box. */
  | "spread"
  /** Several distributions in one plot. */
  | "overlay"
  /** Parts of a whole. */
  | "composition"
  /** Everything at a glance. */
  | "overview"
  /** One thing against another, which none of the nine charts shows. */
  | "relation"
  /** A scatter plot or a correlation, said outright. */
  | "scatter"
  /** Two numbers set against each other, which are compared if they are alike. */
  | "pair"
  /** What something is like, which alone means how its values lie. */
  | "look"
  | "line_chart"
  | "bar_chart"
  | "histogram"
  | "box_chart"
  | "panels"
  /** These are subjects of a school. */
  | "subjects"
  /** Groups by a word for what columns side by side are: subjects, metrics. */
  | "columns";

const timeUnits = "(?:months?|days?|weeks?|years?|quarters?|halves|hours?|dates?|fiscal years?|fy)";

/** What stands before things that are all meant. */
export const allOfJa = "各|全|すべての|[2-9二三四五六七八九]";
export const allOf = "all|both|two|three|four|five|six|[2-9]";

export const rules: Readonly<Record<Sense, readonly RegExp[]>> = {
  trend: [
    /推移|変化|変遷|移り変わ|遷移|時系列|経時|経過|トレンド|動向|増減|変動|伸び|伸長|増え|減っ|減り|増加|減少/,
    /上昇|下降|下落|低下|(?<!売)上が|下が|成長|回復|悪化|改善|年々|季節性|季節変動|右肩|動き|動い|どう動|足取り/,
    /横ばい|頭打ち|持ち直|上向|下向|流れ|傾向|どう変わ|時間を追|日を追|月を追|年を追|跳ね上が|変わって/,
    /変わった|これまで|にかけて|履歴|歴史|ペース|前年比|前月比|前年同月|時間とともに|時間の経過|時間軸|広が/,
    /縮ま|拡大|縮小|時期によって|いつ/,
    /(?:直近|過去|ここ)(?:数|\d+)?(?:年|か月|ヶ月|カ月|週間?|日間?|時間)間?(?:で|の間|にわた)/,
    /\btrend(?:s|ing|ed|line|lines)?\b/,
    /\bover(?: the)?(?: (?:last|past|previous|entire|whole|course of the))?(?: \w+)? ?(?:time|months?|years?|weeks?|days?|hours?|quarters?|period|decades?)\b/,
    /\bacross (?:the )?(?:time|months|years|weeks|days|quarters|decades?)\b|\btime[- ]?series\b/,
    /\btimelines?\b|\bthrough(?:out)? (?:the )?(?:time|years?|months?|weeks?|season)\b/,
    /\b(?:evolv\w*|evolution|progress(?:ion|ed|es|ing)?|trajector\w*|histor(?:y|ies|ical\w*)|fluctuat\w*|seasonal\w*|develop(?:ed|ment|ments|ing)?|momentum|dynamics)\b/,
    /\b(?:chang(?:e|es|ed|ing)|gr(?:ow|ows|owing|owth|ew|own)|increas\w*|decreas\w*|declin\w*|ris(?:e|es|ing|en)|rose|drop(?:s|ped|ping)?|shrink\w*|climb\w*|slow(?:ed|ing) down|improv(?:e|es|ed|ing|ement)|worsen\w*|recover\w*)\b/,
    // Not what falls into a range, nor the fall of a year.
    /\b(?<!(?:19|20)\d{2}[\s-]*)(?:fall(?:s|ing|en)?|fell)\b(?! (?:into|within|under|between|term|semester|quarter)\b|[\s-]*(?:of )?(?:19|20)\d{2})/,
    /\b(?:month|year|week|quarter|day)[- ](?:over|on)[- ](?:month|year|week|quarter|day)\b|\byoy\b/,
    /\bmom\b|\bsince \w+/,
    /\bfrom (?:\d{4}|jan\w*|feb\w*|mar\w*|apr\w*|may|jun\w*|jul\w*|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*) (?:to|through|until)\b/,
    /\bso far\b|\bgoing (?:up|down)\b|\bups and downs\b/,
  ],
  period: [
    /(?:月|日|年|年度|週|四半期|時間|時間帯|時刻|期|日付|年月)(?:別|ごと|毎|単位|次)/,
    /(?<![一-龠\d])[月日年週]平均|毎(?:月|日|年|週|時|期)/,
    /(?:1|一)(?:日|週間?|[かヶカヵケ箇]月|年|時間|四半期)間?(?:あ|当)たり|[×✕]\s*(?:年?月|日|年|週|四半期)/,
    /(?:月|日|年|週)\s*[×✕]|各(?:月|日|年|週|四半期|期|年度)|(?<![一-龠\d])[月日年週]に(?=何|[一-龠]{1,3}回)/,
    /四半期|月々|日々|年間|(?<![\dかヶカヵケ箇数])月間|(?<![\d数])週間/,
    /(?<![一-龠\d])(?:月|日|年|週|四半期|年度|時間帯)(?:によ(?:って|り|る)|が変わると)/,
    /\b(month|year|week|quarter|day)[- ](?:by|to)[- ]\1\b/,
    /\b(?:month|dai|week|year|hour|quarter)ly\b|\bdaily\b|\bannual(?:ly)?\b/,
    new RegExp(`\\b(?:by|per|each|every|for each|in each|across|among|which|what) (?:the )?${timeUnits}\\b`),
    // "By product and month" groups by both.
    new RegExp(`\\b(?:by|per|for each) (?:\\w+ ){1,4}and (?:by |per )?(?:month|week|year|quarter|day)\\b`),
  ],
  // Not what only begins so: 年代, 年収, 月額, 日本.
  time_rank: [
    /(?:どの|何)(?:月|年|週|四半期|年度|曜日|時期)(?:が|に|は|で)/,
    /(?:多|少な|高|低|大き|小さ|良|悪)(?:い|かった)(?:月(?![額給収])|年(?![代齢収俸金利率])|日(?![本用常給額])|週|四半期|時期)/,
    /\b(?:which|what) (?:month|year|week|quarter)s?\b/,
    /\b(?:month|year|week|quarter)s? (?:with|having|had|has|have) (?:the )?(?:\w+ )?(?:(?:high|low|larg|small|few)est|most|least|best|worst)\b/,
    /\b(?:best|worst|busiest|strongest|weakest) (?:month|year|week|quarter)s?\b/,
  ],
  compare: [
    /比較|比べ|くらべ|対比|違い|違う|異な|差異|ランキング|順位|ランク|上位|下位|トップ|ワースト|ベスト|最も/,
    /もっとも|一番|いちばん|大小|優劣|順に|多い順|高い順|大きい順/,
    /どの.{0,14}(?:多|少な|高|低|大き|小さ|強|弱|良|悪|売れ|優れ|劣)|どこ.{0,10}(?:多|少な|高|低|大き|小さ)/,
    /だれが|誰が|どれが|どちらが|勝っ|負け|最大の|最小の|最多|最少|優位|首位/,
    /\bcompar\w*|\bversus\b|\bvs\b|\bdiffer(?:s|ed|ent|ing)?\b|\brank(?:s|ed|ing|ings)?\b/,
    /\btop(?:[- ]\d+|[- ]performing)?\b|\bbottom\b/,
    /\b(?:high|low|larg|small|bigg|strong|weak|fast|slow|cheap)est\b/,
    /\b(?!lower (?:control )?(?:limit|bound|threshold)s?\b)(?:best|worst|most|least|fewest|more|less|fewer|higher|lower|larger|smaller|bigger|better|worse) ?\w*\b/,
    /\bwhich\b|\bwho\b|\blead(?:ers?|ing)\b|\boutperform\w*|\bunderperform\w*|\bahead\b|\bbehind\b/,
    /\bcontrast\w*|\bagainst each other\b|\bstack up\b|\bsort(?:ed)?\b|\bleague\b|\bmax(?:imum)? by\b/,
  ],
  rank: [
    /ランキング|順位|降順|昇順|大小順/,
    new RegExp(`(?:${lowJa}|${highJa})(?:もの)?順`),
    /\brank(?:s|ed|ing|ings)?\b|\bsort(?:ed)?\b|\b(?:de|a)scending\b/,
    new RegExp(
      `\\b(?:${low}|${high})(?<!oldest|youngest)${ranked} (?:first|to (?:the )?(?:${low}|${high}))\\b`,
    ),
  ],
  ascending: [
    /昇順|(?:ワースト|下位)\s*\d/,
    new RegExp(`(?:${lowJa})(?:もの)?順`),
    /\b(?:bottom|worst|lowest)[- ]\d|\bascending\b/,
    new RegExp(`\\b(?:${low})${ranked} (?:first|to (?:the )?(?:${high}))\\b`),
  ],
  missed: [
    /未達|達(?:成)?し(?:て(?:い)?)?な[いかく]|届(?:か|いて(?:い)?)な[いかく]|下回|満たな|割り込/,
    /\b(?:below|under|miss(?:es|ed|ing)?|(?:falls?|fell|fallen|falling) short|short of|fail(?:s|ed|ing)? to (?:reach|meet|hit)|not (?:reach|meet|hit)\w*)\b/,
  ],
  cumulative: [
    /累計|累積|積算|積み上がり/,
    /\bcumulat\w*|\brunning totals?\b|\baccumulat\w*|\byear[- ]to[- ]date\b/,
  ],
  gap: [
    /差(?!異|し|別|出|込|額請)|ギャップ|格差|開き|乖離/,
    /\bgaps?\b|\bdifferences?\b|\bmargins? between\b|\bside[- ]by[- ]side\b|\bdisparit\w*|\bdistance between\b|\bdiverge\w*/,
  ],
  distribution: [
    /分布|ヒストグラム|度数|頻度|偏り|山の形|集中(?!力|度|治療|講|豪雨|管理)|正規|階級|どのあたり|どの辺/,
    /(?:どのくらい|どれくらい|どの程度)の(?:範囲|幅|あいだ|間)|範囲に収ま|固まって|どんな値|どのような値/,
    /どれ(?:くらい|ぐらい)い(?:る|ます)|普段|ふだん|通常は|典型/,
    /\bdistribut\w*|\bhistograms?\b|\bfrequenc(?:y|ies)\b|\bskew\w*|\bshape of\b|\bbell[- ]curve\b/,
    /\bconcentrat(?:e|es|ed|ing)\b|\bconcentrations? of (?:the )?(?:values|data|points|xnumberx)\b/,
    // Not that of something: population density.
    /(?<!\b(?!(?:the|an?|its|their|our|show|plot|draw|see|probability|kernel|of|and|xnumberx) )[a-z]+ )\bdensit(?:y|ies)\b/,
    /\bcluster\w*|\bbins?\b|\bfall into\b|\bspread out\b/,
    /\bcommon values\b|\btypical(?:ly)?\b|\busual(?:ly)?\b|\bnormal(?:ly)? (?!distrib)|\bnormal range\b/,
    /\bbuckets?\b|\bprofiles? of\b|\bhow (?:old|long|tall|heavy) (?:are|is|do|does)\b/,
    /\b(?:age|xnumberx) (?:profile|structure|pyramid)s?\b/,
  ],
  spread: [
    /ばらつき|バラつき|バラツキ|ばらつい|散らば|ちらばり|外れ値|はずれ値|異常(?:値|な)|極端な|四分位|箱ひげ/,
    /箱髭|箱ヒゲ|ボックスプロット|レンジ|変動幅|安定/,
    /\bspread\b|\bvariab\w*|\bvarian\w*|\bvariation\w*|\bvar(?:y|ies)\b|\bdispers\w*|\boutliers?\b/,
    /\bquartiles?\b|\bpercentiles?\b|\biqr\b/,
    /\bbox(?:es)?(?:[- ]?(?:and[- ]whiskers?)?[- ]?(?:plots?|charts?))?\b|\bwhiskers?\b/,
    /\branges? (?:of|for|by|across)\b|\bconsisten\w*|\bstandard deviation\b|\bextreme values\b|\banomal\w*/,
    /\bunusual\w*|\babnormal\w*|\batypical\w*|\bsuspicious\w*/,
  ],
  overlay: [/重ね|オーバーレイ/, /\boverla(?:y|ys|id|ying|pping)\b|\bsuperimpos\w*|\bon top of each other\b/],
  composition: [
    /内訳|構成|割合|^(?!.*(?:別|ごと|各|毎)).*男女比|比率|シェア|占め|占有|配分|組成|うちわけ|何割|パーセント|百分率|円グラフ/,
    /\bbreakdowns?\b|\bbroken down\b|\bbreak(?:s)? down\b|\bshares?\b|\bportions?\b|\bproportion\w*/,
    /\bcomposition\b|\bcompos(?:ed|es)\b|\bmak(?:e|es|ing) up\b|\bmade up\b|\bmake-?up\b|\bmix\b/,
    /\bpercent(?:age)?s? of\b|\bpart(?:s)? of the whole\b|\bsplit (?:of|between)\b|\bthe split\b/,
    /\bcontribut\w*|\bconstitut\w*|\bpie\b|\bfraction\b|\baccounts? for\b/,
    /\b(?:gender|sex|xcategoryx) ratios?\b(?!.* (?:by|per|in each|across) )/,
  ],
  overview: [
    /全体像|全体の様子|全体を|俯瞰|概観|概要|概況|概略|一望|一覧|見渡|ざっくり|大まか|ざっと|まとめて見|サマリ|それぞれの様子|全容/,
    /\boverviews?\b|\b(?:big|whole|overall|full|general|bigger) picture\b|\bat a glance\b|\bglance\b/,
    /\bsummar(?:y|ies|i[sz]e\w*)\b|\bsurvey of\b|\bscan\b|\ball together\b|\bbird'?s[- ]eye\b|\bdashboard\b/,
    /\bgeneral (?:view|sense|idea|feel)\b|\blandscape\b|\bsnapshot of (?:all|every)\b/,
  ],
  relation: [
    /相関|関係|散布図|関連性|影響|回帰分析|因果|依存/,
    /\bcorrelat\w*|\brelation\w*|\brelat(?:e|es|ed|ing)\b|\bscatter\w*|\bdepends? on\b|\binfluence\w*/,
    /\bassociat\w*|\bimpact of\b|\baffects?\b|\bxnumberx as a function of (?:the )?xnumberx\b/,
  ],
  scatter: [/相関|散布図/, /\bcorrelat\w*|\bscatter ?-?(?:plots?|charts?|graphs?|diagrams?)?\b/],
  // By the columns that are named.
  pair: [],
  look: [/どんな感じ|どのような感じ|どんな様子|どんなもの/, /\blooks? like\b/],
  line_chart: [
    /折れ線|線グラフ|ラインチャート/,
    /\blines?[- ]?(?:charts?|graphs?|plots?)\b|\b(?:one|an?|single|separate) lines? (?:per|for each|for every)\b|\bas lines\b/,
  ],
  bar_chart: [
    /棒グラフ|バーチャート|棒で/,
    /\b(?:bars?|columns?)[- ]?(?:charts?|graphs?|plots?)\b|\b(?:grouped|clustered|stacked) (?:bars?|columns?)\b|\b(?:as|in|with|using) bars\b/,
  ],
  histogram: [/ヒストグラム|度数分布/, /\bhistograms?\b/],
  box_chart: [
    /箱ひげ|箱髭|箱ヒゲ|ボックスプロット/,
    /\bbox[- ]?(?:and[- ]whiskers?)?[- ]?(?:plots?|charts?)\b/,
  ],
  panels: [
    /小さな複数|小さな(?:グラフ|図)|ミニ(?:グラフ|チャート)|スパークライン|スモールマルチプル|パネル|個別に|個別の?(?:グラフ|図|チャート)|小分け/,
    /別々[のに](?:グラフ|図|表示|描)|(?:ごと|毎)に(?:別|個別|1つ|一つ)の?(?:グラフ|図|折れ線|チャート)|別グラフ/,
    /(?:[1一]つ|ひとつ|[1一]枚)ずつ|格子状|グリッド(?:状|で|に)/,
    /(?:グラフ|図|チャート)(?:の|を)(?:グリッド|格子|行列|マトリクス)/,
    /(?:グラフ|図|ヒストグラム)を分けて|それぞれ別|並べて一覧|ファセット|分割して/,
    /\bsmall multiples?\b|\bpanels?\b|\bfacet\w*|\btrellis\b|\bseparate(?:ly)? (?:charts?|plots?|graphs?)?\b/,
    /\bone (?:\w+ )?(?:chart|plot|panel|graph) (?:per|for each|for every|each)\b/,
    /\b(?:grid|matrix|wall|array) of (?:(?:the|small|little|tiny|mini|separate|individual|line|bar) )*(?:charts?|plots?|graphs?|lines|panels|histograms)\b/,
    /\b(?:charts?|plots?|graphs?|lines),? (?:with )?one (?:per|for each|for every|each)\b|\bin a grid\b/,
    /\b(?:mini|tiny|small|little)[- ]?(?:(?:line|bar|area) )?(?:charts?|plots?|graphs?|histograms?)\b|\bspark ?-?lines?\b/,
    /\b(?:its|their) own (?:\w+ )?(?:charts?|plots?|panels?|graphs?)\b/,
    /\b(?:chart|plot|graph) (?:per|for each|for every) (?!month|day|week|year|quarter)/,
  ],
  subjects: [
    new RegExp(`(?:科目|教科)(?:別|ごと|毎|間|同士)|(?:${allOfJa})(?:科目|教科)`),
    new RegExp(
      `\\b(?:by|per|across|between|among|each|every|${allOf}) (?:the )?subjects?\\b|\\bsubjects['’]`,
    ),
  ],
  columns: [
    new RegExp(
      `(?:科目|教科|指標|項目)(?:別|ごと|毎|間|同士)|各(?:指標|項目)|(?:${allOfJa})(?:科目|教科)`,
    ),
    new RegExp(
      `\\b(?:by|per|across|between|among|each|every|compare(?: the)?|${allOf}) (?:the )?(?:subjects?|metrics?|indicators?|measures?)\\b|\\bsubjects['’]`,
    ),
  ],
};

/** What may follow such words and is no group: "by far", "by hand", "across the company". */
const noGroups = [
  "far\\b|(?:more|less|fewer|at|over|under|up|about|per|and)\\b|\\d|how much\\b|hand\\b|using\\b|means\\b",
  "(?:the |our |my )?(?:whole|entire|company|firm|organi[sz]ation|business|board|country|data|dataset|sample|population)\\b",
].join("|");

/** Words that tie the sentence to groups: `地域別`, `店舗ごと`, `by region`, `for each store`. */
export const groupingWords: readonly RegExp[] = [
  /(?<![個特判識差送月週期度帯]|時間|期間|(?<!曜)日|(?<!学)年)別/,
  /(?<![月週期度帯]|(?<!曜)日|(?<!学)年|時間|四半期)(?:ごと|毎の|毎に)/,
  /各(?!月|日|年|週|期|四半期)[◆一-龠ァ-ヶ]|◆間|店舗間|地域間|部門間|グループ間|同士|男女/,
  new RegExp(
    "\\b(?:by|per|across|between|among|amongst|for each|for every|each|every|of each|in each) " +
      `(?!(?:the )?${timeUnits}\\b)(?!${noGroups})\\w+`,
  ),
];
