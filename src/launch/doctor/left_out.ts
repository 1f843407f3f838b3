/** The checks that were not made, named all the same: a program that reads the JSON finds each of them, always. Pure. */

import type { Check } from "./check.ts";

/** The name of every check that a running server gets. */
const names = [
  "Jupyter",
  "Proxy",
  "Address",
  "TLS",
  "Version",
  "Clock",
  "Token",
  "Kernels",
  "WebSocket",
  "Collaboration",
  "Browser",
  "In Jupyter",
] as const;

export function skippedChecks(made: readonly Check[]): readonly Check[] {
  const failed = made.find(({ state }) => state === "failed");
  const why = failed === undefined ? "no server runs yet" : `${failed.name} failed`;
  const byPassword = made.some(({ name }) => name === "Password");
  return names.filter((name) => !made.some((check) => check.name === name)).map((name) => ({
    name,
    state: "skipped",
    found: name === "Token" && byPassword ? "a password takes its place" : `not looked at, as ${why}`,
  }));
}
