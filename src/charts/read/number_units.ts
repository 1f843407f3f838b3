/** Lengths of time behind numbers. */

/** The shortest first, as a sentence or the name of a column writes them. */
export const timeKinds: readonly string[] = [
  "ms|msecs?|milliseconds?|ミリ秒",
  "s|secs?|seconds?|秒",
  "mins?|minutes?|分",
  "h|hrs?|hours?|時間",
  "days?|日",
  "wks?|weeks?|週",
  "months?|[かヶカヵケ箇]?月",
  "quarters?|四半期",
  "yrs?|years?|年",
].map((words) => `(?:${words})`);

export const anyTime: string = timeKinds.join("|");

/** Finds a unit of time behind a number. */
export const timeUnits = `(?:${anyTime})(?![a-z])`;
