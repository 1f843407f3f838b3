/** A room that jupyter-server-documents has stopped serving, while the server itself answers. */

import assert from "node:assert/strict";
import { openDocumentSession, roomAddress } from "../../src/jupyter/rest/collaboration.ts";
import { JupyterHttp } from "../../src/jupyter/rest/http.ts";
import { openRoomSocket, type RoomSocket } from "../../src/jupyter/rtc/sync_connection.ts";
import {
  decodeMessage,
  encodeStep1,
  encodeStep2,
  encodeUpdate,
  type RoomMessage,
} from "../../src/jupyter/rtc/sync_messages.ts";
import { SharedNotebook } from "../../src/jupyter/rtc/shared_notebook.ts";
import { Y } from "../../src/jupyter/rtc/yjs.ts";
import { connect } from "../harness/client.ts";
import { ensureEnvironment, environmentOf } from "../harness/environment.ts";
import { eventually } from "../harness/eventually.ts";
import { type RunningJupyter, startJupyter } from "../harness/jupyter.ts";
import { code, putCells, sourcesOnDisk } from "../harness/notebook.ts";

/** Opens a room as a page does, which asks for the document. */
async function enter(
  { url, token }: RunningJupyter,
  path: string,
  onMessage: (message: RoomMessage, socket: RoomSocket) => void,
): Promise<RoomSocket> {
  const http = new JupyterHttp({ target: { url, token, origin: "given" } });
  const { fileId } = await openDocumentSession(http, { kind: "jupyter-server-documents", path });
  const socket = await openRoomSocket(roomAddress(http, `json:notebook:${fileId}`), {
    headers: http.headers,
    onFrame: (frame) => onMessage(decodeMessage(frame), socket),
    onClose: () => {},
  });
  http.close();
  socket.send(encodeStep1(Y.encodeStateVector(new Y.Doc())));
  return socket;
}

/** Leaves a room as a page that is closed between its question and its answer, with a change on its way. */
async function stopServing(jupyter: RunningJupyter, path: string): Promise<void> {
  const socket = await enter(jupyter, path, () => {});
  socket.send(encodeUpdate(Y.encodeStateAsUpdate(new Y.Doc())));
  await socket.close();
  await eventually(() => /due to failed sync handshake/.test(jupyter.log()), {
    what: "the server has waited for the answer",
    limit: 20_000,
  });
}

Deno.test("an edit in a room that does not answer says that it was not made, and the next one is made in the file", async () => {
  await ensureEnvironment("documents");
  await using jupyter = await startJupyter({ environment: "plain", venv: environmentOf("documents") });
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "1")]);
  const add = (source: string) =>
    connection.call("notebook_add_cell", { notebook_path: path, cell_type: "code", source });
  assert.equal((await add("2")).at("saved"), true);
  const page = new Y.Doc();
  const shown = new SharedNotebook(page);
  const socket = await enter(jupyter, path, (message, socket) => {
    if (message.kind === "step1") socket.send(encodeStep2(Y.encodeStateAsUpdate(page, message.stateVector)));
    if (message.kind === "step2" || message.kind === "update") Y.applyUpdate(page, message.update);
  });
  const sources = () => shown.read().cells.map(({ source }) => source);
  await eventually(() => sources().length === 2, { what: "the page has the document" });
  await stopServing(jupyter, path);

  const refused = await add("3");
  assert.equal(refused.isError, true, refused.text);
  assert.equal(refused.at("error"), "conflict", refused.text);
  assert.match(refused.text, /the change was not made/);
  assert.deepEqual(await sourcesOnDisk(jupyter, path), ["1", "2"]);

  const added = await add("3");
  assert.equal(added.at("saved"), true, added.text);
  assert.deepEqual(await sourcesOnDisk(jupyter, path), ["1", "2", "3"]);
  await eventually(() => sources().length === 3, { what: "the page shows what was written to the file" });
  assert.deepEqual(sources(), ["1", "2", "3"]);
  const read = await connection.call("notebook_get", { notebook_path: path });
  assert.match(read.text, /"2 \w+ code never run \| 3"/);
  await socket.close();
  shown.detach();
});
