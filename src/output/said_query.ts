/** Whether a query says anything: of a blank one nobody knows what chart is meant. */

export function isSaid(query: string): boolean {
  return query.trim() !== "";
}
