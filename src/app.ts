/**
 * Everything behind the protocol: the services, the tools and the resources. Loaded when a client first asks for
 * more than a greeting, since all of it together takes as long to load as the protocol itself.
 */

import { ImageStore } from "./images.ts";
import { Executions } from "./jupyter/kernel/executions.ts";
import { KernelPool } from "./jupyter/kernel/pool.ts";
import { Notebooks } from "./jupyter/notebooks.ts";
import { JupyterHttp } from "./jupyter/rest/http.ts";
import { Sessions } from "./jupyter/sessions.ts";
import type { Logger } from "./log.ts";
import type { App } from "./mcp/server.ts";
import { createPresenter } from "./render/presenter.ts";
import { RendererClient } from "./render/renderer_client.ts";
import { resources } from "./resources/mod.ts";
import type { ServerSettings } from "./rooms.ts";
import type { Services } from "./tool.ts";
import { toolsets } from "./tools/mod.ts";

export interface AppOptions {
  readonly settings: ServerSettings;
  readonly log: Logger;
  /** Resolves when Jupyter may be contacted. */
  readonly askForJupyter: () => Promise<void>;
  readonly askForRenderer: () => Promise<MessagePort>;
}

export function createApp(options: AppOptions): App {
  const { toolsets: wanted, readOnly } = options.settings;
  const offered = toolsets.filter(({ name }) => wanted.includes(name)).flatMap(({ tools }) => tools);
  const allowed = offered.filter((tool) => !readOnly || tool.annotations.readOnlyHint);
  return {
    tools: allowed,
    hiddenTools: new Set(offered.filter((tool) => !allowed.includes(tool)).map((tool) => tool.name)),
    resources,
    services: createServices(options),
  };
}

function createServices({ settings, log, askForJupyter, askForRenderer }: AppOptions): Services {
  const { jupyter, maxSessions, maxResultBytes } = settings;
  // A Jupyter of our own may have to be started again; any other is there or not, whatever the launcher does.
  const ready = jupyter.origin === "managed" ? askForJupyter : once(askForJupyter);
  const http = new JupyterHttp({ target: jupyter, ready });
  const kernels = new KernelPool(http, log);
  const images = new ImageStore();
  const renderer = new RendererClient(askForRenderer);
  return {
    http,
    kernels,
    images,
    executions: new Executions(),
    sessions: new Sessions({ http, kernels, maxSessions }),
    notebooks: new Notebooks(http, kernels),
    presenter: createPresenter({ images, renderer, maxResultBytes }),
  };
}

/** Remembers a success; a failure is tried again at the next call. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work().catch((error) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
