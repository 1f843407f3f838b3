/**
 * Detects links to a folder above: Jupyter does not distinguish links from folders, and would list them within each other
 * until its operating system refuses. Such a folder has the same names, sizes and times as one above it.
 */

import type { ContentsModel } from "../rest/contents.ts";
import { folderOf } from "../rest/file_path.ts";

export class LinkLoops {
  readonly #listings = new Map<string, string>();
  readonly #found: string[] = [];

  /** Folders that are links to one above. */
  get found(): readonly string[] {
    return this.#found;
  }

  /** Whether a folder with these entries is one that was listed above it; folders above come first. */
  has(path: string, inside: readonly ContentsModel[]): boolean {
    if (path === "" || !inside.some(({ type }) => type === "directory")) {
      this.#listings.set(path, listingOf(inside));
      return false;
    }
    const listing = listingOf(inside);
    for (let above = folderOf(path);; above = folderOf(above)) {
      if (this.#listings.get(above) === listing) {
        this.#found.push(path);
        return true;
      }
      if (above === "") break;
    }
    this.#listings.set(path, listing);
    return false;
  }
}

function listingOf(inside: readonly ContentsModel[]): string {
  return JSON.stringify(
    inside.map(({ name, type, size, last_modified }) => [name, type, size ?? null, last_modified ?? null])
      .toSorted(([one], [other]) => String(one) < String(other) ? -1 : 1),
  );
}
