/** A map that drops its oldest entries once it holds too much. */

interface BoundedMapOptions<Value> {
  readonly most: number;
  /** The weight of a value; 1 if absent. */
  readonly weight?: (value: Value) => number;
}

export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #most: number;
  readonly #weightOf: (value: Value) => number;
  #weight = 0;

  constructor({ most, weight = () => 1 }: BoundedMapOptions<Value>) {
    this.#most = most;
    this.#weightOf = weight;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** The oldest first. */
  keys(): Iterable<string> {
    return this.#entries.keys();
  }

  /** Adds or replaces an entry, which becomes the newest. */
  set(key: string, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weightOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(value);
  }
}
