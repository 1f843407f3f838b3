/**
 * Reports changes of the notebooks in use.
 *
 * 1. Changes by this program are always reported; those by others if the notebook is a shared document, which is watched
 *    from its first use until nobody uses it any more.
 * 2. The notebook is reported as a whole, and also its changed cells: only the former reveals a deleted cell.
 */

import { Debounce } from "../../base/async.ts";
import { changedCells } from "../../jupyter/nbformat/compare_notebooks.ts";
import type { Notebook } from "../../jupyter/nbformat/notebook.ts";
import type { Services } from "../../services.ts";
import type { UsedNotebook } from "./client.ts";

interface NewsOptions {
  /** The notebooks in use at this moment, of all clients. */
  readonly inUse: () => readonly UsedNotebook[];
  /** Whether changes by others are watched. */
  readonly listens: boolean;
  readonly notify: (uri: string) => void;
}

/** One notebook, under whatever names it is in use. */
interface Topic {
  readonly documents: Services;
  readonly path: string;
  readonly burst: Debounce;
  readonly ending: AbortController;
  /** Ids of cells that a tool has changed since the last report. */
  readonly cells: Set<string>;
  isListening: boolean;
  /** The shared document as of the last report. */
  reported: Notebook | undefined;
  read: (() => Notebook) | undefined;
}

export class NotebookChanges {
  readonly #options: NewsOptions;
  readonly #topics = new Set<Topic>();

  constructor(options: NewsOptions) {
    this.#options = options;
  }

  /** A tool has changed a notebook. */
  changed(used: UsedNotebook, cells: readonly string[]): void {
    const topic = this.#topicOf(used);
    // A shared document has reported the change itself, long before it was saved.
    if (topic === undefined || (topic.isListening && topic.read !== undefined)) return;
    for (const id of cells) topic.cells.add(id);
    topic.burst.trigger();
  }

  /** A notebook has been opened: changes by others are watched from now on. */
  listen(used: UsedNotebook): void {
    const topic = this.#options.listens ? this.#topicOf(used) : undefined;
    if (topic === undefined || topic.isListening) return;
    topic.isListening = true;
    const follower = {
      onOpen: (read: () => Notebook) => {
        // Changes while it was closed have not been reported.
        if (topic.read !== undefined) topic.burst.trigger();
        topic.read = read;
        topic.reported = readOr(topic);
      },
      onChange: () => topic.burst.trigger(),
    };
    topic.documents.notebooks.follow(topic.path, follower, topic.ending.signal)
      // A file cannot be watched; after a failure the next use tries again.
      .then(() => topic.isListening = topic.read === undefined, () => topic.isListening = false);
  }

  /** Forgets notebooks that nobody uses any more. */
  tidy(): void {
    const inUse = this.#options.inUse();
    for (const topic of this.#topics) {
      if (!inUse.some((used) => isAbout(topic, used))) this.#end(topic);
    }
  }

  close(): void {
    for (const topic of this.#topics) this.#end(topic);
  }

  #topicOf({ servers: { documents }, path }: UsedNotebook): Topic | undefined {
    if (path === null) return undefined;
    const known = [...this.#topics].find((one) => one.documents === documents && one.path === path);
    if (known !== undefined) return known;
    const topic: Topic = {
      documents,
      path,
      burst: new Debounce(() => this.#notify(topic)),
      ending: new AbortController(),
      cells: new Set(),
      isListening: false,
      reported: undefined,
      read: undefined,
    };
    this.#topics.add(topic);
    return topic;
  }

  #notify(topic: Topic): void {
    this.tidy();
    const cells = [...new Set([...topic.cells, ...changedSince(topic)])];
    topic.cells.clear();
    const names = this.#options.inUse().flatMap((used) => isAbout(topic, used) ? [used.name] : []);
    for (const root of new Set(names.flatMap(urisOf))) {
      for (const uri of [root, ...cells.map((id) => `${root}/cells/${id}`)]) this.#options.notify(uri);
    }
  }

  #end(topic: Topic): void {
    this.#topics.delete(topic);
    topic.burst.cancel();
    topic.ending.abort();
  }
}

function isAbout({ documents, path }: Topic, used: UsedNotebook): boolean {
  return used.path === path && used.servers.documents === documents;
}

/** Ids of the cells of the shared document that have changed since the last report. */
function changedSince(topic: Topic): readonly string[] {
  const before = topic.reported;
  topic.reported = readOr(topic);
  return before === undefined || topic.reported === undefined ? [] : changedCells(before, topic.reported);
}

/** The document; undefined while it cannot be reached. */
function readOr({ read }: Topic): Notebook | undefined {
  try {
    return read?.();
  } catch {
    return undefined;
  }
}

/** The URIs of a notebook, with its name verbatim and percent-encoded: clients subscribe to either. */
function urisOf(name: string): string[] {
  return [`notebook://${encodeURIComponent(name)}`, `notebook://${name}`];
}
