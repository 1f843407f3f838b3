/** Words for the same thing in both languages, so that 「地域ごとの売上」 finds `region` and `sales`. */

type Pair = readonly [ja: RegExp, en: RegExp];

/** What is measured: a sentence that says one of these asks for it, whatever else it asks for. */
export const measureTerms: readonly Pair[] = [
  [
    /売上|売り上げ|販売額|収入|収益/,
    /\bsales?\b|\brevenues?\b|\brev\b|\bturnover\b|\bproceeds\b|\btakings\b/,
  ],
  [/価格|値段|単価/, /\bprices?\b/],
  [/数量|個数|販売数/, /\bquantit(?:y|ies)\b|\bqty\b|\bunits?\b(?! (?:price|cost)s?\b)/],
  [/利益|粗利|収支/, /\bprofits?\b|\bearnings\b|\bmargins?\b/],
  [
    /費用|コスト|経費|支出|歳出|出費/,
    /\bcosts?\b|\bexpenses?\b|\bexpenditures?\b|\bspend(?:ing)?\b|\boutlays?\b/,
  ],
  [/人口|住民/, /\bpopulations?\b|\binhabitants?\b/],
  [/世帯/, /\bhouseholds?\b/],
  [/出生/, /\bbirths?\b/],
  [/割引|値引/, /\bdiscounts?\b/],
  [/年齢|年代/, /\bages?\b|\bhow old\b/],
  [/点数|得点|スコア|成績/, /\bscores?\b|\bmarks?\b|\bpoints?\b|\bgrades?\b/],
  [/給与|給料|年収|賃金|所得/, /\bsalar(?:y|ies)\b|\bincomes?\b|\bwages?\b|\bpay\b/],
  [/気温|温度/, /\btemp(?:erature)?s?\b/],
  [/降水|雨量|雨/, /\brain(?:fall)?\b|\bprecipitation\b/],
  [/湿度/, /\bhumidity\b/],
  [/在庫/, /\bstocks?\b|\binventor(?:y|ies)\b/],
  [/満足/, /\bsatisfaction\b|\bnps\b|\bcsat\b/],
  [/身長|高さ/, /\bheights?\b/],
  [/体重|重量|重さ/, /\bweights?\b/],
  [/燃費/, /\bmpg\b|\bfuel (?:economy|efficiency|consumption)\b/],
  [/長さ/, /\blengths?\b/],
  [/応答時間|レスポンス|遅延/, /\blatenc(?:y|ies)\b|\bresponse\b/],
  [/待ち時間|待機|待たさ|待た(?:せ|され)/, /\bwait(?:s|ing|ed)?\b/],
  [/リードタイム|納期/, /\blead[_ ]?times?\b/],
  [/電力|電気|消費電力/, /\bpower\b|\belectricity\b|\benergy\b|\bkwh\b/],
  [/使用量|消費量/, /\bconsumption\b|\busage\b|\bconsumed\b|\bkwh\b/],
  [/株価|終値/, /\bclos(?:e|ing)\b|\bstock price\b/],
];

/** What may be measured, counted or drawn as a line. */
const openTerms: readonly Pair[] = [
  [/訪問|来訪|来客|来場/, /\bvisits?\b|\bvisitors?\b|\btraffic\b/],
  [/アクセス|閲覧/, /\baccess(?:es)?\b|\bpage ?views?\b|\bsessions?\b|\bviews?\b/],
  [/評価|レビュー/, /\bratings?\b|\breviews?\b|\bevaluations?\b/],
  [/所要時間|処理時間|作業時間|待ち時間/, /\bdurations?\b|\belapsed\b|\bminutes\b/],
  [/不良/, /\bdefects?\b|\bfaults?\b|\bscrap\b/],
  [/解約|離脱|離職/, /\bchurn\w*|\battrition\b|\bturnover\b/],
  [/予算/, /\bbudgets?\b/],
  [/金額|額/, /\bamounts?\b|\bamt\b|\bvalues?\b/],
  [/件数/, /\bcounts?\b|\bcases\b|\btickets\b/],
];

/** What rows are told apart by. */
const groupTerms: readonly Pair[] = [
  [/地域|地方|エリア|地区/, /\bregions?\b|\bareas?\b|\bterritor(?:y|ies)\b|\bdistricts?\b/],
  [/店舗|(?<![来開閉出入退])店(?![員長頭客])|ショップ/, /\bstores?\b|\bshops?\b|\boutlets?\b/],
  [/支店|拠点/, /\bbranch(?:es)?\b|\bsites?\b|\boffices?\b/],
  [/商品|製品|プロダクト|品目|品種/, /\bproducts?\b|\bitems?\b|\bgoods\b/],
  [/部門|部署|事業部/, /\bdepartments?\b|\bdepts?\b|\bdivisions?\b|\bunits?\b/],
  [
    /カテゴリー?|区分|分類|種別|種類|タイプ/,
    /\bcategor(?:y|ies)\b|\btypes?\b|\bclass(?:es)?\b|\bkinds?\b|\bsegments?\b/,
  ],
  [/グループ|群|組/, /\bgroups?\b|\bcohorts?\b|\barms?\b/],
  [/クラス|学級/, /\bclass(?:es)?\b/],
  [/顧客|取引先|お客/, /\bcustomers?\b|\bclients?\b/],
  [/国/, /\bcountr(?:y|ies)\b|\bnations?\b/],
  [/都市|市/, /\bcit(?:y|ies)\b|\btowns?\b/],
  [/都道府県|県/, /\bprefectures?\b|\bstates?\b|\bprovinces?\b/],
  [/性別|男女/, /\bgenders?\b|\bsex(?:es)?\b/],
  [/担当|営業員|社員|従業員/, /\breps?\b|\bsalespersons?\b|\bagents?\b|\bemployees?\b|\bstaff\b/],
  [/チャネル|経路|媒体/, /\bchannels?\b|\bsources?\b|\bmedi(?:a|um)\b/],
  [/注文|受注/, /\borders?\b/],
  [/ユーザー?|利用者|会員/, /\busers?\b|\bmembers?\b|\bsubscribers?\b/],
  [/会社|企業|メーカー/, /\bcompan(?:y|ies)\b|\bfirms?\b|\bmakers?\b|\bmanufacturers?\b|\bvendors?\b/],
  [/ブランド/, /\bbrands?\b/],
  [/科目|教科/, /\bsubjects?\b|\bcourses?\b/],
  [/工場|プラント/, /\bplants?\b|\bfactor(?:y|ies)\b/],
  [/ライン/, /\blines?\b/],
  [/曜日/, /\bweekdays?\b|\bday of week\b|\bdow\b/],
  [/チーム/, /\bteams?\b/],
  [/プラン|契約/, /\bplans?\b|\bcontracts?\b|\btiers?\b/],
  [/状態|ステータス/, /\bstatus(?:es)?\b|\bstates?\b/],
  [/系列|シリーズ/, /\bseries\b/],
  [/種|品種/, /\bspecies\b|\bvariet(?:y|ies)\b/],
  [/建物|ビル|棟/, /\bbuildings?\b/],
  [/診療科/, /\bdepartments?\b|\bspecialt(?:y|ies)\b|\bclinics?\b/],
  [/保険/, /\binsurances?\b/],
  [/メーター|計器/, /\bmeters?\b/],
  [/病棟/, /\bwards?\b/],
];

export const termPairs: readonly Pair[] = [...measureTerms, ...openTerms, ...groupTerms];
