/** The twelve statuses of an item. Any may follow any other. */

export interface Status {
  readonly name: string;
  /** Whether an item of this status is over and done with. */
  readonly closed: boolean;
}

const open = ["Open", "Specification", "Waiting", "Ready", "In Progress", "Review", "Testing", "Pending"];
const closed = ["Completed", "Closed", "Canceled", "Rejected"];

export const statuses: readonly Status[] = [
  ...open.map((name) => ({ name, closed: false })),
  ...closed.map((name) => ({ name, closed: true })),
];

/** The status of this name, however it is spelt: `in_progress` is `In Progress`. */
export function findStatus(name: string): Status | undefined {
  return statuses.find((status) => status.name === name) ??
    statuses.find((status) => simple(status.name) === simple(name));
}

/** What to say where there is no such status. */
export const statusList: string = statuses.map(({ name }) => name).join(", ");

function simple(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase().replaceAll(/[\s_-]+/g, " ");
}
