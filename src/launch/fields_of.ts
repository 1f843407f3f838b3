/** The fields of a value of unknown shape; none where it is no object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
