/** From a data file to findings with numbers. */

import { bilingual, quoted, sessionStep } from "./bilingual.ts";

export const basicAnalysis = bilingual({
  name: "basic_analysis",
  arguments: ["path", "question", "session"],
  uses: [
    "session_create",
    "session_connect",
    "data_preview",
    "execute_code",
    "get_variables",
    "get_dataframe_info",
    "notebook_add_cell",
    "session_delete",
  ],
  en: {
    title: "Analyse a data file",
    description: "Load a data file, inspect its structure, analyse it and report the findings",
    flow: ({ path, question, session_id }) => ({
      opening: `Analyse the data file ${quoted(path)} in my Jupyter. ` +
        (question === undefined
          ? "Tell me what is remarkable about it."
          : `I want to know: ${quoted(question)}`),
      steps: [
        sessionStep("en", session_id),
        "Look at the file with data_preview, then load it with execute_code.",
        "Check its structure with get_variables and get_dataframe_info: types, missing values, odd values. " +
        "Say what you clean and why.",
        "Analyse in small steps with execute_code. Print every number that you are going to mention.",
        "If a result is worth keeping, put it into a notebook with notebook_add_cell.",
        session_id === undefined
          ? "Tell me the findings with their numbers, and what the data cannot say. Ask whether I am done, then end the session with session_delete."
          : "Tell me the findings with their numbers, and what the data cannot say. Leave my session running.",
      ],
    }),
  },
  ja: {
    title: "データファイルを分析する",
    description: "データファイルを読み込み、構造を確認し、分析して結果を説明します",
    flow: ({ path, question, session_id }) => ({
      opening: `私のJupyterでデータファイル ${quoted(path)} を分析してください。` +
        (question === undefined ? "注目すべき点を教えてください。" : `知りたいこと: ${quoted(question)}`),
      steps: [
        sessionStep("ja", session_id),
        "data_preview でファイルを確認してから、execute_code で読み込む。",
        "get_variables と get_dataframe_info で構造（型、欠損値、異常値）を確認する。前処理をする場合は内容と理由を述べる。",
        "execute_code で少しずつ分析する。説明に使う数値は必ず出力する。",
        "残す価値のある結果は notebook_add_cell でノートブックに記録する。",
        session_id === undefined
          ? "結果を数値とともに日本語で説明し、データからは言えないことも述べる。終わってよいか私に確認してから session_delete でセッションを終了する。"
          : "結果を数値とともに日本語で説明し、データからは言えないことも述べる。私のセッションは終了しない。",
      ],
    }),
  },
});
