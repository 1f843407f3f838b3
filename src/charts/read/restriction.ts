/** What the rows of a chart are restricted to, or could not be restricted to. */

import type { Grain } from "../table/calendar.ts";
import type { Table } from "../table/column.ts";
import type { PickedTime } from "./restrict_times.ts";
import type { WeekdayRestriction } from "./restrict_weekdays.ts";
import type { YearsTogether } from "./years_apart.ts";

export type Restriction =
  | { readonly kind: "only" | "without"; readonly column: string; readonly labels: readonly string[] }
  /** Rows of these times; or none of them is in the data, and all rows are used. */
  | ({ readonly kind: "times" | "no_such_times"; readonly picked: readonly PickedTime[] } & InData)
  /** Times that mean others on every day: all rows are used. */
  | ({ readonly kind: "relative"; readonly texts: readonly string[] } & InData)
  /** Times, for which the data has no column. */
  | { readonly kind: "no_times"; readonly texts: readonly string[] }
  | WeekdayRestriction
  /** Rows of which these conditions on numbers hold; or there are none, and all rows are used. */
  | { readonly kind: "rows" | "no_such_rows"; readonly texts: readonly string[] }
  /** Groups whose value meets a bound. */
  | GroupsRestriction
  /** Rows of which these hold are left out. */
  | { readonly kind: "without_rows"; readonly texts: readonly string[] }
  /** Some of the things that are named, of which the data has no rows. */
  | { readonly kind: "no_such_groups"; readonly texts: readonly string[] }
  | TopRestriction
  | LatestRestriction
  /** Years that were to be laid over each other and are not, or are those of the calendar. */
  | { readonly kind: "years"; readonly why: YearsTogether }
  | { readonly kind: "unknown" }
  /** Seen in the sentence, but not understood: all rows are used. */
  | { readonly kind: "unclear"; readonly texts: readonly string[] };

/** A table of fewer rows, after one kind of words of a sentence has been read. */
export interface RestrictedTable {
  readonly table: Table;
  /** The sentence without what was understood. */
  readonly rest: string;
  readonly restrictions: readonly Restriction[];
}

/** Only so many groups, the largest or the smallest. */
interface TopRestriction {
  readonly kind: "top";
  readonly column: string;
  readonly labels: readonly string[];
  /** How many there are. */
  readonly groups: number;
  /** What they are measured by; null where rows are counted. */
  readonly value: string | null;
  readonly fromBelow: boolean;
}

/** Only the last time of what is not added up over times. */
interface LatestRestriction {
  readonly kind: "latest";
  readonly column: string;
  readonly value: string;
  readonly time: number;
  readonly grain: Grain;
}

/** The column that times are of, and its last one. */
interface InData {
  readonly column: string;
  readonly last: number;
  readonly grain: Grain;
}

interface GroupsRestriction {
  readonly kind: "groups";
  readonly column: string;
  readonly text: string;
  /** How many are left, of how many. */
  readonly kept: number;
  readonly groups: number;
}
