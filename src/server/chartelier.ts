/** Chartelier's API: loaded only for `--compat chartelier`. */

import { chartelierApi, chartelierGreeting } from "../compat/chartelier/api.ts";
import { compatMcpApi } from "../mcp/compat_mcp_api.ts";
import type { CallObserver } from "../mcp/observe.ts";
import { createMcpServer } from "../mcp/mcp_server.ts";
import { RendererClient } from "../output/renderer_client.ts";
import type { RendererPoolOptions } from "../output/renderer_pool.ts";
import type { ServedApi } from "./served_api.ts";

export interface ChartelierOptions extends CallObserver {
  readonly maxResultBytes: number;
  readonly secrets: readonly string[];
  readonly renderer: RendererPoolOptions;
}

export function serveChartelier(
  { maxResultBytes, secrets, renderer, ...observer }: ChartelierOptions,
): ServedApi {
  const charts = new RendererClient(renderer);
  const loaded = Promise.resolve(chartelierApi({ charts, maxResultBytes }));
  const api = compatMcpApi({ ...observer, greeting: chartelierGreeting, load: () => loaded }, {});
  return {
    create: (era) => createMcpServer(api, { era, secrets }),
    onServing: () => undefined,
    services: () => Promise.resolve([]),
    close: () => Promise.resolve(charts.close()),
  };
}
