/** The services of one Jupyter server: everything behind the tools that holds state. */

import { BoundedMap } from "../base/bounded_map.ts";
import { ImageStore } from "../base/image_store.ts";
import type { Logger } from "../base/log.ts";
import type { ServerSettings } from "../base/protocol.ts";
import type { Gauges } from "../base/telemetry/metrics.ts";
import { interruptRequest } from "../jupyter/inspect/interrupt_request.ts";
import { KernelPool } from "../jupyter/kernel/pool.ts";
import { RunRegistry } from "../jupyter/kernel/run_registry.ts";
import type { AcquireFileLock } from "../jupyter/notebooks/file_lock.ts";
import { ensureNotebook } from "../jupyter/notebooks/ensure_notebook.ts";
import { Notebooks } from "../jupyter/notebooks/notebooks.ts";
import { Journal } from "../jupyter/review/journal.ts";
import { JupyterHttp } from "../jupyter/rest/http.ts";
import { Sessions } from "../jupyter/sessions/sessions.ts";
import { LazyKnowledgeBase } from "../knowledge/lazy_knowledge_base.ts";
import { NotebookSearcher } from "../output/notebook/search_notebooks.ts";
import { KernelFigureWords } from "../output/figure_words.ts";
import { createPresenters } from "../output/presenter.ts";
import { KeptFileTables } from "../output/views/file_tables.ts";
import type { RendererClient } from "../output/renderer_client.ts";
import type { KeptFigure, Services } from "../services.ts";

export interface ServicesOptions {
  readonly settings: Pick<
    ServerSettings,
    | "jupyter"
    | "maxSessions"
    | "maxResultBytes"
    | "maxTextBytes"
    | "noFigureText"
    | "knowledgeFolder"
    | "journalFolder"
    | "markCells"
    | "readOnly"
  >;
  readonly log: Logger;
  /** Resolves when Jupyter may be contacted, with its token if it has a new one. */
  readonly askForJupyter: () => Promise<string | void>;
  readonly renderer: RendererClient;
  /** Waits for other processes that are writing the same file. */
  readonly acquireLock: AcquireFileLock;
}

export function createServices(
  { settings, log, askForJupyter, renderer, acquireLock }: ServicesOptions,
): Services {
  const { jupyter, maxSessions, maxResultBytes, maxTextBytes, noFigureText, readOnly } = settings;
  const { knowledgeFolder, journalFolder, markCells } = settings;
  // Our own Jupyter may have to be restarted; the launcher cannot start any other.
  const ready = jupyter.origin === "managed" ? askForJupyter : once(askForJupyter);
  const http = new JupyterHttp({ target: jupyter, ready });
  const kernels = new KernelPool({ http, log, interruptRequest });
  const images = new ImageStore();
  const figureWords = new KernelFigureWords(kernels, { isOn: !noFigureText });
  const sessions = new Sessions({
    http,
    kernels,
    maxSessions,
    ensureNotebook: (path, options) => ensureNotebook(http, path, options),
    isInLayout: (path, signal) => notebooks.browsers.isInLayout(path, signal),
    onRenamed: ({ from, to }) => notebooks.journal.move(from, to),
  });
  const notebooks: Notebooks = new Notebooks({
    http,
    kernels,
    acquireLock,
    journal: new Journal({
      folder: journalFolder,
      server: jupyter.identity ?? jupyter.url,
      onFailure: (reason) => log.warning("the journal of changes cannot be written", { reason }),
    }),
    marksCells: markCells,
    wasInLayout: (session) => sessions.wasInLayout(session),
  });
  const presenter = createPresenters({ images, renderer, maxResultBytes, maxTextBytes, figureWords });
  const drawing = (renderer: RendererClient) => ({
    charts: renderer,
    tables: renderer,
    presenter: presenter(renderer),
  });
  const shared = {
    http,
    kernels,
    images,
    runs: new RunRegistry(),
    sessions,
    notebooks,
    search: new NotebookSearcher({ notebooks }),
    figureWords,
    fileTables: new KeptFileTables(),
    shownFigures: new BoundedMap<KeptFigure>({ most: 32_000_000, weight: ({ bytes }) => bytes.length }),
    knowledge: new LazyKnowledgeBase(knowledgeFolder, { readOnly }),
    isReadOnly: readOnly,
    forClient: (client: string): Services => ({ ...shared, ...drawing(renderer.forClient(client)) }),
  };
  return { ...shared, ...drawing(renderer) };
}

/** Remembers a success; a failure is tried again at the next call. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work().catch((error) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/** Current values, summed over all services. */
export function gaugesOf(all: readonly Services[]): Gauges {
  const sum = (count: (services: Services) => number) =>
    all.reduce((total, services) => total + count(services), 0);
  return {
    kernels: sum(({ kernels }) => kernels.connected),
    sessions: sum(({ sessions }) => sessions.started),
    runs: sum(({ runs }) => runs.list().filter((run) => run.status === "running").length),
    images: sum(({ images }) => images.list().length),
    imageBytes: sum(({ images }) => images.bytes),
    memoryBytes: Deno.memoryUsage().rss,
  };
}

/** Ends all runs and connections. */
export async function closeServices({ kernels, notebooks, http, knowledge }: Services): Promise<void> {
  await kernels.close();
  await notebooks.close();
  await knowledge.close();
  http.close();
}
