import assert from "node:assert/strict";
import { type SaveOutcome, saveRoom } from "../../../../src/jupyter/rtc/save_room.ts";
import { Y } from "../../../../src/jupyter/rtc/yjs.ts";

type State = Y.Map<unknown>;

/** What the server does to the document until its answer is there, and until what was on its way is there too. */
interface Server {
  readonly beforeAnswer: (state: State) => void;
  readonly onItsWay: (state: State) => void;
}

async function saveAt({ beforeAnswer, onItsWay }: Server): Promise<SaveOutcome> {
  const doc = new Y.Doc();
  const state = doc.getMap<unknown>("state");
  doc.transact(() => {
    state.set("dirty", true);
    state.set("hash", "of the file as it was");
  });
  const atServer = new Y.Doc();
  Y.applyUpdate(atServer, Y.encodeStateAsUpdate(doc));
  const byServer = (change: (state: State) => void) => {
    change(atServer.getMap<unknown>("state"));
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(atServer));
  };
  return await saveRoom({
    doc,
    asksServer: true,
    connection: {
      save: () => {
        byServer(beforeAnswer);
        return Promise.resolve("success");
      },
      flush: () => {
        byServer(onItsWay);
        return Promise.resolve();
      },
    },
  });
}

const clearMark = (state: State) => state.set("dirty", false);
const setHash = (state: State) => state.set("hash", "of the file as it is");
const dropHash = (state: State) => state.delete("hash");
const nothing = () => {};

Deno.test("saveRoom waits for what the mark means", async (t) => {
  const cases: readonly (readonly [string, Server, SaveOutcome])[] = [
    [
      "all is there",
      { beforeAnswer: (state) => (clearMark(state), setHash(state)), onItsWay: nothing },
      "saved",
    ],
    ["the hash comes after the mark", { beforeAnswer: clearMark, onItsWay: setHash }, "saved"],
    [
      "both come after the answer",
      { beforeAnswer: nothing, onItsWay: (state) => (clearMark(state), setHash(state)) },
      "saved",
    ],
    ["the hash goes after the mark", { beforeAnswer: clearMark, onItsWay: dropHash }, "reloaded"],
    ["no hash is told", { beforeAnswer: clearMark, onItsWay: nothing }, "reloaded"],
  ];
  for (const [name, server, outcome] of cases) {
    await t.step(name, async () => assert.equal(await saveAt(server), outcome));
  }
});

/** A server that puts the first saves off, with success on its lips; returns what came of it, and how often it was asked. */
async function savePutOff(putOff: number, onSave: (atServer: Y.Doc) => void): Promise<[SaveOutcome, number]> {
  const [doc, atServer] = [new Y.Doc(), new Y.Doc()];
  doc.getMap("state").set("dirty", true);
  Y.applyUpdate(atServer, Y.encodeStateAsUpdate(doc));
  let saves = 0;
  const save = () => {
    onSave(atServer);
    if (++saves > putOff) {
      clearMark(atServer.getMap("state"));
      setHash(atServer.getMap("state"));
    }
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(atServer));
    return Promise.resolve("success" as const);
  };
  const connection = { save, flush: () => Promise.resolve() };
  return [await saveRoom({ doc, asksServer: true, connection, random: () => 0 }), saves];
}

Deno.test("saveRoom keeps asking while someone types", async () => {
  const type = (atServer: Y.Doc) => atServer.getText("cell").insert(0, "a");
  assert.deepEqual(await savePutOff(5, type), ["saved", 6]);
  assert.deepEqual(await savePutOff(5, nothing), ["unsaved", 4]);
});

Deno.test("saveRoom waits for what a mark means that comes between two tries", async () => {
  const [doc, atServer] = [new Y.Doc(), new Y.Doc()];
  const state = doc.getMap<unknown>("state");
  state.set("dirty", true);
  setHash(state);
  Y.applyUpdate(atServer, Y.encodeStateAsUpdate(doc));
  const byServer = (change: (state: State) => void) => {
    change(atServer.getMap("state"));
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(atServer));
  };
  let saves = 0;
  const save = () => {
    if (++saves === 2) setTimeout(() => byServer(clearMark));
    return Promise.resolve("success" as const);
  };
  const flush = () => Promise.resolve(state.get("dirty") === false ? byServer(dropHash) : undefined);
  assert.equal(await saveRoom({ doc, asksServer: true, connection: { save, flush } }), "reloaded");
});

Deno.test("saveRoom asks the server again only after what must come before", async () => {
  let asked = 0;
  const save = () => {
    asked++;
    return Promise.resolve("success" as const);
  };
  const saving = saveRoom({
    doc: new Y.Doc(),
    asksServer: true,
    connection: { save, flush: () => Promise.resolve() },
    beforeRetry: () => Promise.reject(new Error("the file is something else by now")),
    random: () => 0,
  });
  await assert.rejects(saving, /something else/);
  assert.equal(asked, 1);
});

Deno.test("saveRoom has a server that saves by itself do so once more if nothing is marked as unsaved", async () => {
  const [doc, atServer] = [new Y.Doc(), new Y.Doc()];
  doc.on("update", (update: Uint8Array, origin: unknown) => {
    if (origin === atServer) return;
    Y.applyUpdate(atServer, update);
    queueMicrotask(() => {
      clearMark(atServer.getMap<unknown>("state"));
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(atServer), atServer);
    });
  });
  const connection = { save: () => assert.fail("is not asked"), flush: () => Promise.resolve() };
  assert.equal(await saveRoom({ doc, asksServer: false, connection }), "saved");
  assert.equal(doc.getMap("state").get("dirty"), false, "the server has seen a mark and taken it away");
});
