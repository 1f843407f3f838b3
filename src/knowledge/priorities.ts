/** The priorities, the most urgent first. */
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
