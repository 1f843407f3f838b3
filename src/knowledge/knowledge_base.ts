/** The knowledge base: what tools can do with it. Every method is one transaction. */

import { join } from "node:path";
import { Database, type DatabaseOptions, exists, type Statements } from "./database.ts";
import { failure } from "./database_error.ts";
import type { ItemFields, NewItem } from "./item.ts";
import { createItem, deleteItem, getItem, updateItem } from "./items.ts";
import { listItems, type ListOptions } from "./list_items.ts";
import { addRelations, type RelationRequest, removeRelations, walk, type WalkOptions } from "./relations.ts";
import { searchItems, type SearchOptions } from "./search/search_items.ts";
import { type NewState, recentStates, updateState } from "./states.ts";
import { stats, typeStats } from "./stats.ts";
import { listTags, suggestTags } from "./tags.ts";

interface Sources {
  readonly now?: () => number;
  readonly newUid?: () => string;
}

export interface KnowledgeBaseOptions extends Sources, Pick<DatabaseOptions, "readOnly"> {
  readonly folder: string;
  /** Whether a missing database is an error, rather than created. */
  readonly mustExist?: boolean;
}

export class KnowledgeBase {
  readonly #database: Database;
  readonly #options: Required<Sources>;
  readonly #signal: AbortSignal | undefined;

  private constructor(database: Database, options: Sources, signal?: AbortSignal) {
    this.#database = database;
    this.#options = { now: Date.now, newUid: () => crypto.randomUUID(), ...options };
    this.#signal = signal;
  }

  static async open(options: KnowledgeBaseOptions): Promise<KnowledgeBase> {
    const path = join(options.folder, "knowledge.db");
    if (options.mustExist && !exists(path)) {
      throw failure(path, { state: "there is none", hint: "Name its folder with --knowledge-dir" });
    }
    return new KnowledgeBase(await Database.open({ ...options, path }), options);
  }

  /** Whether the file is another now, or has appeared since. */
  get isOutdated(): boolean {
    return this.#database.isOutdated;
  }

  /** The same base for one call: what has not begun when the signal aborts is dropped. */
  withSignal(signal: AbortSignal): KnowledgeBase {
    return new KnowledgeBase(this.#database, this.#options, signal);
  }

  close(): void {
    this.#database.close();
  }

  /** For work on the whole base, such as an export. */
  read<T>(work: (db: Statements) => T): Promise<T> {
    return this.#database.read(work, this.#signal);
  }

  /** For work on the whole base, such as an import. */
  write<T>(work: (db: Statements) => T): Promise<T> {
    return this.#database.write(work, this.#signal);
  }

  readonly createItem = (item: NewItem) =>
    this.write((db) => createItem(db, item, { now: this.#options.now(), uid: this.#options.newUid() }));
  readonly getItem = (id: number) => this.read((db) => getItem(db, id));
  readonly updateItem = (id: number, changes: ItemFields) =>
    this.write((db) => updateItem(db, { id, changes, now: this.#options.now() }));
  readonly deleteItem = (id: number) => this.write((db) => deleteItem(db, id));
  readonly searchItems = (options: SearchOptions) => this.read((db) => searchItems(db, options));
  readonly listItems = (options: ListOptions) => this.read((db) => listItems(db, options));
  readonly relatedItems = (options: WalkOptions) => this.read((db) => walk(db, options));
  readonly addRelations = (request: RelationRequest) => this.write((db) => addRelations(db, request));
  readonly removeRelations = (request: RelationRequest) => this.write((db) => removeRelations(db, request));
  /** The newest states, the current one first. */
  readonly recentStates = (count: number) => this.read((db) => recentStates(db, count));
  readonly updateState = (state: NewState) => this.write((db) => updateState(db, state, this.#options.now()));
  readonly stats = () => this.read(stats);
  readonly typeStats = () => this.read(typeStats);
  readonly tags = (limit: number) => this.read((db) => listTags(db, limit));
  readonly suggestTags = (prefix: string, limit: number) => this.read((db) => suggestTags(db, prefix, limit));
}
