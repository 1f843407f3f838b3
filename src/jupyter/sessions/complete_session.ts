/** Ways to name a running session that begin with what a person has typed. */

import { AppError } from "../../errors.ts";
import { notebookPathOf } from "./session_reference.ts";
import type { Sessions } from "../sessions.ts";

/** Notebook paths and names first, as people know those; then ids. None where Jupyter cannot be asked. */
export async function completeSession(sessions: Sessions, value: string): Promise<readonly string[]> {
  const begin = value.toLowerCase();
  try {
    const all = await sessions.list();
    const words = all.flatMap((session) => [notebookPathOf(session) ?? "", session.name]);
    return [...new Set([...words.toSorted(), ...all.map(({ id }) => id)])]
      .filter((word) => word !== "" && word.toLowerCase().startsWith(begin));
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
