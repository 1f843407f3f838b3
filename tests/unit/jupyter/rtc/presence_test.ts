import assert from "node:assert/strict";
import { z } from "zod";
import {
  localState,
  PresenceDetector,
  readCollaborators,
  showCursor,
} from "../../../../src/jupyter/rtc/presence.ts";
import { awarenessProtocol, Y } from "../../../../src/jupyter/rtc/yjs.ts";

function awarenessWith(...states: Record<string, unknown>[]): awarenessProtocol.Awareness {
  const awareness = new awarenessProtocol.Awareness(new Y.Doc());
  awareness.setLocalState(localState);
  states.forEach((state, index) => awareness.getStates().set(index + 1, state));
  return awareness;
}

Deno.test("readCollaborators leaves out ourselves and the server, which has no user", () => {
  const awareness = awarenessWith({}, { autosave: true });
  assert.deepEqual(readCollaborators(awareness), []);
  awareness.destroy();
});

Deno.test("readCollaborators tells persons from programs like this one", () => {
  const awareness = awarenessWith(
    { user: { username: "u1", name: "Ana", display_name: "Ana B" }, documents: ["RTC:a/b.ipynb", "c.ipynb"] },
    { ...localState },
  );
  assert.deepEqual(readCollaborators(awareness), [
    {
      client: 1,
      name: "Ana B",
      isAi: false,
      documents: ["a/b.ipynb", "c.ipynb"],
      cells: [],
      selection: undefined,
    },
    { client: 2, name: "AI (jupyter-mcp)", isAi: true, documents: [], cells: [], selection: undefined },
  ]);
  awareness.destroy();
});

Deno.test("readCollaborators finds the cells in which others have their cursors", () => {
  const source = new Y.Text("x = 1");
  const awareness = awarenessWith();
  awareness.doc.getArray("cells").push([new Y.Map<unknown>([["id", "a"], ["source", source]])]);
  showCursor(awareness, source);
  const { cursors } = JSON.parse(JSON.stringify(awareness.getLocalState()));
  const user = { username: "u1", name: "Ana" };
  awareness.getStates().set(1, { user, cursors });
  awareness.getStates().set(2, { user, cursors: [{ head: "nowhere" }] });
  assert.deepEqual(readCollaborators(awareness).map(({ cells }) => cells), [["a"], []]);
  awareness.destroy();
});

Deno.test("showCursor puts a cursor at the end of a text, and says it once", () => {
  const doc = new Y.Doc();
  const text = doc.getText("source");
  text.insert(0, "x = 1");
  const awareness = new awarenessProtocol.Awareness(doc);
  awareness.setLocalState(localState);
  let said = 0;
  awareness.on("update", () => said++);
  showCursor(awareness, text);
  showCursor(awareness, text);
  const [cursor] = z.array(z.looseObject({ head: z.unknown() })).parse(
    awareness.getLocalState()?.["cursors"],
  );
  const place = Y.createRelativePositionFromJSON(JSON.parse(JSON.stringify(cursor?.head)));
  const found = Y.createAbsolutePositionFromRelativePosition(place, doc);
  assert.equal(found?.type, text);
  assert.equal(found?.index, 5);
  assert.equal(said, 1);
  awareness.destroy();
});

Deno.test("showCursor puts a cursor behind what was changed, where it stays while outputs come", () => {
  const doc = new Y.Doc();
  const text = doc.getText("source");
  text.insert(0, "x = 100\ny = 2");
  const awareness = new awarenessProtocol.Awareness(doc);
  awareness.setLocalState(localState);
  const index = () => {
    const [cursor] = z.array(z.looseObject({ head: z.unknown() })).parse(
      awareness.getLocalState()?.["cursors"],
    );
    const place = Y.createRelativePositionFromJSON(JSON.parse(JSON.stringify(cursor?.head)));
    return Y.createAbsolutePositionFromRelativePosition(place, doc)?.index;
  };
  showCursor(awareness, text, 7);
  assert.equal(index(), 7);
  showCursor(awareness, text);
  assert.equal(index(), 7);
  awareness.destroy();
});

/** A connection over which nothing is heard. */
const silent = { isEchoed: false, ask: () => {}, relays: 0, onRelay: () => () => {}, doubt: () => {} };

Deno.test("PresenceDetector waits longer for a page that is expected, until it is heard", async () => {
  let [time, waits] = [0, 0];
  const link = {
    ...silent,
    get echoed() {
      waits++;
      this.isEchoed = true;
      return Promise.resolve();
    },
  };
  const attendance = new PresenceDetector(link, { now: () => time, isTold: false });
  time = 500;
  await attendance.settled();
  assert.deepEqual([waits, attendance.hasUnnamed], [0, false]);
  await attendance.settled({ isExpected: true });
  assert.deepEqual([waits, attendance.hasUnnamed], [1, true]);
  time = 2_500;
  await attendance.settled({ isExpected: true });
  assert.equal(waits, 1);
});

Deno.test("PresenceDetector does not wait if the server tells who is there", async () => {
  const link = { ...silent, echoed: new Promise<void>(() => {}) };
  const attendance = new PresenceDetector(link, { now: () => 0, isTold: true });
  await attendance.settled({ isExpected: true });
  assert.equal(attendance.hasUnnamed, false);
});
