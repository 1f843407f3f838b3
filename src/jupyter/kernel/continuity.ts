/**
 * Whether messages were missed while a connection was cut, by the numbers in their ids.
 *
 * Python's kernels name messages `{session}_{pid}_{number}` with one count for all channels. Where the first message
 * after a cut carries the next number, everything was replayed. Ids without a number tell nothing.
 */
export class Continuity {
  #last: { readonly process: string; readonly number: number } | undefined;
  #isAfterCut = false;

  /** The connection was cut: the next message tells what that cost. */
  cut(): void {
    this.#isAfterCut = true;
  }

  /** Takes the id of each message that comes; true where others between the last one and this were missed. */
  take(id: string): boolean {
    const place = id.lastIndexOf("_");
    const number = Number(id.slice(place + 1));
    if (place < 0 || !Number.isInteger(number)) return false;
    const process = id.slice(0, place);
    const before = this.#last?.process === process ? this.#last.number : undefined;
    // Channels overtake each other by a message or two.
    if (before !== undefined && number <= before) return false;
    this.#last = { process, number };
    const missed = this.#isAfterCut && before !== undefined && number > before + 1;
    this.#isAfterCut = false;
    return missed;
  }
}
