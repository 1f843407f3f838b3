/**
 * The room in which all users of the server announce themselves and their open documents: JupyterLab's list of
 * collaborators. We are shown in it while we have a document open, and listen from the first question on. Best effort:
 * errors are ignored.
 */

import { settlesWithin } from "../../base/async.ts";
import { type Collaboration, roomAddress } from "../rest/collaboration.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { localState, readCollaborators } from "./presence.ts";
import { SyncConnection } from "./sync_connection.ts";
import { awarenessProtocol, Y } from "./yjs.ts";

const room = "JupyterLab:globalAwareness";

/** Milliseconds that a question may wait for the connection. */
const connectLimit = 1_000;

interface Visit {
  readonly awareness: awarenessProtocol.Awareness;
  readonly link: Promise<SyncConnection | undefined>;
}

export class GlobalAwareness {
  readonly #http: JupyterHttp;
  readonly #kind: Collaboration;
  readonly #documents = new Set<string>();
  #stay: Visit | undefined;
  #isListening = false;

  constructor(http: JupyterHttp, kind: Collaboration) {
    this.#http = http;
    this.#kind = kind;
  }

  /** Shows that we have a document open. */
  enter(path: string): void {
    this.#documents.add(path);
    this.#stay ??= this.#open();
    this.#show(this.#stay);
  }

  /** Shows that we have left a document; with the last one we leave as well, unless we listen. */
  async leave(path: string): Promise<void> {
    this.#documents.delete(path);
    const stay = this.#stay;
    if (stay === undefined) return;
    if (this.#documents.size > 0 || this.#isListening) return this.#show(stay);
    await this.close();
  }

  async close(): Promise<void> {
    const stay = this.#stay;
    this.#stay = undefined;
    if (stay === undefined) return;
    await (await stay.link)?.close();
    end(stay);
  }

  /**
   * The names of people by the paths of the documents that they have open, as far as they have announced themselves since
   * we listen: with jupyter-server-documents at once, with jupyter-collaboration within 15 seconds.
   */
  async openBy(): Promise<ReadonlyMap<string, readonly string[]>> {
    this.#isListening = true;
    const stay = this.#stay ??= this.#open();
    await settlesWithin(stay.link, connectLimit);
    const people = readCollaborators(stay.awareness);
    const opened = people.filter(({ isAi }) => !isAi).flatMap(({ name, documents }) =>
      documents.map((path) => ({ name, path }))
    );
    const byPath = Map.groupBy(opened, ({ path }) => path);
    return new Map([...byPath].map(([path, all]) => [path, [...new Set(all.map(({ name }) => name))]]));
  }

  #open(): Visit {
    const awareness = new awarenessProtocol.Awareness(new Y.Doc());
    // Whoever only listens is not shown.
    awareness.setLocalState(null);
    const onClose = () => {
      if (this.#stay !== stay) return;
      this.#stay = undefined;
      end(stay);
    };
    const failed = () => {
      onClose();
      return undefined;
    };
    const stay: Visit = { awareness, link: this.#connect(awareness, onClose).catch(failed) };
    return stay;
  }

  async #connect(awareness: awarenessProtocol.Awareness, onClose: () => void): Promise<SyncConnection> {
    await this.#http.ready();
    return await SyncConnection.open({
      url: roomAddress(this.#http, room),
      doc: awareness.doc,
      awareness,
      headers: this.#http.headers,
      caCert: this.#http.target.caCert,
      asksBack: this.#kind === "jupyter-server-documents",
      onClose,
    });
  }

  #show({ awareness }: Visit): void {
    const documents = [...this.#documents];
    const last = documents.at(-1);
    awareness.setLocalState(
      last === undefined ? null : {
        user: localState.user,
        // As JupyterLab names the current document of a user.
        current: `notebook:RTC:${last}`,
        documents: documents.map((path) => `RTC:${path}`),
      },
    );
  }
}

function end({ awareness }: Visit): void {
  awareness.destroy();
  awareness.doc.destroy();
}
