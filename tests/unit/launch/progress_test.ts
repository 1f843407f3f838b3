import assert from "node:assert/strict";
import { type SetupEvent, stderrReport } from "../../../src/launch/progress.ts";

/** Plays events at the given seconds and gives what is written. */
function play(isTerminal: boolean, events: readonly (readonly [number, SetupEvent])[]): string {
  let written = "";
  let clock = 0;
  const report = stderrReport({ isTerminal, write: (text) => written += text, now: () => clock });
  for (const [seconds, event] of events) {
    clock = seconds * 1000;
    report(event);
  }
  return written;
}

const events: readonly (readonly [number, SetupEvent])[] = [
  [0, { kind: "phase", text: "Installing" }],
  [1, { kind: "progress", text: "5 found" }],
  [11, { kind: "progress", text: "90 found" }],
  [12, { kind: "done", text: "Installed 113 packages" }],
  [12, { kind: "note", text: "Ready" }],
];

Deno.test("stderrReport writes whole lines to a log, and progress every ten seconds", () => {
  assert.equal(
    play(false, events),
    "… Installing\n… Installing: 90 found, 11 s\n✓ Installed 113 packages (12 s)\nReady\n",
  );
});

Deno.test("stderrReport keeps the open line up to date on a terminal", () => {
  const written = play(true, events);
  assert(written.includes("\r\x1b[K… Installing: 5 found, 1 s\r\x1b[K… Installing: 90 found, 11 s"));
  assert(written.endsWith("\r\x1b[K✓ Installed 113 packages (12 s)\n\r\x1b[KReady\n"));
});
