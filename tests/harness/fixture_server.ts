/** Our own server over HTTP, from API to transport, with the conformance suite's fixtures in the place of our tools. */

import { createLogger } from "../../src/base/log.ts";
import { serveHttp } from "../../src/mcp/streamable_http.ts";
import { ownApi } from "../../src/mcp/own_api.ts";
import { createMcpServer } from "../../src/mcp/mcp_server.ts";
import { Telemetry } from "../../src/server/telemetry.ts";
import { RendererClient } from "../../src/output/renderer_client.ts";
import { closeServices, createServices } from "../../src/server/create_services.ts";
import { fixturePrompts, fixtureResources, fixtureTools } from "./conformance_fixtures.ts";

export interface FixtureServer extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
}

/** Serves on a free loopback port; no Jupyter is ever contacted. */
export async function startFixtureServer(): Promise<FixtureServer> {
  const log = createLogger({ level: "error" });
  const services = createServices({
    settings: {
      jupyter: { url: "http://127.0.0.1:9/", token: "none", origin: "given" },
      maxSessions: 1,
      maxResultBytes: 1_000_000,
      maxTextBytes: 30_000,
      noFigureText: false,
      readOnly: false,
      markCells: false,
    },
    log,
    askForJupyter: () => Promise.reject(new Error("No fixture asks for Jupyter")),
    renderer: new RendererClient({ connect: () => Promise.reject(new Error("No fixture draws")) }),
    acquireLock: () => Promise.resolve({ isLocked: true, record: "", release: () => undefined }),
  });
  const catalog = {
    tools: fixtureTools,
    listed: fixtureTools,
    hiddenTools: [],
    resources: fixtureResources,
    prompts: fixturePrompts,
    services,
  };
  const { metrics } = new Telemetry({ version: "0", startedAt: Date.now(), onSpan: undefined });
  const api = ownApi({
    version: "0",
    catalog: () => Promise.resolve(catalog),
    offered: { toolsets: [], readOnly: false },
    dialogues: new Map(),
    logCode: false,
    maxResultBytes: 1_000_000,
    log,
  });
  const token = crypto.randomUUID();
  const listening = Promise.withResolvers<string>();
  const handle = await serveHttp((era) => createMcpServer(api, { era, secrets: [] }), {
    host: "127.0.0.1",
    port: 0,
    token,
    log,
    onListen: listening.resolve,
    health: { version: "0", metrics, gauges: () => Promise.reject(new Error("No fixture is measured")) },
  });
  return {
    url: await listening.promise,
    token,
    async [Symbol.asyncDispose]() {
      await handle.close();
      await closeServices(services);
    },
  };
}
