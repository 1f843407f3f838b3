/** Completions for references to running sessions and their notebooks. Empty if Jupyter cannot be reached. */

import { orIfAppError } from "../../base/errors.ts";
import { nameOf } from "../rest/file_path.ts";
import type { SessionModel } from "../rest/sessions.ts";
import { notebookPathOf } from "./session_reference.ts";
import type { Sessions } from "./sessions.ts";

/** Notebook paths and names first, since people know those; then ids. */
export async function completeSession(sessions: Sessions, value: string): Promise<readonly string[]> {
  const all = await listed(sessions);
  const words = all.flatMap((session) => [notebookPathOf(session) ?? "", session.name]);
  return [...new Set([...words.toSorted(), ...all.map(({ id }) => id)])]
    .filter((word) => word !== "" && begins(word, value));
}

/** The notebooks that have a kernel, by the beginning of their path or name: no one types out a folder. */
export async function completeRunning(sessions: Sessions, value: string): Promise<readonly string[]> {
  const paths = (await listed(sessions)).flatMap((session) => notebookPathOf(session) ?? []);
  return [...new Set(paths.toSorted())].filter((path) => begins(path, value) || begins(nameOf(path), value));
}

function begins(word: string, value: string): boolean {
  return word.toLowerCase().startsWith(value.toLowerCase());
}

function listed(sessions: Sessions): Promise<readonly SessionModel[]> {
  return sessions.list().catch(orIfAppError([]));
}
