import assert from "node:assert/strict";
import { painter } from "../../../src/launch/terminal.ts";

Deno.test("painter colours only on a terminal whose person wants it", () => {
  assert.equal(painter({ env: {}, isTerminal: true })("x", "red"), "\x1b[31mx\x1b[0m");
  assert.equal(painter({ env: { NO_COLOR: "" }, isTerminal: true })("x", "red"), "\x1b[31mx\x1b[0m");
  assert.equal(painter({ env: { NO_COLOR: "1" }, isTerminal: true })("x", "red"), "x");
  assert.equal(painter({ env: { TERM: "dumb" }, isTerminal: true })("x", "red"), "x");
  assert.equal(painter({ env: {}, isTerminal: false })("x", "red"), "x");
});
