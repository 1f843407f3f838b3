import assert from "node:assert/strict";
import type { SessionModel } from "../../../../src/jupyter/rest/sessions.ts";
import { KnownSessions } from "../../../../src/jupyter/sessions/known_sessions.ts";

function session(id: string, path = "a.ipynb"): SessionModel {
  return { id, path, name: path, type: "notebook", kernel: { id: `kernel of ${id}`, name: "python3" } };
}

Deno.test("KnownSessions finds a session by all that a caller may call it", () => {
  const known = new KnownSessions();
  known.keep(session("12345678-old"));
  for (const reference of ["12345678-old", "123456", "a.ipynb", "a"]) {
    assert.deepEqual(known.named(reference).map(({ id }) => id), ["12345678-old"], reference);
  }
  assert.deepEqual(known.named("b.ipynb"), []);
});

Deno.test("KnownSessions knows a session that was replaced, and replaced again, by every id it had", () => {
  const known = new KnownSessions();
  const ids = ["11111111-a", "22222222-b", "33333333-c"] as const;
  known.keep(session(ids[0]));
  known.replace(ids[0], ids[1]);
  known.keep(session(ids[1]));
  known.replace(ids[1], ids[2]);
  const now = session(ids[2]);
  known.keep(now);
  for (const id of ids) {
    assert.equal(known.idFor(id, [now]), ids[2]);
    assert.equal(known.idFor(id.slice(0, 6), [now]), id === ids[2] ? id.slice(0, 6) : ids[2]);
    assert.equal(known.get(id), now);
    for (const reference of [id, id.slice(0, 6)]) assert.deepEqual(known.named(reference), [now]);
  }
  known.forget(ids[2]);
  assert.equal(known.idFor(ids[0], []), ids[0]);
});

Deno.test("KnownSessions takes a live session's name for that session, also if an old id begins like it", () => {
  const known = new KnownSessions();
  known.replace("abcdef-old", "fedcba-new");
  assert.equal(known.idFor("abcdef", [{ ...session("fedcba-new"), name: "abcdef" }]), "abcdef");
});

Deno.test("KnownSessions follows a notebook that is renamed", () => {
  const known = new KnownSessions();
  known.keep(session("12345678", "a.ipynb"));
  known.refresh([session("12345678", "b.ipynb"), session("87654321", "c.ipynb")]);
  assert.equal(known.get("12345678")?.path, "b.ipynb");
  assert.equal(known.get("87654321"), undefined);
});
