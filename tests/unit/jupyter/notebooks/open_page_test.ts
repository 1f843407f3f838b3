import assert from "node:assert/strict";
import { mayBeOpenInPage } from "../../../../src/jupyter/notebooks/browser_detector.ts";

const now = 1_000_000_000;
const minutes = (count: number) => now - count * 60_000;

Deno.test("mayHavePage finds no page where no layout has the notebook, or an old one", () => {
  assert.equal(mayBeOpenInPage({ layoutAt: undefined, session: undefined, now }), false);
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(61), session: undefined, now }), false);
});

Deno.test("mayHavePage takes a page without a session for open, also when a session is started later", () => {
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(30), session: undefined, now }), true);
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(30), session: { since: minutes(1) }, now }), true);
});

Deno.test("mayHavePage takes a page for closed that would be connected to its session", () => {
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(30), session: { since: minutes(70) }, now }), false);
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(30), session: { since: undefined }, now }), false);
});

Deno.test("mayHavePage gives a page that was just opened time to connect", () => {
  assert.equal(mayBeOpenInPage({ layoutAt: now - 2_000, session: { since: minutes(70) }, now }), true);
});

Deno.test("mayHavePage believes of a page that has gone only a layout which was written later", () => {
  const session = { since: minutes(1) };
  assert.equal(
    mayBeOpenInPage({ layoutAt: minutes(30), goneAt: minutes(30), session: undefined, now }),
    false,
  );
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(30), goneAt: minutes(30), session, now }), false);
  assert.equal(mayBeOpenInPage({ layoutAt: minutes(29), goneAt: minutes(30), session, now }), true);
});
