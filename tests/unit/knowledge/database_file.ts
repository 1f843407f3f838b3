/** The file of a database in a folder of its own, and what tests of it share. */

import assert from "node:assert/strict";
import { z } from "zod";
import { AppError } from "../../../src/base/errors.ts";
import type { Database } from "../../../src/knowledge/database.ts";

export class Folder implements AsyncDisposable {
  readonly path = Deno.makeTempDirSync();
  readonly file = `${this.path}/knowledge.db`;

  names(): string[] {
    return [...Deno.readDirSync(this.path)].map(({ name }) => name).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}

export const titleRow = z.object({ title: z.string() });
export const insert =
  "INSERT INTO items (uid, type, title, description, status, priority, created_at, updated_at) " +
  "VALUES ('u', 't', 'kept', '', 'Open', 2, 0, 0)";

/** Adds items, in one transaction. */
export function add(database: Database, ...titles: string[]): Promise<unknown> {
  return database.write((db) => {
    for (const title of titles) {
      db.run(insert.replace("'kept'", `'${title}'`).replace("'u'", `'${title} ${crypto.randomUUID()}'`));
    }
  });
}

/** Waits for an error of the database, which must say this. */
export async function fails(work: Promise<unknown>, pattern: RegExp): Promise<AppError> {
  const error = await work.then(() => undefined, (error: unknown) => error);
  assert.ok(error instanceof AppError, String(error));
  assert.equal(error.code, "database_error");
  assert.match(error.message, pattern);
  assert.ok(error.hint !== undefined);
  return error;
}
