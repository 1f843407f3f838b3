/** The catalog of our own tools and the services behind them: created when it is first needed, closed at the end. */

import type { Logger } from "../base/log.ts";
import type { ServerSettings } from "../base/protocol.ts";
import type { Catalog } from "../mcp/own_api.ts";
import type { Services } from "../services.ts";
import type { LauncherLink } from "./launcher_link.ts";

interface LazyCatalogOptions {
  readonly settings: ServerSettings;
  readonly log: Logger;
  readonly link: LauncherLink;
  /** Called when the services have been created. */
  readonly onCreated?: (services: Services) => void;
}

export class LazyCatalog {
  readonly #options: LazyCatalogOptions;
  #loading: Promise<Catalog> | undefined;

  constructor(options: LazyCatalogOptions) {
    this.#options = options;
  }

  load = (): Promise<Catalog> => this.#loading ??= this.#create();

  async #create(): Promise<Catalog> {
    const { settings, log, link: { askForJupyter, renderer, acquireLock }, onCreated } = this.#options;
    const { createCatalog } = await import("./catalog.ts");
    const catalog = createCatalog({ settings, log, askForJupyter, renderer, acquireLock });
    onCreated?.(catalog.services);
    return catalog;
  }

  /** The services, if they have been created. */
  async services(): Promise<Services | undefined> {
    return (await this.#loading?.catch(() => undefined))?.services;
  }

  /**
   * Resolves when nothing that a disconnected client has started runs here; true if it continues in another process.
   * That is hurried once `stopping` aborts.
   */
  async handOver(stopping: AbortSignal): Promise<boolean> {
    const services = await this.services();
    if (services === undefined) return false;
    const { log, link: { startSuccessor, post } } = this.#options;
    const { handOverRuns } = await import("./hand_over_runs.ts");
    const handOver = (json: string) => post({ kind: "hand_over", json });
    return await handOverRuns(services, { log, startSuccessor, handOver, stopping });
  }

  async close(): Promise<void> {
    const services = await this.services();
    if (services !== undefined) await (await import("./create_services.ts")).closeServices(services);
  }
}
