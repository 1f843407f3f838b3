/** The noun for so many things: `row` for one of them, else `rows`. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
