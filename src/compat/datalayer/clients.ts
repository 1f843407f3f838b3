/** The clients there are, each with what belongs to it; one that its transport has forgotten is forgotten here too. */

import type { Caller } from "../../compat_api.ts";
import type { DatalayerSettings, JupyterTarget } from "../../base/protocol.ts";
import type { KernelEvent } from "../../base/telemetry/spans.ts";
import type { Services } from "../../tool.ts";
import { Client, type Servers } from "./client.ts";
import { delay } from "../../base/async/delay.ts";
import { release } from "./backend.ts";

export interface ClientsOptions {
  readonly settings: DatalayerSettings;
  readonly jupyter: JupyterTarget;
  /** The services of a Jupyter server, made once for each. */
  readonly link: (target: JupyterTarget) => Services;
  /** Hears what comes of the kernels of notebooks in use. */
  readonly onKernel: (event: KernelEvent) => void;
}

export class Clients {
  readonly #options: ClientsOptions;
  readonly #byCaller = new WeakMap<Caller, Client>();
  #live: WeakRef<Client>[] = [];
  #last: Client | undefined;
  /** Made before anybody has called; the first caller gets it, with the kernel that it may have by then. */
  #unclaimed: Client | undefined;
  /** Where new clients start. */
  #servers: Servers;
  #documentId: string | undefined;

  constructor(options: ClientsOptions) {
    this.#options = options;
    const kernels = options.link(options.jupyter);
    const { documents, documentId } = options.settings;
    this.#servers = { kernels, documents: documents === undefined ? kernels : options.link(documents) };
    this.#documentId = documentId;
  }

  of(caller: Caller): Client {
    const client = this.#byCaller.get(caller) ?? this.#claim();
    this.#byCaller.set(caller, client);
    this.#last = client;
    return client;
  }

  /** The client that called last; a fresh one where none has. */
  get last(): Client {
    return this.#last ?? (this.#unclaimed ??= this.#add());
  }

  get all(): readonly Client[] {
    this.#live = this.#live.filter((reference) => reference.deref() !== undefined);
    return this.#live.flatMap((reference) => reference.deref() ?? []);
  }

  /** Has clients, old and new, work on other servers, with a notebook in use from the start or none. */
  move(servers: Servers, documentId: string | undefined): void {
    this.#servers = servers;
    this.#documentId = documentId;
    for (const client of this.all) {
      client.moveTo(servers);
      if (documentId !== undefined) client.use("default", documentId);
    }
  }

  /** Clients to come start without a notebook. */
  forgetDocument(): void {
    this.#documentId = undefined;
  }

  #claim(): Client {
    const client = this.#unclaimed ?? this.#add();
    this.#unclaimed = undefined;
    return client;
  }

  #add(): Client {
    const { settings, link, onKernel } = this.#options;
    const client = new Client({
      settings: { ...settings, documentId: this.#documentId },
      servers: this.#servers,
      link,
      onKernel,
    });
    this.#live.push(new WeakRef(client));
    return client;
  }
}

/**
 * At the end of the program: ends the kernels that it started and that belong to no notebook. Nobody would find them
 * again, while the kernel of a notebook waits for the person who opens it.
 */

/** Milliseconds; a request that was sent is met without us. */
const patience = 500;

export async function endLoose(clients: readonly Client[]): Promise<void> {
  const loose = clients.flatMap(({ notebooks, sandboxes }) => [
    ...[...notebooks.values()].filter(({ path }) => path === null),
    ...sandboxes.values(),
  ]);
  if (loose.length === 0) return;
  // A Jupyter that is gone has no kernels to end.
  await Promise.race([Promise.allSettled(loose.map(release)), delay(patience)]);
}
