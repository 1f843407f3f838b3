import assert from "node:assert/strict";
import { eventually } from "../../../harness/eventually.ts";
import { AppError } from "../../../../src/base/errors.ts";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";
import { NotebookRoom } from "../../../../src/jupyter/rtc/notebook_room.ts";
import { SharedNotebook } from "../../../../src/jupyter/rtc/shared_notebook.ts";
import {
  decodeMessage,
  encodeStep1,
  encodeStep2,
  encodeUpdate,
} from "../../../../src/jupyter/rtc/sync_messages.ts";
import { encoding, Y } from "../../../../src/jupyter/rtc/yjs.ts";

/** A server with one room, as jupyter-collaboration answers; what it does wrong is set by the test. */
class FakeServer implements AsyncDisposable {
  doc = new Y.Doc();
  session = "session-1";
  /** False: the file cannot be written, and yet a save is answered with `success`. */
  writes = true;
  /** Where the next save is cut off: before its answer, or right after an answer that came too early. */
  cutsSave: "unanswered" | "answered" | undefined;
  closeWith: number | undefined;
  isReachable = true;
  /** Answers nothing, and applies nothing. */
  isSilent = false;
  sessionsAsked = 0;
  readonly #sockets = new Set<WebSocket>();
  readonly #server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (!this.isReachable) return new Response("", { status: 500 });
    if (pathname.startsWith("/api/collaboration/session/")) {
      this.sessionsAsked++;
      return Response.json({ fileId: "file", sessionId: this.session });
    }
    assert.equal(pathname, "/api/collaboration/room/json:notebook:file");
    const { socket, response } = Deno.upgradeWebSocket(request);
    this.#serve(socket);
    return response;
  });

  readonly http = new JupyterHttp({
    target: { url: `http://127.0.0.1:${this.#server.addr.port}/`, token: "t", origin: "given" },
  });

  constructor() {
    this.start(["one", "two"]);
  }

  /** A new document, as after a restart. */
  start(sources: readonly string[]): void {
    this.doc = new Y.Doc();
    new SharedNotebook(this.doc).update((empty) => ({
      ...empty,
      cells: sources.map((source) => ({ id: source, cell_type: "code", source, metadata: {} })),
    }));
    this.doc.on("update", (update: Uint8Array) => this.#broadcast(encodeUpdate(update)));
  }

  cut(code?: number): void {
    for (const socket of this.#sockets) socket.close(code);
  }

  tell(message: unknown): void {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, 2);
    encoding.writeVarString(encoder, JSON.stringify(message));
    this.#broadcast(encoding.toUint8Array(encoder));
  }

  sources(): string[] {
    return new SharedNotebook(this.doc).read().cells.map((cell) => cell.source);
  }

  #serve(socket: WebSocket): void {
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      if (this.closeWith !== undefined) return socket.close(this.closeWith, "Error initializing");
      this.#sockets.add(socket);
      socket.send(new Uint8Array(encodeStep1(Y.encodeStateVector(this.doc))));
    };
    socket.onclose = () => this.#sockets.delete(socket);
    socket.onmessage = (event) => this.#receive(socket, new Uint8Array(event.data));
  }

  #receive(socket: WebSocket, frame: Uint8Array): void {
    if (this.isSilent) return;
    const message = decodeMessage(frame);
    if (message.kind === "step1") {
      socket.send(new Uint8Array(encodeStep2(Y.encodeStateAsUpdate(this.doc, message.stateVector))));
    } else if (message.kind === "step2" || message.kind === "update") {
      Y.applyUpdate(this.doc, message.update);
    } else if (message.kind === "raw") {
      const id = frame.at(-1);
      const cutsSave = this.cutsSave;
      this.cutsSave = undefined;
      if (cutsSave === "answered") this.tell({ type: "save", responseTo: id, status: "success" });
      if (cutsSave !== undefined) return this.cut();
      if (this.writes) {
        this.doc.transact(() => {
          this.doc.getMap("state").set("dirty", false);
          this.doc.getMap("state").set("hash", "h");
        });
      }
      this.tell({ type: "save", responseTo: id, status: "success" });
    }
  }

  #broadcast(frame: Uint8Array): void {
    for (const socket of this.#sockets) {
      if (socket.readyState === WebSocket.OPEN) socket.send(new Uint8Array(frame));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await this.#server.shutdown();
    this.http.close();
  }
}

