/** What an item of the knowledge base is, as tools take it and return it: its fields, statuses and priorities. */

/** The most urgent first. */
export const priorities = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "MINIMAL"] as const;

export type Priority = typeof priorities[number];

/** Higher is more urgent. */
export function rankOf(priority: Priority): number {
  return priorities.length - 1 - priorities.indexOf(priority);
}

export function priorityOf(rank: number): Priority {
  return priorities[priorities.length - 1 - rank] ?? "MEDIUM";
}

export function findPriority(name: string): Priority | undefined {
  return priorities.find((priority) => priority === name.trim().toUpperCase());
}

/** One of twelve; any may follow any other. */
export interface Status {
  readonly name: string;
  /** Whether an item of this status is finished. */
  readonly closed: boolean;
}

const open = ["Open", "Specification", "Waiting", "Ready", "In Progress", "Review", "Testing", "Pending"];
const closed = ["Completed", "Closed", "Canceled", "Rejected"];

export const statuses: readonly Status[] = [
  ...open.map((name) => ({ name, closed: false })),
  ...closed.map((name) => ({ name, closed: true })),
];

/** The status of this name, in any spelling: `in_progress` is `In Progress`. */
export function findStatus(name: string): Status | undefined {
  return statuses.find((status) => status.name === name) ??
    statuses.find((status) => simple(status.name) === simple(name));
}

export const statusList: string = statuses.map(({ name }) => name).join(", ");

function simple(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase().replaceAll(/[\s_-]+/g, " ");
}

/** What a caller says of an item. On update, what is absent stays; an empty text clears an optional field. */
export interface ItemFields {
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly content?: string | undefined;
  readonly status?: string | undefined;
  readonly priority?: Priority | undefined;
  readonly category?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly version?: string | undefined;
  readonly related?: readonly number[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly related_notebooks?: readonly string[] | undefined;
}

export interface NewItem extends ItemFields {
  readonly type: string;
  readonly title: string;
}

/** An item in a list. */
export interface ItemSummary {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly status: string;
  readonly priority: Priority;
  readonly category: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly version: string | null;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An item with its links, without its content: what a change returns. */
export interface ItemCard extends ItemSummary {
  readonly related: readonly number[];
  readonly related_notebooks: readonly string[];
}

/** The whole item. */
export interface Item extends ItemCard {
  readonly content: string;
}

/** A page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}
