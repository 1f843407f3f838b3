/** The arguments that prompts share, in both languages, with their completions. */

import { completePath } from "../jupyter/files/complete_path.ts";
import { completeRunning, completeSession } from "../jupyter/sessions/complete_session.ts";
import type { PromptArgument } from "../prompt.ts";

const ofPath: PromptArgument["complete"] = (value, { http }) => completePath(http, value);
/** Notebooks with a running kernel come first. */
const ofNotebook: PromptArgument["complete"] = async (value, { http, sessions }) => {
  const [running, paths] = await Promise.all([
    completeRunning(sessions, value),
    completePath(http, value, { ending: ".ipynb" }),
  ]);
  return [...new Set([...running, ...paths])];
};
const ofSession: PromptArgument["complete"] = (value, { sessions }) => completeSession(sessions, value);

export const english = {
  path: {
    name: "path",
    description: "The data file on the Jupyter server, such as data/sales.csv",
    required: true,
    complete: ofPath,
  },
  notebookPath: {
    name: "notebook_path",
    description: "The notebook to work in, such as report.ipynb",
    required: true,
    complete: ofNotebook,
  },
  question: { name: "question", description: "What you want to know about the data", required: false },
  task: { name: "task", description: "What to do next in the notebook", required: false },
  session: {
    name: "session_id",
    description: "A running session to work in: its id, name or notebook path; a new one if left out",
    required: false,
    complete: ofSession,
  },
  endedSession: {
    name: "session_id",
    description: "The session to end: its id, name or notebook path; those started here if left out",
    required: false,
    complete: ofSession,
  },
} as const satisfies Readonly<Record<string, PromptArgument>>;

export const japanese = {
  path: { ...english.path, description: "Jupyterサーバー上のデータファイル。例: data/sales.csv" },
  notebookPath: { ...english.notebookPath, description: "作業するノートブック。例: report.ipynb" },
  question: { ...english.question, description: "データについて知りたいこと" },
  task: { ...english.task, description: "ノートブックで次に行うこと" },
  session: {
    ...english.session,
    description: "使用する実行中のセッション（ID、名前、ノートブックのパス）。省略時は新しく作成",
  },
  endedSession: {
    ...english.endedSession,
    description: "終了するセッション（ID、名前、ノートブックのパス）。省略時はここで開始したもの",
  },
} as const satisfies Readonly<Record<keyof typeof english, PromptArgument>>;
