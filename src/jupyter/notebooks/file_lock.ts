/**
 * The lock that keeps other processes of this user from writing a notebook file, and what is recorded with it: writes that
 * were made knowing what they replaced, by this process and by others that use the same lock. If such writes alone lead from
 * one state of a file to another, nothing of the first was lost by accident.
 */

import { z } from "zod";

export interface FileLock {
  /** False if no lock could be acquired: other programs of this user may write at the same time. */
  readonly isLocked: boolean;
  /** What the previous holder has recorded. */
  readonly record: string;
  /** @param record What is recorded for the next holder; unchanged if absent. */
  release(record?: string): void;
}

/** Waits until no other process of this user holds the lock of the file with this name. */
export type AcquireFileLock = (name: string) => Promise<FileLock>;

/** States before and after a write, by their hashes. */
const pairs = z.array(z.tuple([z.string(), z.string()]));

const most = 100;

export class KnownWrites {
  #pairs: readonly (readonly [string, string])[] = [];

  /** What is left for others, as text. */
  get record(): string {
    return JSON.stringify(this.#pairs);
  }

  /** Takes over what others have left. */
  take(record: string): void {
    const left = pairs.safeParse(parsed(record)).data ?? [];
    const known = new Set(this.#pairs.map(String));
    this.#keep([...this.#pairs, ...left.filter((pair) => !known.has(String(pair)))]);
  }

  add(before: string, after: string): void {
    this.#keep([...this.#pairs, [before, after]]);
  }

  /** Whether known writes alone lead from one state to the other. */
  lead(from: string, to: string): boolean {
    const reached = new Set([from]);
    for (const [before, after] of this.#pairs) if (reached.has(before)) reached.add(after);
    return reached.has(to);
  }

  #keep(all: readonly (readonly [string, string])[]): void {
    this.#pairs = all.slice(-most);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
