/**
 * Who is who in an import. Ids are those of the base that a record comes from, and a folder may hold the exports of
 * several bases: an id alone may then mean several items. Our own files say whom they mean by name.
 */

import type { ItemRecord } from "./record.ts";
import type { SourceId } from "./source_id.ts";

/** A record that has been taken in. */
export interface Taken {
  readonly record: ItemRecord;
  /** The id it has here. */
  readonly id: number;
}

export interface Naming {
  readonly relatedUids: Readonly<Record<string, string>>;
  /** The item that names others; undefined for a state. */
  readonly namer?: Taken | undefined;
}

export type Found =
  | { readonly kind: "one"; readonly id: number }
  | { readonly kind: "none" | "several" };

export class Directory {
  readonly #byId = new Map<SourceId, Map<string, Taken>>();
  readonly #byUid = new Map<string, number>();

  add(taken: Taken): void {
    const { id, uid } = taken.record;
    this.#byUid.set(uid, taken.id);
    const same = this.#byId.get(id) ?? new Map<string, Taken>();
    this.#byId.set(id, same.set(uid, taken));
  }

  /** @param idOf Looks for an item in the base that was not among the records. */
  find(
    id: SourceId,
    { relatedUids, namer, idOf }: Naming & { readonly idOf: (uid: string) => number | undefined },
  ): Found {
    const uid = relatedUids[String(id)];
    if (uid !== undefined) return found(this.#byUid.get(uid) ?? idOf(uid));
    const all = [...this.#byId.get(id)?.values() ?? []];
    if (all.length <= 1) return found(all[0]?.id);
    // Links are written on both sides.
    const mutual = all.filter(({ record }) =>
      namer !== undefined && record.related.includes(namer.record.id)
    );
    const [only, another] = mutual;
    return only === undefined || another !== undefined ? { kind: "several" } : found(only.id);
  }
}

function found(id: number | undefined): Found {
  return id === undefined ? { kind: "none" } : { kind: "one", id };
}
