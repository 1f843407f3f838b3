/**
 * What belongs to one client: the notebooks it uses and which of them is current, its sandboxes, and the Jupyter
 * servers it talks to. Nothing of it is shared, so that two assistants never run code in each other's notebook.
 */

import { CompatError } from "../../compat_api.ts";
import type { DatalayerSettings, JupyterTarget } from "../../base/protocol.ts";
import type { KernelEvent } from "../../base/telemetry/spans.ts";
import type { Services } from "../../services.ts";
import { LateSave } from "./late_save.ts";
import { plainPath } from "./plain_path.ts";
import { represented } from "./python_text.ts";

/** The kernel that runs a notebook's code. */
export interface KernelBinding {
  readonly kernelId: string;
  /** The Jupyter session of that kernel; undefined for one that was only named by its id. */
  readonly sessionId: string | undefined;
  /** Whether we started it, and therefore end it when the notebook is no longer used. */
  readonly isOurs: boolean;
}

/** What code runs for. */
export interface RunTarget {
  /** From the Jupyter root; null for the entry for code without a notebook. */
  readonly path: string | null;
  /** The server it is on, even after the client has connected to another one. */
  readonly servers: Servers;
  backend: KernelBinding | undefined;
}

export interface UsedNotebook extends RunTarget {
  readonly name: string;
  /** The path as it was given. */
  readonly shownPath: string | null;
  readonly lateSave: LateSave;
}

export interface Sandbox {
  readonly name: string;
  readonly variant: string;
  readonly servers: Servers;
  readonly backend: KernelBinding;
}

/** Where notebooks are and where code runs; mostly the same. */
export interface Servers {
  readonly documents: Services;
  readonly kernels: Services;
}

export interface ClientOptions {
  readonly settings: DatalayerSettings;
  readonly servers: Servers;
  /** The services of another Jupyter server. */
  readonly servicesFor: (target: JupyterTarget) => Services;
  readonly onKernel: (event: KernelEvent) => void;
}

const defaultName = "default";

export class Client {
  readonly settings: DatalayerSettings;
  readonly servicesFor: ClientOptions["servicesFor"];
  readonly #onKernel: ClientOptions["onKernel"];
  servers: Servers;
  readonly notebooks = new Map<string, UsedNotebook>();
  readonly sandboxes = new Map<string, Sandbox>();
  /** Name of the current notebook. */
  current: string | undefined;
  activeSandbox: string | undefined;
  /** The start of a kernel before code is run, while it is in progress. */
  starting: Promise<unknown> | undefined;

  constructor({ settings, servers, servicesFor, onKernel }: ClientOptions) {
    this.settings = settings;
    this.servicesFor = servicesFor;
    this.#onKernel = onKernel;
    this.servers = servers;
    if (settings.documentId !== undefined) this.use(defaultName, settings.documentId);
    // Datalayer's server starts its kernel before it answers; here it starts with the first run.
    else if (settings.startKernel !== "on_run") this.use(defaultName, null);
  }

  /** Registers a notebook and makes it the current one. */
  use(name: string, given: string | null): UsedNotebook {
    const used: UsedNotebook = {
      name,
      path: given === null ? null : plainPath(given),
      shownPath: given,
      servers: this.servers,
      backend: undefined,
      lateSave: new LateSave(),
    };
    this.notebooks.set(name, used);
    this.current = name;
    return used;
  }

  /**
   * Switches to other servers. A notebook in use stays on its server, unless the address is the same and only the token
   * has changed; the entry for code without a notebook follows unless code is running for it.
   */
  moveTo(servers: Servers): void {
    this.servers = servers;
    for (const used of this.notebooks.values()) {
      const isUntouched = used.name === defaultName && used.backend === undefined;
      if (isUntouched || isSamePlace(used.servers, servers)) {
        this.notebooks.set(used.name, { ...used, servers });
      }
    }
  }

  /** Reports an event of a notebook's kernel. */
  tellKernel(type: KernelEvent["type"], { name, backend }: UsedNotebook): void {
    if (backend !== undefined) this.#onKernel({ type, kernelId: backend.kernelId, notebook: name });
  }

  /** Takes a notebook out of use; if it was the current one, another becomes current. */
  drop(name: string): void {
    this.notebooks.delete(name);
    if (this.current !== name) return;
    this.current = this.notebooks.has(defaultName) ? defaultName : this.notebooks.keys().next().value;
  }

  /** The entry that code without a notebook name runs under. */
  currentOrDefault(): UsedNotebook {
    const current = this.current === undefined ? undefined : this.notebooks.get(this.current);
    return current ?? this.use(defaultName, null);
  }

  /** The path of a notebook in use: the named one, else the current one. */
  pathOf(name: string | null): { readonly used: UsedNotebook; readonly path: string } {
    const used = this.notebooks.get(name ?? this.current ?? "");
    if (used !== undefined && used.path !== null) return { used, path: used.path };
    if (name !== null && used !== undefined) {
      throw new CompatError(
        `Notebook '${name}' stands for code without a notebook and has no cells. Use the use_notebook tool to connect one first.`,
      );
    }
    if (name !== null) throw new CompatError(`Notebook '${name}' is not connected.`);
    throw new CompatError("No notebook is connected. Use the use_notebook tool to connect one first.");
  }

  /** The text for a name that no notebook in use has. */
  notConnected(name: string): string {
    const names = represented([...this.notebooks.keys()]);
    return `Notebook '${name}' is not connected. All currently connected notebooks: ${names}`;
  }
}

function isSamePlace(one: Servers, other: Servers): boolean {
  const addresses = ({ documents, kernels }: Servers) => [documents.http.target.url, kernels.http.target.url];
  return String(addresses(one)) === String(addresses(other));
}
