/** Progress of a long-running command, as shown at a terminal or in a log. */

import { writeText } from "./terminal.ts";

export type SetupEvent =
  /** A phase begins; the one before is over. */
  | { readonly kind: "phase"; readonly text: string }
  /** Progress within the phase. */
  | { readonly kind: "progress"; readonly text: string }
  /** The phase is over, with its result. */
  | { readonly kind: "done"; readonly text: string }
  /** Information outside of any phase. */
  | { readonly kind: "note"; readonly text: string };

export type SetupReport = (event: SetupEvent) => void;

interface StderrReportOptions {
  readonly isTerminal?: boolean;
  readonly write?: (text: string) => void;
  readonly now?: () => number;
}

/** Milliseconds between two progress lines, in a log and on a terminal. */
const intervals = { log: 10_000, terminal: 100 } as const;

/** Shows a line for each phase with its duration; on a terminal the current one is updated in place. */
export function stderrReport(options: StderrReportOptions = {}): SetupReport {
  const { isTerminal = Deno.stderr.isTerminal(), write = writeText, now = () => performance.now() } = options;
  let phase = { text: "", began: now(), shown: now() };
  const seconds = () => `${((now() - phase.began) / 1000).toFixed(0)} s`;
  const line = (text: string) => write(isTerminal ? `\r\x1b[K${text}\n` : `${text}\n`);
  const open = (text: string) => isTerminal ? write(`\r\x1b[K${text}`) : write(`${text}\n`);
  return (event) => {
    switch (event.kind) {
      case "phase":
        phase = { text: event.text, began: now(), shown: now() };
        return open(`… ${event.text}`);
      case "progress":
        if (now() - phase.shown < (isTerminal ? intervals.terminal : intervals.log)) return;
        phase = { ...phase, shown: now() };
        return open(`… ${phase.text}: ${event.text}, ${seconds()}`);
      case "done":
        return line(`✓ ${event.text} (${seconds()})`);
      case "note":
        return line(event.text);
    }
  };
}
