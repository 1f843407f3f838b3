/** What one part of the suite prints: shown as it comes or at its end, and kept for the counts. */

export class PartOutput {
  readonly #show: boolean;
  readonly #kept: string[] = [];

  constructor({ show }: { show: boolean }) {
    this.#show = show;
  }

  async take(text: string): Promise<void> {
    this.#kept.push(text);
    if (this.#show) await print(text);
  }

  text(): string {
    return this.#kept.join("");
  }

  /** Shows what has been held back. */
  async end(): Promise<void> {
    if (!this.#show) await print(this.text());
  }
}

async function print(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let done = 0; done < bytes.length;) done += await Deno.stdout.write(bytes.subarray(done));
}
