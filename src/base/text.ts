/** A noun in the singular or plural: `row` for 1, else `rows`. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}
