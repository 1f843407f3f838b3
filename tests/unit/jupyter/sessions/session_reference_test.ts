import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import type { SessionModel } from "../../../../src/jupyter/rest/sessions.ts";
import {
  findSession,
  notebookPath,
  notebookPathOf,
} from "../../../../src/jupyter/sessions/session_reference.ts";

function session(id: string, path: string, options: { name?: string; type?: string } = {}): SessionModel {
  const { name = path.split("/").at(-1) ?? "", type = "notebook" } = options;
  return { id, path, name, type, kernel: { id: `kernel-${id}`, name: "python3" } };
}

const root = session("0f1e2d3c-1111", "sales.ipynb");
const inFolder = session("0f1e2d3c-2222", "work/sales.ipynb");
const console_ = session("99aabbcc-3333", "jupyter-mcp-1a2b", { name: "scratch", type: "console" });
const all = [root, inFolder, console_];

function thrown(reference: string, sessions: readonly SessionModel[] = all): AppError {
  try {
    findSession(sessions, reference);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("found");
}

Deno.test("findSession takes an id, a name or a notebook path", () => {
  assert.equal(findSession(all, inFolder.id), inFolder);
  assert.equal(findSession(all, "scratch"), console_);
  assert.equal(findSession(all, "work/sales.ipynb"), inFolder);
  assert.equal(findSession(all, "./work/sales"), inFolder);
  assert.equal(findSession(all, "/work/sales.ipynb"), inFolder);
});

Deno.test("findSession takes the exact path where another notebook has the same name", () => {
  assert.equal(findSession(all, "sales.ipynb"), root);
});

Deno.test("findSession takes a session's name before a path that lacks its ending", () => {
  const named = session("aaaaaaaa-4444", "x", { name: "sales", type: "console" });
  assert.equal(findSession([...all, named], "sales"), named);
  assert.equal(findSession(all, "sales"), root);
});

Deno.test("findSession takes an unambiguous prefix of six characters or more", () => {
  assert.equal(findSession(all, "99aabb"), console_);
  assert.equal(findSession(all, "0f1e2d3c-2"), inFolder);
  assert.match(thrown("99aab").message, /"99aab": no session matches/);
});

Deno.test("findSession says which sessions an ambiguous reference could mean", () => {
  const error = thrown("0f1e2d3c");
  assert.equal(error.code, "session_not_found");
  assert.match(error.message, /2 sessions match/);
  assert.deepEqual(error.details["available"], [
    { session_id: root.id, name: "sales.ipynb", notebook_path: "sales.ipynb" },
    { session_id: inFolder.id, name: "sales.ipynb", notebook_path: "work/sales.ipynb" },
  ]);
});

Deno.test("findSession tells a session that has gone from one that never was, however it is named", () => {
  for (const reference of [console_.id, console_.id.slice(0, 8), "scratch"]) {
    assert.throws(
      () => findSession([root], reference, { used: [root, console_] }),
      /: it is gone with its kernel: it was ended, or Jupyter was restarted$/,
    );
  }
  assert.throws(() => findSession([root], "other", { used: [console_] }), /: no session matches$/);
  assert.throws(
    () => findSession([], "99aabbcc", { used: [console_], asked: "old" }),
    /session "old": it is gone/,
  );
});

Deno.test("findSession lists at most ten sessions that exist", () => {
  const many = Array.from({ length: 15 }, (_, number) => session(`id-${number}`, `n${number}.ipynb`));
  const { details, hint } = thrown("nope", many);
  assert.ok(Array.isArray(details["available"]) && details["available"].length === 10);
  assert.match(hint ?? "", /available/);
  assert.match(thrown("nope", []).hint ?? "", /session_create/);
});

Deno.test("findSession takes nothing for a session without a name", () => {
  assert.equal(
    thrown("", [session("12345678", "x", { name: "", type: "console" })]).code,
    "session_not_found",
  );
});

Deno.test("notebookPathOf strips what JupyterLab and VS Code add", () => {
  const uuid = "6f9619ff-8b86-d011-b42d-00c04fc964ff";
  assert.equal(notebookPathOf(session("1", `a/b.ipynb-${uuid}`)), "a/b.ipynb");
  assert.equal(notebookPathOf(session("1", `a/b-jvsc-${uuid}${uuid}.ipynb`)), "a/b.ipynb");
  assert.equal(notebookPathOf(session("1", `a/b-jvsc-${uuid}ipynb`)), "a/b.ipynb");
  assert.equal(notebookPathOf(session("1", "a/b-c.ipynb")), "a/b-c.ipynb");
  assert.equal(notebookPathOf(console_), null);
});

Deno.test("notebookPath is relative to Jupyter's root and ends in .ipynb", () => {
  assert.equal(notebookPath("a"), "a.ipynb");
  assert.equal(notebookPath("/a/b.ipynb"), "a/b.ipynb");
  assert.equal(notebookPath("././a.IPYNB"), "a.IPYNB");
  assert.equal(notebookPath(".hidden/a"), ".hidden/a.ipynb");
  assert.equal(notebookPath("work/./deep//a.ipynb"), "work/deep/a.ipynb");
});
