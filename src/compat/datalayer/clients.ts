/** All clients with their state; a client that its transport has dropped is dropped here too. */

import { delay } from "../../base/async.ts";
import type { DatalayerSettings, JupyterTarget } from "../../base/protocol.ts";
import type { KernelEvent } from "../../base/telemetry/spans.ts";
import type { Caller } from "../../compat_api.ts";
import type { Services } from "../../services.ts";
import { release } from "./notebook_kernel.ts";
import { Client, type Servers } from "./client.ts";

export interface ClientsOptions {
  readonly settings: DatalayerSettings;
  readonly jupyter: JupyterTarget;
  /** The services of a Jupyter server, created once for each. */
  readonly servicesFor: (target: JupyterTarget) => Services;
  /** Called with events of the kernels of notebooks in use. */
  readonly onKernel: (event: KernelEvent) => void;
}

export class Clients {
  readonly #options: ClientsOptions;
  readonly #byCaller = new WeakMap<Caller, Client>();
  #live: WeakRef<Client>[] = [];
  #last: Client | undefined;
  /** Created before the first call; the first caller gets it, with the kernel that it may have by then. */
  #unclaimed: Client | undefined;
  /** The initial state of new clients. */
  #servers: Servers;
  #documentId: string | undefined;

  constructor(options: ClientsOptions) {
    this.#options = options;
    const kernels = options.servicesFor(options.jupyter);
    const { documents, documentId } = options.settings;
    this.#servers = {
      kernels,
      documents: documents === undefined ? kernels : options.servicesFor(documents),
    };
    this.#documentId = documentId;
  }

  of(caller: Caller): Client {
    const client = this.#byCaller.get(caller) ?? this.#claim();
    this.#byCaller.set(caller, client);
    this.#last = client;
    return client;
  }

  /** The client that called last; a new one if there is none. */
  get last(): Client {
    return this.#last ?? (this.#unclaimed ??= this.#add());
  }

  get all(): readonly Client[] {
    this.#live = this.#live.filter((reference) => reference.deref() !== undefined);
    return this.#live.flatMap((reference) => reference.deref() ?? []);
  }

  /** Switches all clients, present and future, to other servers, with or without an initial notebook. */
  move(servers: Servers, documentId: string | undefined): void {
    this.#servers = servers;
    this.#documentId = documentId;
    for (const client of this.all) {
      client.moveTo(servers);
      if (documentId !== undefined) client.use("default", documentId);
    }
  }

  /** Future clients start without a notebook. */
  forgetDocument(): void {
    this.#documentId = undefined;
  }

  #claim(): Client {
    const client = this.#unclaimed ?? this.#add();
    this.#unclaimed = undefined;
    return client;
  }

  #add(): Client {
    const { settings, servicesFor, onKernel } = this.#options;
    const client = new Client({
      settings: { ...settings, documentId: this.#documentId },
      servers: this.#servers,
      servicesFor,
      onKernel,
    });
    this.#live.push(new WeakRef(client));
    return client;
  }
}

/** A request that has been sent is carried out even if we do not wait for the response. */
const releaseTimeoutMs = 500;

/**
 * At the end of the program: ends the kernels that it started and that belong to no notebook. Nobody would find them
 * again, whereas the kernel of a notebook waits for the person who opens it.
 */
export async function endUnattachedKernels(clients: readonly Client[]): Promise<void> {
  const loose = clients.flatMap(({ notebooks, sandboxes }) => [
    ...[...notebooks.values()].filter(({ path }) => path === null),
    ...sandboxes.values(),
  ]);
  if (loose.length === 0) return;
  // A Jupyter that is down has no kernels to end.
  await Promise.race([Promise.allSettled(loose.map(release)), delay(releaseTimeoutMs)]);
}
