/** Another process that has a knowledge base open: SQLite's locks hold between processes, hardly within one. */

import assert from "node:assert/strict";
import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { z } from "zod";
import { openDatabase } from "../../../src/knowledge/open_database.ts";
import { add, titleRow } from "./database_file.ts";

/** Transactions, each with these titles; it answers with the titles that are there then. */
const orderShape = z.object({ titles: z.array(z.string()), times: z.number() });
type Order = z.output<typeof orderShape>;

export class OtherProgram implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #orders: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #answers: AsyncIterator<string>;

  private constructor(path: string) {
    this.#process = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", import.meta.filename ?? "", path],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.#orders = this.#process.stdin.getWriter();
    const lines = createInterface({ input: Readable.from(this.#process.stdout) });
    this.#answers = lines[Symbol.asyncIterator]();
  }

  /** Waits until it has opened the base. */
  static async start(path: string): Promise<OtherProgram> {
    const program = new OtherProgram(path);
    await program.#answer();
    return program;
  }

  async write(order: Order): Promise<readonly string[]> {
    await this.#orders.write(new TextEncoder().encode(`${JSON.stringify(order)}\n`));
    return await this.#answer();
  }

  async #answer(): Promise<readonly string[]> {
    const { value, done } = await this.#answers.next();
    assert.ok(!done, "the other program has ended");
    return z.array(z.string()).parse(JSON.parse(value));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#orders.close();
    assert.equal((await this.#answers.next()).done, true);
    assert.equal((await this.#process.status).success, true);
  }
}

async function obey(path: string): Promise<void> {
  const database = await openDatabase({ path });
  stdout.write("[]\n");
  for await (const line of createInterface({ input: stdin })) {
    const { titles, times } = orderShape.parse(JSON.parse(line));
    for (let time = 0; time < times; time++) await add(database, ...titles);
    const rows = await database.read((db) => db.rows(titleRow, "SELECT title FROM items ORDER BY id"));
    stdout.write(`${JSON.stringify(rows.map(({ title }) => title))}\n`);
  }
  database.close();
}

if (import.meta.main) await obey(Deno.args[0] ?? "");
