/** The conformance scenarios that cannot be asked of this program, by the reason, as Markdown. */

import { notApplicable } from "../conformance/scenarios.ts";

/** The table of `docs/conformance.md`. */
export function excusedTable(): string {
  const byReason = Map.groupBy(Object.entries(notApplicable), ([, reason]) => reason);
  const rows = [...byReason].map(([reason, scenarios]) =>
    `| ${scenarios.map(([name]) => name).join(", ")} | ${reason} |`
  );
  return ["| scenario | why it cannot be asked |", "| --- | --- |", ...rows].join("\n");
}