const kind = "jupyter-collaboration" as const;

const append = (id: string, text: string) => (notebook: Notebook): Notebook => ({
  ...notebook,
  cells: notebook.cells.map((cell) => cell.id === id ? { ...cell, source: cell.source + text } : cell),
});

const sources = (room: NotebookRoom) => room.read().cells.map((cell) => cell.source);

function changed(room: NotebookRoom): Promise<void> {
  return new Promise((resolve) => {
    const off = room.onChange(() => {
      off();
      resolve();
    });
  });
}

/** Cuts the connection; it cannot come back before the test lets it. */
async function cut(server: FakeServer, room: NotebookRoom): Promise<void> {
  server.isReachable = false;
  server.cut();
  while (room.isLive) await new Promise((resolve) => setTimeout(resolve, 1));
}

Deno.test("NotebookRoom opens with the document and brings changes to the server", async () => {
  await using server = new FakeServer();
  await using room = await NotebookRoom.open(server.http, "n.ipynb", { kind });
  assert.deepEqual(sources(room), ["one", "two"]);
  room.update(append("one", "!"));
  await room.flush();
  assert.deepEqual(server.sources(), ["one!", "two"]);
});

Deno.test("NotebookRoom shows what others change", async () => {
  await using server = new FakeServer();
  await using room = await NotebookRoom.open(server.http, "n.ipynb", { kind });
  await using other = await NotebookRoom.open(server.http, "n.ipynb", { kind });
  const seen = changed(room);
  other.update(append("two", " more"));
  await seen;
  assert.deepEqual(sources(room), ["one", "two more"]);
});

Deno.test("NotebookRoom believes a save only when the document says so", async () => {
  await using server = new FakeServer();
  await using room = await NotebookRoom.open(server.http, "n.ipynb", { kind });
  room.update(append("one", "!"));
  assert.equal(await room.save(), "saved");
  server.writes = false;
  room.update(append("one", "!"));
  assert.equal(await room.save(), "unsaved");
});

Deno.test("NotebookRoom brings changes made during a cut when it is back in the same session", async () => {
  await using server = new FakeServer();
  await using room = await NotebookRoom.open(server.http, "n.ipynb", { kind });
  await cut(server, room);
  room.update(append("one", " ours"));
  new SharedNotebook(server.doc).update(append("one", " theirs"));
  server.isReachable = true;
  await room.flush();
  assert.deepEqual(server.sources(), sources(room));
  assert.match(sources(room)[0] ?? "", /^one( ours theirs| theirs ours)$/);
  assert.equal(await room.save(), "saved");
});

for (const cutsSave of ["unanswered", "answered"] as const) {
  Deno.test(`NotebookRoom asks for a save again that was cut off ${cutsSave}`, async () => {
    await using server = new FakeServer();
    await using room = await NotebookRoom.open(server.http, "n.ipynb", { kind });
    room.update(append("one", "!"));
    server.cutsSave = cutsSave;
    assert.equal(await room.save(), "saved");
    assert.equal(server.sessionsAsked, 2);
    assert.deepEqual(server.sources(), ["one!", "two"]);
  });
}

Deno.test("NotebookRoom takes a fresh document from a new server, and tells of lost changes once", async () => {
  await using server = new FakeServer();
  await using room = await NotebookRoom.open(server.http, "n.ipynb", { kind });
  server.session = "session-2";
  await cut(server, room);
  room.update(append("one", " lost"));
  server.start(["one", "new"]);
  server.isReachable = true;
  await assert.rejects(room.save(), (error) => error instanceof AppError && error.code === "conflict");
  assert.deepEqual(sources(room), ["one", "new"]);
  assert.deepEqual(server.sources(), ["one", "new"]);
  assert.equal(await room.save(), "saved");
});

