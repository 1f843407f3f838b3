/** The Japanese words that the reader knows, by sense. */

import type { Words } from "./lexicon.ts";

export const japanese: Words = [
  [{ say: "chart", chart: "line" }, "折れ線グラフ|折れ線|折線|線グラフ|ラインチャート|時系列グラフ"],
  [{ say: "chart", chart: "bar" }, "棒グラフ|棒|縦棒グラフ|横棒グラフ|バーチャート|縦棒|横棒"],
  [{ say: "chart", chart: "histogram" }, "ヒストグラム|度数分布|度数分布図"],
  [{ say: "chart", chart: "scatter" }, "散布図|バブルチャート|散布|プロット図"],
  [{ say: "chart", chart: "box" }, "箱ひげ図|箱ひげ|箱髭図|ボックスプロット|四分位"],
  [{ say: "chart", chart: "heatmap" }, "ヒートマップ|マトリックス"],
  [{ say: "chart", chart: "area" }, "面グラフ|積み上げ面グラフ|積み上げ面|エリアチャート"],
  [{ say: "chart", chart: "pie" }, "円グラフ|ドーナツグラフ|パイチャート|帯グラフ"],
  [
    { say: "form", form: "stacked" },
    "積み上げ|積上げ|積み上げて|積み重ね|累積棒|スタック|積み上げ棒グラフ",
  ],
  [{ say: "form", form: "grouped" }, "集合棒グラフ|横に並べて|グループ棒"],
  [
    { say: "form", form: "panels" },
    "パネル|小さなグラフ|小分け|ミニグラフ|スモールマルチプル|個別のグラフ|別々のグラフ|別々に|分割して|それぞれのグラフ|ファセット|別グラフ|1つずつ|一つずつ",
  ],
  [{ say: "form", form: "overlay" }, "重ねて|重ね描き|重ね合わせ|重ねる|重ね"],

  [{ say: "aggregate", aggregate: "sum" }, "合計|総計|総額|総数|合算|トータル|総和|合計値"],
  [{ say: "aggregate", aggregate: "mean" }, "平均|平均値|アベレージ"],
  [{ say: "aggregate", aggregate: "median" }, "中央値|メジアン"],
  [{ say: "aggregate", aggregate: "min" }, "最小|最小値|最低|最低値"],
  [{ say: "aggregate", aggregate: "max" }, "最大|最大値|最高|最高値|ピーク"],
  [
    { say: "count" },
    "件数|個数|回数|人数|台数|本数|行数|頭数|匹数|何件|何人|何個|何回|何台|何本|何頭|何匹|日数|何日|いくつ|レコード数|データ数|数える|数えて|カウント|の数|数",
  ],

  [{ say: "count", distinct: true }, "種類数|の種類数|ユニーク数|異なり数"],

  [
    { say: "intent", intent: "trend" },
    "推移|変化|変動|動き|動向|トレンド|時系列|移り変わり|経過|経年|変遷|伸び|増減|増え|減っ|成長|上がっ|下がっ|経時|時間変化|変わっ|変わり|変わる|動い|増加|減少|上昇|下落|時間とともに|くなっ|くなり|くなる",
  ],
  [{ say: "intent", intent: "distribution" }, "分布|集中|偏り|範囲"],
  [{ say: "intent", intent: "relation" }, "関係|相関|関連|関連性|関係性|影響|相関関係"],
  [{ say: "intent", intent: "compare" }, "比較|比べ|対比|順位|ランキング|違い|順位付け|どちら"],
  [
    { say: "intent", intent: "share" },
    "割合|100%積み上げ|比|構成比|内訳|比率|シェア|構成|占める|占有率|パーセント|百分率|構成割合",
  ],
  [{ say: "intent", intent: "rate" }, "率"],
  [{ say: "intent", intent: "spread" }, "ばらつき|バラツキ|散らばり|外れ値|安定|極端|ばらつき具合"],
  [{ say: "intent", intent: "difference" }, "差|ギャップ|格差|開き"],
  [{ say: "intent", intent: "overview" }, "全体像|俯瞰|一望|一覧|概観|全体の様子"],
  [{ say: "intent", intent: "index" }, "指数化|指数|基準に100|100として"],
  [{ say: "intent", intent: "cumulative" }, "累計|累積|累計値|積算"],
  [{ say: "intent", intent: "season" }, "季節変動|季節性|季節|何月|月の傾向"],

  [
    { say: "group", role: "any", side: "before" },
    "別|別に|別の|ごと|ごとに|ごとの|毎|毎に|毎の|による|によって|により|間|間で|間の|同士|単位|単位で|別で|に応じた|に応じて|別々|有無|の有無",
  ],
  [{ say: "group", role: "any", side: "after" }, "各|どの|全ての|すべての|それぞれの"],
  [
    { say: "group", role: "color", side: "before" },
    "で色分け|色分け|を色で|で塗り分け|で分けて|に分けて|を凡例|で層別|を色に|で区別|の色",
  ],
  [
    { say: "group", role: "color", side: "before", stacked: true },
    "で積み上げ|を積み上げ|別積み上げ|別に積み上げ|ごとに積み上げ",
  ],
  [{ say: "axis", axis: "x" }, "横軸|x軸|エックス軸"],
  [{ say: "axis", axis: "y" }, "縦軸|y軸|ワイ軸"],
  [{ say: "axis", axis: "size" }, "円の大きさ|バブルの大きさ|点の大きさ|大きさ"],
  [{ say: "versus" }, "対|に対する|に対して|vs|v.s."],
  [{ say: "and" }, "と|・|、|や|および|及び|×|かつ|,|／|も"],

  [{ say: "unit", unit: "hour", every: true }, "毎時|1時間ごと|時間ごと|1時間ごとに"],
  [{ say: "unit", unit: "day", every: true }, "毎日|日次|日々|一日ごと"],
  [{ say: "unit", unit: "week", every: true }, "毎週|週次|週間|週に|週あたり"],
  [{ say: "unit", unit: "month", every: true }, "毎月|月次|月間|年月|月に|月あたり"],
  [{ say: "unit", unit: "quarter", every: true }, "四半期"],
  [{ say: "unit", unit: "year", every: true }, "毎年|年次|年間|年度|年に|年あたり"],
  [{ say: "unit", unit: "weekday", every: true }, "曜日"],
  [{ say: "unit", unit: "hour_of_day", every: true }, "時間帯|時刻|時間別|時台"],
  [{ say: "unit", unit: "month_of_year", every: true }, "何月が"],
  [{ say: "unit", unit: "day" }, "日"],
  [{ say: "unit", unit: "week" }, "週"],
  [{ say: "unit", unit: "month" }, "月"],
  [{ say: "unit", unit: "year" }, "年"],
  [
    { say: "unsupported" },
    "月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日|月曜|火曜|水曜|木曜|金曜|土曜|日曜|平日|休日|土日|週末|前年比|前年同月比|対前年比|前月比|成長率|伸び率|増加率|地図",
  ],
  [{ say: "time" }, "時間|日付|時期|期間|日時"],

  [
    { say: "sort", by: "value", descending: true },
    "多い順|降順|大きい順|高い順|大きな順|順に並べ|上位から|ランキング順|長い順|重い順|順に",
  ],
  [
    { say: "sort", by: "value", descending: false },
    "少ない順|昇順|小さい順|低い順|下位から|短い順|安い順|軽い順",
  ],
  [{ say: "sort", by: "label" }, "五十音順|名前順|アルファベット順|ラベル順"],
  [{ say: "sort", by: "data" }, "データの順|表の順|元の順"],
  [
    { say: "most", descending: true },
    "多い|最も多い|一番多い|最多|高い|大きい|最も高い|一番高い|一番大きい|最も大きい|優れた|強い|人気",
  ],
  [
    { say: "most", descending: false },
    "少ない|最も少ない|一番少ない|最少|低い|小さい|最も低い|一番低い|弱い",
  ],
  [{ say: "most", descending: true, measure: "weight" }, "重い|最も重い|一番重い"],
  [{ say: "most", descending: false, measure: "weight" }, "軽い|最も軽い|一番軽い"],
  [{ say: "most", descending: true, measure: "length" }, "長い|最も長い|一番長い"],
  [{ say: "most", descending: false, measure: "length" }, "短い|最も短い|一番短い"],
  [{ say: "most", descending: true, measure: "age" }, "年上|最年長|高齢"],
  [{ say: "most", descending: false, measure: "age" }, "若い|最年少"],
  [{ say: "most", descending: false, measure: "price" }, "安い|最も安い|一番安い"],
  [{ say: "most", descending: true, measure: "speed" }, "速い|最も速い|一番速い"],
  [{ say: "most", descending: false, measure: "speed" }, "遅い"],
  [{ say: "most", descending: true, measure: "temperature" }, "暑い|最も暑い|一番暑い"],
  [{ say: "most", descending: false, measure: "temperature" }, "寒い|最も寒い|一番寒い"],
  [{ say: "top", descending: true }, "上位|トップ|ベスト|top"],
  [{ say: "top", descending: false }, "下位|ワースト"],
  [{ say: "all" }, "全列|全ての列|すべての列|各列|全項目|全系列"],
  [{ say: "rest" }, "残りはその他|その他にまとめ|それ以外はその他|その他"],

  [{ say: "bound", op: ">=", side: "before" }, "以上"],
  [
    { say: "bound", op: ">", side: "before" },
    "超|を超える|を超えた|より大きい|より多い|より高い|より重い|より長い|を上回る|超え",
  ],
  [{ say: "bound", op: "<=", side: "before" }, "以下|以内"],
  [
    { say: "bound", op: "<", side: "before" },
    "未満|より小さい|より少ない|より低い|より軽い|を下回る|より短い|より安い",
  ],
  [{ say: "from" }, "以降|以後|から|より後|からの"],
  [{ say: "to" }, "まで|以前|までの|より前|~|〜"],
  [{ say: "last" }, "直近|過去|ここ|最近|最新|この"],
  [
    { say: "except", side: "before" },
    "以外|を除く|を除いた|を除いて|除外|抜き|を除き|除く|以外の|を外して|ではない|でない",
  ],

  [{ say: "except", side: "after" }, "不|非|未"],

  [{ say: "line", kind: "mean" }, "平均線|平均のライン|平均の線|全体平均|全体の平均"],
  [{ say: "line", kind: "median" }, "中央値の線|中央値線|中央値のライン|全体の中央値"],
  [{ say: "line", kind: "target" }, "目標|目標値|目標線|ターゲット|ノルマ|目標は|目標ライン|基準線|予算"],
  [{ say: "line", kind: "threshold" }, "しきい値|閾値|上限|下限|基準値|限界|警戒値|損益分岐点"],
  [{ say: "line", kind: "moving_average" }, "移動平均|移動平均線|移動平均も"],
  [
    { say: "line", kind: "regression" },
    "回帰直線|回帰線|近似直線|近似曲線|傾向線|トレンドライン|トレンド線|回帰",
  ],
  [{ say: "bins", by: "count" }, "階級|ビン|区間"],
  [{ say: "bins", by: "width" }, "刻み|幅|刻みで|区切り"],
  [{ say: "log" }, "対数目盛|対数|対数軸|ログスケール|対数スケール"],
  [{ say: "zero" }, "ゼロから|0から|原点から|ゼロ起点|0始まり"],

  [
    { say: "nothing" },
    "グラフ|図|チャート|可視化|見せて|見せる|見たい|見て|見る|示して|示す|描いて|描く|表示|して|したい|する|してください|作成|作って|作る|教えて|知りたい|確認|ください|下さい|データ|表|値|様子|形|状況|傾向|結果|全体|どう|なに|何|どこ|どれ|だれ|誰|いつ|ある|ない|いる|なる|この表|ほしい|欲しい|お願い|よろしく|並べて|並べ|分けて|使って|表し|表す|まとめて|まとめ|分析|調べ|一番|最も|もっと|もの|こと|とき|ため|場合|程度|くらい|ぐらい|ほど|など|だけ|のみ|それぞれ|全て|すべて|全部|種類|中|内|用|的|点|軸|色|線|線を|引いて|付けて|つけて|入れて|追加|加え|含め|込み|普段|通常|一般|具合|あたり|当たり|たり|年ごろ|読み取れ|整理|シンプル|簡単|大まか|集計|取得|列|行|項目|絞って|絞り|限定|限って|対象|ところ|うち|場所|現在|今|ずつ|示し|比べて|出して|出す|置いて|置く|取って|取る|とって|とる|にして",
  ],
];
