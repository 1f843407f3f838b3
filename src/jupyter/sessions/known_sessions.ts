/**
 * The sessions that we have used: a warm one costs no request, one that is gone is distinguished from one that never
 * existed, and one that was replaced with its kernel is known by its old id for as long as its successor lives.
 */

import type { SessionModel } from "../rest/sessions.ts";
import { isPrefixOf, matchingSessions, notebookPathOf } from "./session_reference.ts";

/** Paths of a notebook before and after. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
}

export class KnownSessions {
  readonly #sessions = new Map<string, SessionModel>();
  /** The ids of sessions that replaced others, by the ids of those. */
  readonly #successors = new Map<string, string>();

  /** The session with this id, or its successor. */
  get(id: string): SessionModel | undefined {
    return this.#sessions.get(this.#successors.get(id) ?? id);
  }

  get all(): readonly SessionModel[] {
    return [...this.#sessions.values()];
  }

  /** The sessions that a reference of any kind matches. */
  named(reference: string): readonly SessionModel[] {
    return matchingSessions(this.all, this.idFor(reference, this.all));
  }

  keep(session: SessionModel): void {
    this.#sessions.set(session.id, session);
  }

  /** Updates what is known: a session follows its notebook when a person renames that. Returns what was renamed. */
  refresh(sessions: readonly SessionModel[]): readonly Renamed[] {
    return sessions.flatMap((one) => {
      const known = this.#sessions.get(one.id);
      if (known === undefined) return [];
      this.#sessions.set(one.id, one);
      const [from, to] = [notebookPathOf(known), notebookPathOf(one)];
      return from === null || to === null || from === to ? [] : [{ from, to }];
    });
  }

  /** Resolves a reference among the existing sessions: the id of a replaced session becomes its successor's. */
  idFor(reference: string, sessions: readonly SessionModel[]): string {
    const exact = this.#successors.get(reference);
    if (exact !== undefined || matchingSessions(sessions, reference).length > 0) return exact ?? reference;
    const old = [...this.#successors].filter(([id]) => isPrefixOf(reference, id));
    const [only, ...others] = new Set(old.map(([, successor]) => successor));
    return only === undefined || others.length > 0 ? reference : only;
  }

  successorOf(id: string): string | undefined {
    return this.#successors.get(id);
  }

  /** The old ids refer to the new session from now on. */
  replace(old: string, session: string): void {
    this.#sessions.delete(old);
    for (const [id, successor] of this.#successors) {
      if (successor === old) this.#successors.set(id, session);
    }
    this.#successors.set(old, session);
  }

  forget(id: string): void {
    this.#sessions.delete(id);
    for (const [old, successor] of this.#successors) if (successor === id) this.#successors.delete(old);
  }
}
