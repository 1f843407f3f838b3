/** An analysis with figures, explained together with exact numbers. */

import { bilingual, quoted, sessionStep } from "./bilingual.ts";

export const analysisWithFigures = bilingual({
  name: "analysis_with_figures",
  arguments: ["path", "question", "session"],
  uses: [
    "session_create",
    "session_connect",
    "data_preview",
    "execute_code",
    "get_dataframe_info",
    "get_image_resource",
    "session_delete",
  ],
  en: {
    title: "Analyse a data file with figures",
    description:
      "Load a data file, draw figures, look at each one and explain it together with exact numbers",
    flow: ({ path, question, session_id }) => ({
      opening: `Analyse the data file ${quoted(path)} in my Jupyter and show me figures. ` +
        (question === undefined ? "Show what is remarkable about it." : `I want to see: ${quoted(question)}`),
      steps: [
        sessionStep("en", session_id),
        "Look at the file with data_preview, load it with execute_code, and check it with get_dataframe_info.",
        "Draw with execute_code: one question per figure, with a title, units and labelled axes.",
        "Look at every figure that comes back; one that was left out of the reply is in its `images`, and " +
        "get_image_resource shows it. Compare it with what the code should draw, and fix what is wrong.",
        "A figure shows trends, outliers and comparisons; exact values cannot be read from it. Print the " +
        "numbers that you mention in the same run.",
        session_id === undefined
          ? "Explain each figure with its numbers. Ask whether I am done, then end the session with session_delete."
          : "Explain each figure with its numbers. Leave my session running.",
      ],
    }),
  },
  ja: {
    title: "グラフを使ってデータを分析する",
    description: "データファイルを読み込み、グラフを描き、正確な数値とともに一つずつ説明します",
    flow: ({ path, question, session_id }) => ({
      opening: `私のJupyterでデータファイル ${quoted(path)} を分析し、グラフを見せてください。` +
        (question === undefined ? "注目すべき点を示してください。" : `見たいこと: ${quoted(question)}`),
      steps: [
        sessionStep("ja", session_id),
        "data_preview でファイルを確認し、execute_code で読み込み、get_dataframe_info で構造を確認する。",
        "execute_code でグラフを描く。一つのグラフで一つの問いに答え、題名、単位、軸ラベルを付ける。",
        "返ってきたグラフを必ずすべて見る。応答に含まれなかった画像は `images` にあり、get_image_resource で表示できる。コードの意図どおりに描かれているか確認し、誤りは直す。",
        "グラフからは傾向、外れ値、比較を読み取る。正確な値は読み取れないので、説明に使う数値は同じ実行の中で出力する。",
        session_id === undefined
          ? "グラフを数値とともに日本語で説明する。終わってよいか私に確認してから session_delete でセッションを終了する。"
          : "グラフを数値とともに日本語で説明する。私のセッションは終了しない。",
      ],
    }),
  },
});
