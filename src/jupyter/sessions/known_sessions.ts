/**
 * The sessions that we have used: a warm one costs no request, one that has gone is told from one that never was, and one
 * whose kernel was beyond restarting is known by its old id for as long as the session lives that took its place.
 */

import type { SessionModel } from "../rest/sessions.ts";
import { isPrefixOf, matchingSessions } from "./session_reference.ts";

export class KnownSessions {
  readonly #sessions = new Map<string, SessionModel>();
  /** The ids of sessions that took the place of others, by the ids of those. */
  readonly #successors = new Map<string, string>();

  /** The session of this id, or the one in its place. */
  get(id: string): SessionModel | undefined {
    return this.#sessions.get(this.#successors.get(id) ?? id);
  }

  get all(): readonly SessionModel[] {
    return [...this.#sessions.values()];
  }

  /** Those that a reference of any kind names. */
  named(reference: string): readonly SessionModel[] {
    return matchingSessions(this.all, this.idFor(reference, this.all));
  }

  keep(session: SessionModel): void {
    this.#sessions.set(session.id, session);
  }

  /** A person who renames a notebook takes its session along. */
  refresh(sessions: readonly SessionModel[]): void {
    for (const one of sessions) if (this.#sessions.has(one.id)) this.#sessions.set(one.id, one);
  }

  /** What a reference means among the sessions that are there: an id whose session was replaced, the new one's. */
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

  /** The old ids stand for the new session from now on. */
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
