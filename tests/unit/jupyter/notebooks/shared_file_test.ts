import assert from "node:assert/strict";
import { changeWithin, type FiledRoom, SharedFile } from "../../../../src/jupyter/notebooks/shared_file.ts";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";
const target = { url: "http://jupyter.test:8888/", token: "token", origin: "given" } as const;
const room: FiledRoom = {
  path: "a.ipynb",
  fileHash: undefined,
  isDirty: false,
  isLive: true,
  isWhole: true,
  flush: () => Promise.resolve(),
  read: () => ({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] }),
  onChange: () => () => {},
};

function fileOf(answer: (url: URL) => Promise<Response>, at: FiledRoom = room) {
  const http = new JupyterHttp({ target, fetch: (input) => answer(new URL(String(input))) });
  return { http, file: new SharedFile(at, { http, path: "a.ipynb" }) };
}

Deno.test("SharedFile keeps nobody waiting who has gone, and looks at the file for the others", async () => {
  const looked = Promise.withResolvers<Response>();
  const { http, file } = fileOf(() => looked.promise);
  const caller = new AbortController();
  const impatient = file.ensureNotebook(caller.signal);
  const patient = file.ensureNotebookNowAndThen();
  caller.abort();
  await assert.rejects(impatient, { name: "AbortError" });
  looked.resolve(Response.json({ message: "gone" }, { status: 404 }));
  await patient;
  http.close();
});

Deno.test("SharedFile reads a file whose hash the server does not tell once after each change by others", async () => {
  let [reads, saves] = [0, 0];
  const { http, file } = fileOf((url) => {
    const isBrief = url.searchParams.get("content") === "0";
    if (!isBrief) reads++;
    const model = {
      name: "a.ipynb",
      path: "a.ipynb",
      type: "notebook",
      last_modified: `${saves}`,
      hash: null,
    };
    const content = isBrief ? null : JSON.stringify(room.read());
    return Promise.resolve(Response.json({ ...model, size: 2_000, format: "text", content, writable: true }));
  });
  const readsNow = async () => {
    await file.awaitDocument(undefined);
    await file.ensureNotebook();
    return reads;
  };
  const once = await readsNow();
  assert.ok(once > 0);
  assert.equal(await readsNow(), once);
  saves++;
  await file.noteSaved();
  assert.equal(await readsNow(), once, "what the server has written for us");
  saves++;
  assert.ok(await readsNow() > once, "what others have written");
  http.close();
});

for (const isDirty of [true, false]) {
  Deno.test(`SharedFile ${isDirty ? "does not look" : "looks"} again before the last change of a document that is ${isDirty ? "unsaved" : "saved"} since a look`, async () => {
    let looks = 0;
    const { http, file } = fileOf(() => {
      looks++;
      return Promise.resolve(Response.json({ message: "gone" }, { status: 404 }));
    }, { ...room, isDirty });
    await file.ensureNotebookAtLast();
    assert.equal(looks, 1, "nothing was looked at before");
    await file.ensureNotebookAtLast();
    assert.equal(looks, isDirty ? 1 : 2);
    http.close();
  });
}

Deno.test("SharedFile does not take a run for saved whose count the file does not have", async () => {
  const cell = { id: "a", cell_type: "code", source: "1", metadata: {}, outputs: [] };
  const notebook = (count: number | null) => ({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [{ ...cell, execution_count: count }],
  });
  let onDisk = notebook(null);
  const answer = () => {
    const place = { name: "a.ipynb", path: "a.ipynb", type: "notebook", last_modified: "1", size: 2_000 };
    return Promise.resolve(Response.json({ ...place, hash: "h", content: JSON.stringify(onDisk) }));
  };
  const http = new JupyterHttp({ target, fetch: answer });
  const after = notebook(1);
  const plan = { before: after, after, touched: [], isMove: false };
  const options = { ran: ["a"], signal: undefined };
  const holds = (fileHash?: string) =>
    new SharedFile({ ...room, fileHash, read: () => after }, { http, path: "a.ipynb" }).holds(plan, options);
  assert.equal(await holds(), false);
  assert.equal(await holds("h"), true, "the hash in the document proves it");
  onDisk = after;
  assert.equal(await holds(), true);
  http.close();
});

/** A document that never changes, and how many watch it. */
function stillDocument() {
  let watchers = 0;
  return {
    onChange() {
      watchers++;
      return () => watchers--;
    },
    get watchers() {
      return watchers;
    },
  };
}

Deno.test("changeWithin ends with its caller, at once where that one has gone already", async () => {
  const document = stillDocument();
  const caller = new AbortController();
  const waiting = changeWithin(document, 60_000, caller.signal);
  caller.abort();
  await assert.rejects(waiting, { name: "AbortError" });
  await assert.rejects(changeWithin(document, 60_000, caller.signal), { name: "AbortError" });
  assert.equal(document.watchers, 0);
});

Deno.test("changeWithin comes to an end on a document that does not change", async () => {
  const document = stillDocument();
  await changeWithin(document, 1, new AbortController().signal);
  assert.equal(document.watchers, 0);
});

Deno.test("SharedFile tells once that the server has overwritten what was put in place of the notebook", async () => {
  const now = { content: "MY TEXT", hash: "mine", fileHash: "first" };
  const at: FiledRoom = {
    ...room,
    get fileHash() {
      return now.fileHash;
    },
  };
  const { http, file } = fileOf((url) => {
    const content = url.searchParams.get("content") === "0" ? null : now.content;
    const model = { name: "a.ipynb", path: "a.ipynb", type: "notebook", last_modified: now.hash, size: 7 };
    return Promise.resolve(
      Response.json({ ...model, hash: now.hash, format: "text", content, writable: true }),
    );
  }, at);
  const change = (content: string, hash: string) => Object.assign(now, { content, hash });
  const notebook = JSON.stringify(room.read());
  await assert.rejects(file.ensureNotebook(), { code: "not_a_notebook" });
  assert.equal(file.takeOverwritten(), false, "it is still there");
  change(notebook, "first");
  await file.ensureNotebook();
  now.fileHash = "second";
  assert.equal(file.takeOverwritten(), false, "someone had put the notebook back");

  change("MY TEXT", "mine again");
  await assert.rejects(file.ensureNotebook(), { code: "not_a_notebook" });
  change(notebook, "third");
  now.fileHash = "third";
  await file.ensureNotebook();
  assert.deepEqual([file.takeOverwritten(), file.takeOverwritten()], [true, false]);
  http.close();
});
