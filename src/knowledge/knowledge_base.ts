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

export interface KnowledgeBaseOptions extends Pick<DatabaseOptions, "readOnly"> {
  readonly folder: string;
  /** Whether a missing database is an error, rather than created. */
  readonly mustExist?: boolean;
  readonly now?: () => number;
  readonly newUid?: () => string;
}

export class KnowledgeBase {
  readonly #database: Database;
  readonly #options: KnowledgeBaseOptions;
  readonly #signal: AbortSignal | undefined;
  readonly #now: () => number;

  private constructor(database: Database, options: KnowledgeBaseOptions, signal?: AbortSignal) {
    this.#database = database;
    this.#options = options;
    this.#signal = signal;
    this.#now = options.now ?? Date.now;
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

  createItem(item: NewItem) {
    const { newUid = () => crypto.randomUUID() } = this.#options;
    return this.write((db) => createItem(db, item, { now: this.#now(), uid: newUid() }));
  }

  getItem(id: number) {
    return this.read((db) => getItem(db, id));
  }

  updateItem(id: number, changes: ItemFields) {
    return this.write((db) => updateItem(db, { id, changes, now: this.#now() }));
  }

  deleteItem(id: number) {
    return this.write((db) => deleteItem(db, id));
  }

  searchItems(options: SearchOptions) {
    return this.read((db) => searchItems(db, options));
  }

  listItems(options: ListOptions) {
    return this.read((db) => listItems(db, options));
  }

  relatedItems(options: WalkOptions) {
    return this.read((db) => walk(db, options));
  }

  addRelations(request: RelationRequest) {
    return this.write((db) => addRelations(db, request, this.#now()));
  }

  removeRelations(request: RelationRequest) {
    return this.write((db) => removeRelations(db, request, this.#now()));
  }

  /** The newest states, the current one first. */
  recentStates(count: number) {
    return this.read((db) => recentStates(db, count));
  }

  updateState(state: NewState) {
    return this.write((db) => updateState(db, state, this.#now()));
  }

  stats() {
    return this.read(stats);
  }

  typeStats() {
    return this.read(typeStats);
  }

  tags(limit: number) {
    return this.read((db) => listTags(db, limit));
  }

  suggestTags(prefix: string, limit: number) {
    return this.read((db) => suggestTags(db, prefix, limit));
  }
}
