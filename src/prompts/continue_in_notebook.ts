/** Continues work in a notebook that the user has open, in the same kernel and visibly. */

import { bilingual, quoted } from "./bilingual.ts";

export const continueInNotebook = bilingual({
  name: "continue_in_notebook",
  arguments: ["notebookPath", "task"],
  uses: [
    "session_connect",
    "session_create",
    "notebook_get",
    "get_variables",
    "notebook_add_cell",
    "notebook_edit_cell",
  ],
  en: {
    title: "Continue in my notebook",
    description: "Join the notebook that you have open, in its own kernel, and continue from there",
    flow: ({ notebook_path, task }) => ({
      opening: `Continue in my notebook ${quoted(notebook_path)}, which I may have open in the browser. ` +
        (task === undefined
          ? "Tell me the current state, and propose what to do next before you do it."
          : `What to do: ${quoted(task)}`),
      steps: [
        "Join its kernel with session_connect and notebook_path. If it has none, session_create with the " +
        "same notebook_path starts one.",
        "Read it with notebook_get, first as an outline, then the cells that matter. See with get_variables " +
        "what is defined: use that instead of computing it again.",
        "Add what is new as cells with notebook_add_cell and `execute: true`, a heading or a sentence in " +
        "Markdown before each step. I see them appear; if the reply is `conflict` because my page does not share " +
        "the notebook, ask me to save and close it first.",
        "Change my cells only if the task requires it, with notebook_edit_cell and `expected_source`, and " +
        "say which. Do not delete any, and never restart or interrupt the kernel without asking.",
        "Tell me what you added, what it shows with numbers, and whether, according to the replies, I see it live, " +
        "after a reload, or not at all. Leave the session running.",
      ],
    }),
  },
  ja: {
    title: "開いているノートブックで続ける",
    description: "開いているノートブックに同じカーネルで参加し、続きを行います",
    flow: ({ notebook_path, task }) => ({
      opening:
        `私のノートブック ${
          quoted(notebook_path)
        } で続きをしてください。ブラウザで開いているかもしれません。` +
        (task === undefined
          ? "現在の状況を説明し、次に行うことを実行前に提案してください。"
          : `行うこと: ${quoted(task)}`),
      steps: [
        "session_connect に notebook_path を渡して、そのカーネルに接続する。カーネルがなければ、同じ notebook_path で session_create を呼ぶ。",
        "notebook_get で、まず概要、次に必要なセルを読む。get_variables で定義済みの変数を確認し、再計算せずに使う。",
        "新しい内容は notebook_add_cell と `execute: true` でセルとして追加する。各段階の前に見出しか説明をMarkdownで入れる。私の画面にも表示される。",
        "私のセルは、作業に必要な場合だけ notebook_edit_cell と `expected_source` で変更し、どれを変えたか述べる。削除はしない。確認なしにカーネルを再起動したり中断したりしない。",
        "追加した内容と結果を数値とともに日本語で説明し、私の画面に即時に見えるか、再読み込み後か、見えないかを応答に基づいて伝える。セッションは終了しない。",
      ],
    }),
  },
});
