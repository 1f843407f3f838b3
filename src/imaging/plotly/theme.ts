/** What the theme of a figure (its template) says of a layout that does not speak for itself. */

import { type JsonRecord, recordAt } from "../../base/json.ts";

export function themeOf(layout: JsonRecord): JsonRecord {
  return recordAt(recordAt(layout, "template"), "layout");
}
