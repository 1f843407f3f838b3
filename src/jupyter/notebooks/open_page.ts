/**
 * Whether a page of JupyterLab has a notebook open that nobody of it is connected to the kernel of.
 *
 * A page connects to the session of its notebook within seconds. One whose session was ended, or where the person was
 * asked for a kernel and has not answered, has none; it takes up no session that others start later.
 */

export interface PageSigns {
  /** When a layout with the notebook was last written. */
  readonly layoutAt: number | undefined;
  /** When the layout was written of a page that is known to have gone. */
  readonly goneAt?: number | undefined;
  /** The notebook's session, and since when it is there as far as that is known. */
  readonly session: { readonly since: number | undefined } | undefined;
  readonly now: number;
}

/** Milliseconds for a page to connect to its kernel. */
const connectTime = 6_000;
/** Milliseconds: a page that was closed as a whole leaves its layout behind, and must not keep runs unrecorded for long. */
const longestOpen = 3_600_000;

export function mayBeOpenInPage({ layoutAt, goneAt = -Infinity, session, now }: PageSigns): boolean {
  if (layoutAt === undefined || layoutAt <= goneAt || now - layoutAt > longestOpen) return false;
  if (session === undefined || now - layoutAt < connectTime) return true;
  return session.since !== undefined && session.since > layoutAt;
}
