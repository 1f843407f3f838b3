/** What one look of the doctor came to. */

export interface Check {
  readonly name: string;
  readonly state: "ok" | "warning" | "failed" | "skipped";
  /** What was found, in a few words. */
  readonly found: string;
  /** What to do about it, where something is to be done. */
  readonly fix?: string;
}
