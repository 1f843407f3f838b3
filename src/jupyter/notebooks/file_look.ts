/** A notebook file as it was found at some moment. */

import type { Notebook } from "../nbformat/notebook.ts";
import type { ContentsModel } from "../rest/contents.ts";

export interface FileSnapshot {
  readonly notebook: Notebook;
  readonly hash: string;
  /** As it was when the reading began. */
  readonly model: ContentsModel | null;
}

/** Differs where the file has been written in between, as far as that can be told without reading it. */
export function stampOf({ last_modified, size }: ContentsModel): string {
  return `${last_modified} ${size}`;
}
