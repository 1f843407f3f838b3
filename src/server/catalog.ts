/**
 * Selects the tools, resources and prompts that are offered, and creates the services behind them. Loaded when a client
 * first asks for more than the greeting, because loading all of it takes as long as loading the protocol.
 */

import { withConsent } from "../mcp/consent.ts";
import type { Catalog } from "../mcp/own_api.ts";
import { prompts } from "../prompts/mod.ts";
import { RendererClient } from "../output/renderer_client.ts";
import type { RendererPoolOptions } from "../output/renderer_pool.ts";
import { resources } from "../resources/mod.ts";
import { isDefaultSelection } from "../base/options.ts";
import type { ServerSettings } from "../base/protocol.ts";
import { createServices, type ServicesOptions } from "./create_services.ts";
import { toolsets } from "../tools/mod.ts";

interface CatalogOptions extends Omit<ServicesOptions, "renderer"> {
  readonly settings: ServerSettings;
  readonly renderer: RendererPoolOptions;
}

export function createCatalog(options: CatalogOptions): Catalog {
  const { toolsets: wanted, readOnly, confirm: policy, confirmByModel } = options.settings;
  const offered = toolsets.filter(({ name }) => wanted.includes(name)).flatMap(({ tools }) => tools);
  const allowed = offered.filter((tool) => !readOnly || tool.annotations.readOnlyHint);
  const tools = policy === "never"
    ? allowed
    : allowed.map((tool) => withConsent(tool, { policy, confirmByModel }));
  return {
    tools,
    listed: isDefaultSelection(wanted) ? tools.filter(({ isRare }) => !isRare) : tools,
    hiddenTools: offered.filter((tool) => !allowed.includes(tool)),
    resources,
    prompts: prompts.filter(({ uses }) => uses.every((name) => allowed.some((tool) => tool.name === name))),
    services: createServices({ ...options, renderer: new RendererClient(options.renderer) }),
  };
}
