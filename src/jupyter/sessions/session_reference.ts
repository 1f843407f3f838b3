/**
 * Which session a caller means: an id, an unambiguous prefix of six or more characters, a name, or a notebook path.
 */

import { AppError } from "../../base/errors.ts";
import { bySimilarity } from "../../base/similarity.ts";
import { withoutDots } from "../rest/file_path.ts";
import type { SessionModel } from "../rest/sessions.ts";

const minPrefixLength = 6;
const maxListed = 10;

interface FindOptions {
  /** Sessions that were used, some of which may be gone: to distinguish those from unknown ones. */
  readonly used?: readonly SessionModel[];
  /** What the caller wrote, if the reference was derived from that. */
  readonly asked?: string;
}

/** The session that `reference` matches; throws `session_not_found` with a list of what exists. */
export function findSession(
  sessions: readonly SessionModel[],
  reference: string,
  { used = [], asked = reference }: FindOptions = {},
): SessionModel {
  const found = matchingSessions(sessions, reference);
  const [first] = found;
  if (first === undefined) {
    const state = matchingSessions(used, reference).length === 0
      ? "no session matches"
      : "it is gone with its kernel: it was ended, or Jupyter was restarted";
    throw sessionNotFound(asked, sessions, state);
  }
  if (found.length > 1) throw sessionNotFound(asked, found, `${found.length} sessions match`);
  return first;
}

export function sessionNotFound(reference: string, listed: readonly SessionModel[], state: string): AppError {
  return new AppError("session_not_found", `Cannot find session "${reference}": ${state}`, {
    hint: listed.length === 0
      ? "Call session_create to start one"
      : "Use one of the sessions in `available`, or call session_create to start one",
    details: { available: nearest(listed, reference).slice(0, maxListed).map(brief) },
  });
}

/** Sorted by how similar their id, name or notebook is to the reference. */
function nearest(sessions: readonly SessionModel[], reference: string): SessionModel[] {
  const nearestName = ({ id, name, path }: SessionModel) =>
    bySimilarity([id, name ?? "", path], reference, (text) => text)[0] ?? "";
  return bySimilarity(sessions, reference, nearestName);
}

/** The path of the notebook that a session belongs to, if any. */
export function notebookPathOf(session: SessionModel): string | null {
  if (session.type !== "notebook") return null;
  // JupyterLab and VS Code register some sessions under a path with a suffix: "a.ipynb-0f1e…", "a-jvsc-….ipynb".
  return session.path.replace(/(\.ipynb)-[0-9a-f-]{8,}$/i, "$1").replace(
    /-jvsc-[0-9a-f-]{8,}\.?ipynb$/i,
    ".ipynb",
  );
}

/** A path as Jupyter knows it: relative to its root, with `.ipynb`. */
export function notebookPath(path: string): string {
  const relative = withoutDots(path);
  return relative.toLowerCase().endsWith(".ipynb") ? relative : `${relative}.ipynb`;
}

/** All sessions that `reference` matches, by the most specific kind of match that finds any. */
export function matchingSessions(
  sessions: readonly SessionModel[],
  reference: string,
): readonly SessionModel[] {
  const tests: ((session: SessionModel) => boolean)[] = [
    (session) => session.id === reference,
    // Many notebooks have the same name, in different folders: the exact path comes first.
    (session) => notebookPathOf(session) === withoutDots(reference),
    (session) => reference !== "" && session.name === reference,
    (session) => notebookPathOf(session) === notebookPath(reference),
    (session) => isPrefixOf(reference, session.id),
  ];
  for (const test of tests) {
    const found = sessions.filter(test);
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether this is a prefix of an id, and long enough. */
export function isPrefixOf(reference: string, id: string): boolean {
  return reference.length >= minPrefixLength && id.startsWith(reference);
}

function brief(session: SessionModel) {
  return { session_id: session.id, name: session.name, notebook_path: notebookPathOf(session) };
}
