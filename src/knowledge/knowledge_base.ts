/** The knowledge base: what tools can do with it. Every method is one transaction. */

import { join } from "node:path";
import type { Database, Statements } from "./database.ts";
import { missing } from "./database_error.ts";
import { isThere } from "./file_key.ts";
import type { Item, ItemCard, ItemFields, ItemSummary, NewItem, Page } from "./item.ts";
import { createItem, deleteItem, getItem, updateItem } from "./items.ts";
import { listItems, type ListOptions } from "./list_items.ts";
import type { Connect } from "./memory_copy.ts";
import { mendIds } from "./mend_ids.ts";
import { openDatabase } from "./open_database.ts";
import { addRelations, type RelationChange, type RelationRequest, removeRelations } from "./relations.ts";
import { searchItems, type SearchOptions, type SearchPage } from "./search/search_items.ts";
import { type NewState, recentStates, type State, updateState } from "./states.ts";
import { type Stats, stats, type TypeStats, typeStats } from "./stats.ts";
import { listTags, suggestTags, type TagCount } from "./tags.ts";
import { type Neighbourhood, walk, type WalkOptions } from "./walk.ts";

export interface KnowledgeBaseOptions {
  readonly folder: string;
  readonly now?: () => number;
  readonly newUid?: () => string;
  /** Hears of work that may take long where the base is large. */
  readonly tell?: (message: string) => void;
  /** Whether nothing may be changed: an empty base in memory stands for one that is not there. */
  readonly readOnly?: boolean;
  /** Whether a base that is not there is an error, rather than made. */
  readonly mustExist?: boolean;
  readonly connect?: Connect;
}

interface BaseOptions extends Pick<KnowledgeBaseOptions, "now" | "newUid"> {
  readonly standsFor?: string;
  readonly signal?: AbortSignal;
}

export class KnowledgeBase {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #newUid: () => string;

  readonly #signal: AbortSignal | undefined;

  /** The file for which this base, an empty one, stands until somebody makes it. */
  readonly #standsFor: string | undefined;

  private constructor(database: Database, options: BaseOptions) {
    this.#standsFor = options.standsFor;
    this.#signal = options.signal;
    this.#database = database;
    this.#now = options.now ?? Date.now;
    this.#newUid = options.newUid ?? (() => crypto.randomUUID());
  }

  static async open(options: KnowledgeBaseOptions): Promise<KnowledgeBase> {
    const { folder, tell, readOnly = false, connect } = options;
    const path = join(folder, "knowledge.db");
    if (options.mustExist && !isThere(path)) throw missing(path);
    const inMemory = readOnly && !isThere(path);
    const database = await openDatabase({
      path,
      home: { kind: inMemory ? "memory" : "file" },
      readOnly,
      ...(tell === undefined ? {} : { tell }),
      ...(connect === undefined ? {} : { connect }),
    });
    try {
      if (!readOnly) await mendIds(database, tell ?? (() => {}));
    } catch (error) {
      database.close();
      throw error;
    }
    return new KnowledgeBase(database, { ...options, ...(inMemory ? { standsFor: path } : {}) });
  }

  /** Whether the base that there was not has been made since, or the file is another now. */
  isOutdated(): boolean {
    if (this.#database.isReplaced) return true;
    return this.#standsFor !== undefined && isThere(this.#standsFor);
  }

  /** The same base, for a call that may be given up: what has not begun by then is dropped. */
  heeding(signal: AbortSignal): KnowledgeBase {
    return new KnowledgeBase(this.#database, { now: this.#now, newUid: this.#newUid, signal });
  }

  close(): void {
    this.#database.close();
  }

  /** For work on the whole base, such as an export. */
  read<T>(work: (statements: Statements) => T): Promise<T> {
    return this.#database.read(work, this.#signal);
  }

  /** For work on the whole base, such as an import. */
  write<T>(work: (statements: Statements) => T): Promise<T> {
    return this.#database.write(work, this.#signal);
  }

  createItem(item: NewItem): Promise<ItemCard> {
    return this.write((db) => createItem(db, item, { now: this.#now(), uid: this.#newUid() }));
  }

  getItem(id: number): Promise<Item> {
    return this.read((db) => getItem(db, id));
  }

  updateItem(id: number, changes: ItemFields): Promise<ItemCard> {
    return this.write((db) => updateItem(db, { id, changes, now: this.#now() }));
  }

  deleteItem(id: number): Promise<ItemCard> {
    return this.write((db) => deleteItem(db, id));
  }

  searchItems(options: SearchOptions): Promise<SearchPage> {
    return this.read((db) => searchItems(db, options));
  }

  listItems(options: ListOptions): Promise<Page<ItemSummary>> {
    return this.read((db) => listItems(db, options));
  }

  relatedItems(options: WalkOptions): Promise<Neighbourhood> {
    return this.read((db) => walk(db, options));
  }

  addRelations(request: RelationRequest): Promise<RelationChange> {
    return this.write((db) => addRelations(db, request, this.#now()));
  }

  removeRelations(request: RelationRequest): Promise<RelationChange> {
    return this.write((db) => removeRelations(db, request, this.#now()));
  }

  /** The newest states, the current one first. */
  recentStates(count: number): Promise<{ readonly states: readonly State[]; readonly total: number }> {
    return this.read((db) => recentStates(db, count));
  }

  updateState(state: NewState): Promise<State> {
    return this.write((db) => updateState(db, state, this.#now()));
  }

  stats(): Promise<Stats> {
    return this.read(stats);
  }

  typeStats(): Promise<readonly TypeStats[]> {
    return this.read(typeStats);
  }

  tags(limit: number): Promise<{ readonly tags: readonly TagCount[]; readonly total: number }> {
    return this.read((db) => listTags(db, limit));
  }

  suggestTags(prefix: string, limit: number): Promise<readonly string[]> {
    return this.read((db) => suggestTags(db, prefix, limit));
  }
}