Deno.test("NotebookRoom loses nothing to a new server that has all changes", async () => {
  await using server = new FakeServer();
  await using room = await NotebookRoom.open(server.http, "n.ipynb", { kind });
  room.update(append("one", "!"));
  await room.flush();
  server.session = "session-2";
  server.start(["one!", "two"]);
  const replaced = changed(room);
  server.cut();
  await replaced;
  assert.equal(await room.save(), "saved");
  assert.deepEqual(sources(room), ["one!", "two"]);
});

Deno.test("NotebookRoom drops its document when the server speaks of a conflict", async () => {
  await using server = new FakeServer();
  await using room = await NotebookRoom.open(server.http, "n.ipynb", { kind });
  server.tell({ type: "conflict" });
  await assert.rejects(room.save(), (error) => error instanceof AppError && error.code === "conflict");
  // The save may fail before the room has come back.
  await eventually(() => server.sessionsAsked === 2, { what: "the room is entered anew" });
});

Deno.test("NotebookRoom says what is wrong with a notebook that does not open", async () => {
  await using server = new FakeServer();
  for (const [code, expected] of [[4404, "notebook_not_found"], [4400, "not_a_notebook"]] as const) {
    server.closeWith = code;
    await assert.rejects(
      NotebookRoom.open(server.http, "n.ipynb", { kind }),
      (error) => error instanceof AppError && error.code === expected,
    );
  }
});

Deno.test("NotebookRoom does not load a document of too many items, and says how many there are", async () => {
  await using server = new FakeServer();
  await assert.rejects(NotebookRoom.open(server.http, "n.ipynb", { kind, mostItems: 5 }), {
    code: "too_large",
    message: /^Cannot open notebook "n\.ipynb": \d+ items are too many for a shared document$/,
  });
});

Deno.test("NotebookRoom is over when its file is gone", async () => {
  await using server = new FakeServer();
  await using room = await NotebookRoom.open(server.http, "n.ipynb", { kind });
  server.closeWith = 4404;
  await cut(server, room);
  server.isReachable = true;
  await assert.rejects(room.flush(), { code: "notebook_not_found" });
  assert.throws(() => room.read(), { code: "notebook_not_found" });
});

Deno.test("NotebookRoom can be closed while it is cut off", async () => {
  await using server = new FakeServer();
  const room = await NotebookRoom.open(server.http, "n.ipynb", { kind });
  await cut(server, room);
  await room.close();
});

Deno.test("NotebookRoom.open ends when its caller goes", async () => {
  await using server = new FakeServer();
  const gone = new AbortController();
  const opening = NotebookRoom.open(server.http, "n.ipynb", { kind, signal: gone.signal });
  gone.abort(new Error("gone"));
  await assert.rejects(opening, { message: "gone" });
});

Deno.test("NotebookRoom knows who else is there", async () => {
  await using server = new FakeServer();
  await using room = await NotebookRoom.open(server.http, "n.ipynb", { kind });
  assert.deepEqual(await room.presence(), { hasPerson: false, isSilent: false, programs: 0 });
});

Deno.test("NotebookRoom gives a room up that does not answer", async () => {
  await using server = new FakeServer();
  await using room = await NotebookRoom.open(server.http, "n.ipynb", { kind, answerLimit: 50 });
  server.isSilent = true;
  room.update(append("one", "!"));
  const silent = { name: "SilentRoom", code: "conflict" };
  await Promise.all([assert.rejects(room.save(), silent), assert.rejects(room.flush(), silent)]);
  assert.equal(room.isLive, false);
  assert.throws(() => room.read(), silent);
  await assert.rejects(NotebookRoom.open(server.http, "n.ipynb", { kind, answerLimit: 50 }), silent);
});
