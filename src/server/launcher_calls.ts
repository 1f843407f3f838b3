/**
 * Answers calls of the launcher: the commands `call` and `run`, without MCP. A call is cancelled with its id; after
 * `disconnect`, what continues in the background is handed over to a successor, as for a stdio client that has gone.
 */

import { AppError } from "../base/errors.ts";
import { describeErrorOrigin, type Logger } from "../base/log.ts";
import type { LauncherCall, ServerSettings } from "../base/protocol.ts";
import { errorResult } from "../mcp/results.ts";
import { findTool, runTool } from "../mcp/run_tool.ts";
import type { LauncherLink } from "./launcher_link.ts";
import { LazyCatalog } from "./lazy_catalog.ts";

interface LauncherCallsOptions {
  readonly settings: ServerSettings;
  readonly log: Logger;
  readonly link: LauncherLink;
}

export class LauncherCalls {
  readonly #options: LauncherCallsOptions;
  readonly #catalog: LazyCatalog;
  readonly #calls = new Map<number, AbortController>();

  constructor(options: LauncherCallsOptions) {
    this.#options = options;
    this.#catalog = new LazyCatalog(options);
  }

  async call({ id, tool: name, arguments: args }: LauncherCall): Promise<void> {
    const { settings: { logCode, maxResultBytes }, log, link } = this.#options;
    const controller = new AbortController();
    this.#calls.set(id, controller);
    const find = async (name: string) => {
      const catalog = await this.#catalog.load();
      return { tool: findTool(catalog, name), services: catalog.services };
    };
    try {
      const result = await runTool({ find, log, logCode, maxResultBytes }, { name, arguments: args }, {
        signal: controller.signal,
        client: "launcher",
        origin: { mcpReq: {} },
        ask: undefined,
        progress: undefined,
      });
      const unknown = () =>
        errorResult(new AppError("unsupported", `Cannot call ${name}: there is no such tool`));
      link.post({ kind: "result", id, result: result ?? unknown() });
    } catch {
      link.post({ kind: "cancelled", id });
    } finally {
      this.#calls.delete(id);
    }
  }

  cancel(id: number): void {
    this.#calls.get(id)?.abort();
  }

  async disconnect(): Promise<void> {
    const { log, link } = this.#options;
    try {
      if (!await this.#catalog.handOver(new AbortController().signal)) await this.#catalog.close();
    } catch (error) {
      log.error(`internal error: at the end: ${describeErrorOrigin(error)}`);
    }
    link.post({ kind: "closed" });
  }

  close(): Promise<void> {
    return this.#catalog.close();
  }
}
