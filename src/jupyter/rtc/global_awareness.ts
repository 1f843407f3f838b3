/**
 * The room in which all users of the server announce themselves and their open documents: JupyterLab's list of
 * collaborators. We are in it while we have a document open. Best effort: errors are ignored.
 */

import { roomAddress } from "../rest/collaboration.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { localState, readCollaborators } from "./presence.ts";
import { SyncConnection } from "./sync_connection.ts";
import { awarenessProtocol, Y } from "./yjs.ts";

const room = "JupyterLab:globalAwareness";

interface Visit {
  readonly awareness: awarenessProtocol.Awareness;
  readonly link: Promise<SyncConnection | undefined>;
}

export class GlobalAwareness {
  readonly #http: JupyterHttp;
  readonly #documents = new Set<string>();
  #stay: Visit | undefined;

  constructor(http: JupyterHttp) {
    this.#http = http;
  }

  /** Shows that we have a document open. */
  enter(path: string): void {
    this.#documents.add(path);
    this.#stay ??= this.#open();
    this.#show(this.#stay);
  }

  /** Shows that we have left a document; with the last one we leave as well. */
  async leave(path: string): Promise<void> {
    this.#documents.delete(path);
    const stay = this.#stay;
    if (stay === undefined) return;
    if (this.#documents.size > 0) return this.#show(stay);
    this.#stay = undefined;
    await (await stay.link)?.close();
    end(stay);
  }

  /** The names of people by the paths of the documents that they have open, as far as they have announced themselves. */
  openBy(): ReadonlyMap<string, readonly string[]> {
    const people = this.#stay === undefined ? [] : readCollaborators(this.#stay.awareness);
    const opened = people.filter(({ isAi }) => !isAi).flatMap(({ name, documents }) =>
      documents.map((path) => ({ name, path }))
    );
    const byPath = Map.groupBy(opened, ({ path }) => path);
    return new Map([...byPath].map(([path, all]) => [path, [...new Set(all.map(({ name }) => name))]]));
  }

  #open(): Visit {
    const awareness = new awarenessProtocol.Awareness(new Y.Doc());
    const onClose = () => {
      if (this.#stay !== stay) return;
      this.#stay = undefined;
      end(stay);
    };
    const stay = { awareness, link: this.#connect(awareness, onClose).catch(() => undefined) };
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
      onClose,
    });
  }

  #show({ awareness }: Visit): void {
    const documents = [...this.#documents];
    const last = documents.at(-1);
    // As JupyterLab names the current document of a user.
    const current = last === undefined ? null : `notebook:RTC:${last}`;
    awareness.setLocalState({
      user: localState.user,
      current,
      documents: documents.map((path) => `RTC:${path}`),
    });
  }
}

function end({ awareness }: Visit): void {
  awareness.destroy();
  awareness.doc.destroy();
}
