/** What is said where only the first of many things are drawn; "" where all of them are. */
export function toldCut(what: string, count: { readonly all: number; readonly drawn: number }): string {
  return count.drawn < count.all ? `Of ${count.all} ${what} only ${count.drawn} are drawn` : "";
}
