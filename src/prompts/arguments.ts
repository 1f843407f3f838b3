/** The arguments of prompts, described in both languages, with their completions. */

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

interface BilingualArgument extends Pick<PromptArgument, "name" | "complete"> {
  readonly required?: boolean;
  readonly en: string;
  readonly ja: string;
}

export type ArgumentName = "path" | "notebookPath" | "question" | "task" | "session" | "endedSession";

export const promptArguments: Readonly<Record<ArgumentName, BilingualArgument>> = {
  path: {
    name: "path",
    en: "The data file on the Jupyter server, such as data/sales.csv",
    ja: "Jupyterサーバー上のデータファイル。例: data/sales.csv",
    required: true,
    complete: ofPath,
  },
  notebookPath: {
    name: "notebook_path",
    en: "The notebook to work in, such as report.ipynb",
    ja: "作業するノートブック。例: report.ipynb",
    required: true,
    complete: ofNotebook,
  },
  question: {
    name: "question",
    en: "What you want to know about the data",
    ja: "データについて知りたいこと",
  },
  task: {
    name: "task",
    en: "What to do next in the notebook",
    ja: "ノートブックで次に行うこと",
  },
  session: {
    name: "session_id",
    en: "A running session to work in: its id, name or notebook path; a new one if left out",
    ja: "使用する実行中のセッション（ID、名前、ノートブックのパス）。省略時は新しく作成",
    complete: ofSession,
  },
  endedSession: {
    name: "session_id",
    en: "The session to end: its id, name or notebook path; those started here if left out",
    ja: "終了するセッション（ID、名前、ノートブックのパス）。省略時はここで開始したもの",
    complete: ofSession,
  },
};
