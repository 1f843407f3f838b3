/** Ends what an analysis has left running, and nothing else. */

import { bilingual, quoted } from "./bilingual.ts";

export const cleanUp = bilingual({
  name: "clean_up",
  arguments: ["endedSession"],
  uses: ["session_list", "execution_list", "get_variables", "kernel_interrupt", "session_delete"],
  en: {
    title: "Clean up",
    description: "End the sessions that you no longer need, after checking what would be lost",
    flow: ({ session_id }) => ({
      opening: session_id === undefined
        ? "Clean up what you have started in my Jupyter."
        : `End the session ${quoted(session_id)} in my Jupyter.`,
      steps: [
        session_id === undefined
          ? "List the sessions with session_list. Only those with `ours: true` are yours; leave all others alone."
          : "Find it in session_list, and tell me whether it is yours (`ours`) or mine.",
        "Check with execution_list whether one of your runs is still in progress there. Ask me before you stop it with " +
        "kernel_interrupt.",
        "Check with get_variables what would be lost. Name what is not in a file or a notebook, and ask me " +
        "whether to save it first.",
        "When I agree, end the session with session_delete.",
        "Tell me which sessions have ended, and which are still running.",
      ],
    }),
  },
  ja: {
    title: "後片付けをする",
    description: "失われるものを確認してから、不要になったセッションを終了します",
    flow: ({ session_id }) => ({
      opening: session_id === undefined
        ? "私のJupyterで開始したものを片付けてください。"
        : `私のJupyterのセッション ${quoted(session_id)} を終了してください。`,
      steps: [
        session_id === undefined
          ? "session_list で一覧を取得する。`ours: true` のものだけが対象で、他には触れない。"
          : "session_list でそのセッションを探し、あなたが開始したもの（`ours`）か私のものかを伝える。",
        "execution_list で実行中の処理がないか確認する。kernel_interrupt で止める前に私に確認する。",
        "get_variables で失われる変数を確認する。ファイルやノートブックに保存されていないものを挙げ、先に保存するか私に確認する。",
        "私が同意したら session_delete で終了する。",
        "終了したセッションと、まだ動いているセッションを伝える。",
      ],
    }),
  },
});
