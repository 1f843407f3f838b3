import assert from "node:assert/strict";
import { JupyterHttp } from "../../../src/jupyter/rest/http.ts";
import { type FiledRoom, SharedFile } from "../../../src/jupyter/shared_file.ts";

const target = { url: "http://jupyter.test:8888/", token: "token", origin: "given" } as const;
const room: FiledRoom = {
  path: "a.ipynb",
  fileHash: undefined,
  isDirty: false,
  isLive: true,
  read: () => ({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [] }),
  onChange: () => () => {},
};

function fileOf(answer: (url: URL) => Promise<Response>) {
  const http = new JupyterHttp({ target, fetch: (input) => answer(new URL(String(input))) });
  return { http, file: new SharedFile(room, { http, path: "a.ipynb" }) };
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

Deno.test("SharedFile does not read a large file whose hash the server does not tell", async () => {
  for (const [size, isRead] of [[2_000_000, false], [2_000, true]] as const) {
    const asked: string[] = [];
    const { http, file } = fileOf((url) => {
      asked.push(url.searchParams.get("content") ?? "");
      const model = { name: "a.ipynb", path: "a.ipynb", type: "notebook", last_modified: "now", size };
      const content = url.searchParams.get("content") === "0" ? null : JSON.stringify(room.read());
      return Promise.resolve(Response.json({ ...model, format: "text", content, writable: true }));
    });
    await file.ensureNotebook();
    await file.awaitDocument(undefined);
    assert.equal(asked.some((content) => content !== "0"), isRead, `${size} bytes: ${asked}`);
    http.close();
  }
});
