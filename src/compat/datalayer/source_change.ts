/** How overwrite_cell_source and edit_cell_source report a change: as a diff, or that there is none. */

import type { FoundCell } from "../../jupyter/nbformat/find_cells.ts";
import type { Outcome } from "./answers.ts";
import { quoted } from "./python_text.ts";
import { unifiedDiff } from "../../base/unified_diff.ts";

interface SourceChange {
  /** Records what an edit does; an edit may be applied again to a newer state. */
  note(found: FoundCell, after: string): void;
  outcome(): Outcome;
}

export function sourceChange(verb: "overwritten" | "edited"): SourceChange {
  let noted: { readonly found: FoundCell; readonly after: string } | undefined;
  return {
    note: (found, after) => void (noted = { found, after }),
    outcome() {
      if (noted === undefined) return { value: "" };
      const { found: { index, cell }, after } = noted;
      const text = cell.source === after
        ? `Cell ${index} ${verb} successfully - no changes detected`
        : `Cell ${index} ${verb} successfully!\n\n\`\`\`diff\n${diff(cell.source, after)}\n\`\`\``;
      return { value: text, cellId: cell.id };
    },
  };
}

function diff(before: string, after: string): string {
  return unifiedDiff(before, after) ||
    `@@ line terminators changed @@\n-${quoted(before)}\n+${quoted(after)}`;
}
