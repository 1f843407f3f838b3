/**
 * A shared document as a page of JupyterLab has it open: with a person's name, and passing on all presence that it
 * hears, as the library of the page does. It says of itself what it says once, at its entry.
 */

import { openDocumentSession, roomAddress } from "../../src/jupyter/rest/collaboration.ts";
import { JupyterHttp } from "../../src/jupyter/rest/http.ts";
import { openRoomSocket, type RoomSocket } from "../../src/jupyter/rtc/sync_connection.ts";
import {
  decodeMessage,
  encodeAwareness,
  encodeStep1,
  encodeStep2,
  encodeUpdate,
} from "../../src/jupyter/rtc/sync_messages.ts";
import { awarenessProtocol, Y } from "../../src/jupyter/rtc/yjs.ts";
import { eventually } from "./eventually.ts";
import type { JupyterServer } from "./jupyter.ts";

interface Change {
  readonly added: number[];
  readonly updated: number[];
  readonly removed: number[];
}

export class PageRoom implements AsyncDisposable {
  readonly doc = new Y.Doc();
  readonly #awareness = new awarenessProtocol.Awareness(this.doc);
  /** Frames that are held back, as on a slow line; undefined where nothing is. */
  #held: Uint8Array[] | undefined;
  #socket: RoomSocket | undefined;
  #isSynced = false;

  static async open({ url, token }: JupyterServer, path: string, name = "Ana"): Promise<PageRoom> {
    const page = new PageRoom();
    const http = new JupyterHttp({ target: { url, token, origin: "given" } });
    const kind = "jupyter-collaboration";
    const { fileId, sessionId } = await openDocumentSession(http, { kind, path });
    await page.#enter(roomAddress(http, `json:notebook:${fileId}`, sessionId), http.headers, {
      user: user(name),
    });
    http.close();
    return page;
  }

  /** The room of all users of a server, in which a page tells what it has open. */
  static async openGlobal(
    { url, token }: JupyterServer,
    documents: string[],
    name = "Ana",
  ): Promise<PageRoom> {
    const page = new PageRoom();
    const http = new JupyterHttp({ target: { url, token, origin: "given" } });
    const state = { user: user(name), current: `notebook:${documents[0]}`, documents };
    await page.#enter(roomAddress(http, "JupyterLab:globalAwareness"), http.headers, state);
    http.close();
    return page;
  }

  /** Puts the person's cursor into a cell, with the text between two places selected. */
  select(id: string, anchor = 0, head = anchor): void {
    const at = (index: number) => Y.createRelativePositionFromTypeIndex(this.source(id), index);
    const cursor = { anchor: at(anchor), head: at(head), primary: true, empty: anchor === head };
    this.#awareness.setLocalStateField("cursors", [cursor]);
  }

  /** What others are called who have announced themselves. */
  others(): unknown[] {
    return [...this.#awareness.getStates()].flatMap(([client, { user }]) =>
      client === this.#awareness.clientID ? [] : [user?.name]
    );
  }

  /** Makes a cell active without a cursor in it, as told by pages with the extension jupyterlab-notebook-awareness. */
  activate(id: string): void {
    this.#awareness.setLocalStateField("activeCellId", id);
  }

  /** The shared source of the cell of this id. */
  source(id: string): Y.Text {
    const cells = this.doc.getArray("cells").toArray();
    const cell = cells.find((one) => one instanceof Y.Map && one.get("id") === id);
    const source = cell instanceof Y.Map ? cell.get("source") : undefined;
    if (!(source instanceof Y.Text)) throw new Error(`there is no cell "${id}"`);
    return source;
  }

  ids(): unknown[] {
    return this.doc.getArray("cells").toArray().map((cell) => cell instanceof Y.Map ? cell.get("id") : null);
  }

  /** A new shared cell that holds what another one held. */
  copyOf({ source, metadata, outputs, ...rest }: Record<string, unknown>): Y.Map<unknown> {
    const cell = new Y.Map<unknown>(Object.entries(rest));
    cell.set("source", new Y.Text(String(source)));
    cell.set("metadata", new Y.Map(Object.entries(metadata ?? {})));
    if (Array.isArray(outputs)) cell.set("outputs", Y.Array.from(outputs));
    return cell;
  }

  /** From now on nothing that happens here is sent, until {@linkcode release}. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const frames = this.#held ?? [];
    this.#held = undefined;
    for (const frame of frames) this.#send(frame);
  }

  /** Goes without a word, as a browser that is killed. */
  vanish(): void {
    this.#socket?.drop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#awareness.setLocalState(null);
    await this.#socket?.close();
    this.#awareness.destroy();
    this.doc.destroy();
  }

  async #enter(
    url: URL,
    headers: Readonly<Record<string, string>>,
    state: Record<string, unknown>,
  ): Promise<void> {
    const early: Uint8Array[] = [];
    this.#socket = await openRoomSocket(url, {
      headers,
      onFrame: (frame) => this.#socket === undefined ? early.push(frame) : this.#receive(frame),
      onClose: () => {},
    });
    for (const frame of early) this.#receive(frame);
    this.doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== this) this.#send(encodeUpdate(update));
    });
    this.#awareness.on("update", ({ added, updated, removed }: Change) => {
      const changed = [...added, ...updated, ...removed];
      this.#send(encodeAwareness(awarenessProtocol.encodeAwarenessUpdate(this.#awareness, changed)));
    });
    this.#send(encodeStep1(Y.encodeStateVector(this.doc)));
    this.#awareness.setLocalState(state);
    await eventually(() => this.#isSynced, { what: "the page has the document" });
  }

  #receive(frame: Uint8Array): void {
    const message = decodeMessage(frame);
    switch (message.kind) {
      case "step1":
        return this.#send(encodeStep2(Y.encodeStateAsUpdate(this.doc, message.stateVector)));
      case "step2":
        this.#isSynced = true;
        return Y.applyUpdate(this.doc, message.update, this);
      case "update":
        return Y.applyUpdate(this.doc, message.update, this);
      case "awareness":
        return awarenessProtocol.applyAwarenessUpdate(this.#awareness, message.update, this);
    }
  }

  #send(frame: Uint8Array): void {
    if (this.#held === undefined) this.#socket?.send(frame);
    else this.#held.push(frame);
  }
}

function user(name: string) {
  return { username: name.toLowerCase(), name };
}
