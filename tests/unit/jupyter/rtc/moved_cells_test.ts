import assert from "node:assert/strict";
import { editCell, moveCell } from "../../../../src/jupyter/nbformat/edit_cells.ts";
import type { Cell } from "../../../../src/jupyter/nbformat/notebook.ts";
import { mayForget } from "../../../../src/jupyter/rtc/moved_cells.ts";
import { SharedNotebook } from "../../../../src/jupyter/rtc/shared_notebook.ts";
import { Y } from "../../../../src/jupyter/rtc/yjs.ts";

/** One who has the document open; what others do arrives when the test says so. */
class Client implements Disposable {
  readonly doc = new Y.Doc({ gcFilter: mayForget });
  #changed = Promise.withResolvers<void>();
  readonly notebook = new SharedNotebook(this.doc, { onChange: () => this.#changed.resolve() });
  readonly #sent: Uint8Array[] = [];

  constructor() {
    this.doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== "network") this.#sent.push(update);
    });
  }

  /** All that was done here since the last time. */
  take(): Uint8Array[] {
    return this.#sent.splice(0);
  }

  receive(updates: readonly Uint8Array[]): void {
    for (const update of updates) {
      this.notebook.expect(update);
      Y.applyUpdate(this.doc, update, "network");
    }
  }

  async nextChange(): Promise<void> {
    this.#changed = Promise.withResolvers();
    await this.#changed.promise;
  }

  move(id: string, to: number): void {
    this.notebook.update(moveCell(id, to), { moving: [id] });
  }

  write(id: string, source: string): void {
    this.notebook.update(editCell(id, { source }));
  }

  /** Every cell that is stored, shown or not. */
  stored(): string[] {
    return this.doc.getArray<Y.Map<unknown>>("cells").map((cell) =>
      `${cell.get("id")}: ${cell.get("source")}`
    );
  }

  [Symbol.dispose](): void {
    this.notebook.detach();
    this.doc.destroy();
  }
}

function exchange(one: Client, other: Client): void {
  const [left, right] = [one.take(), other.take()];
  one.receive(right);
  other.receive(left);
}

const cell = (id: string, source: string): Cell => ({ id, cell_type: "raw", source, metadata: {} });

function together(): [Client, Client] {
  const [one, other] = [new Client(), new Client()];
  one.notebook.update((empty) => ({
    ...empty,
    cells: [cell("a", "x = 1\ny = 2"), cell("b", "b"), cell("c", "c")],
  }));
  exchange(one, other);
  return [one, other];
}

Deno.test("a move of one of two neighbours moves that one", () => {
  const [one, other] = together();
  const cells = () => one.doc.getArray("cells").toArray();
  const [a, b, c] = cells();
  one.move("b", 0);
  assert.deepEqual([cells()[1], cells()[2]], [a, c]);
  one.move("b", 1);
  assert.deepEqual([cells()[0], cells()[2]], [a, c]);
  assert.notEqual(cells()[1], b);
  one[Symbol.dispose]();
  other[Symbol.dispose]();
});

Deno.test("what others write into a cell while it is moved is in the moved cell", () => {
  const [one, other] = together();
  one.move("a", 2);
  other.write("a", "x = 10\ny");
  exchange(one, other);
  exchange(one, other);
  assert.deepEqual(one.stored(), ["b: b", "c: c", "a: x = 10\ny"]);
  assert.deepEqual(other.stored(), one.stored());
  one[Symbol.dispose]();
  other[Symbol.dispose]();
});

Deno.test("what is written letter by letter while a cell moves keeps its order", () => {
  const [one, other] = together();
  one.move("a", 2);
  other.write("a", "x = 1\ny = 2\nz");
  one.receive(other.take());
  other.write("a", "x = 1\ny = 2\nz =");
  other.write("a", "# x\nx = 1\ny = 2\nz = 3");
  exchange(one, other);
  exchange(one, other);
  assert.deepEqual(one.stored().at(-1), "a: # x\nx = 1\ny = 2\nz = 3");
  assert.deepEqual(other.stored(), one.stored());
  one[Symbol.dispose]();
  other[Symbol.dispose]();
});

Deno.test("a cell that two move at once is shown once, and is there once soon after", async () => {
  const [one, other] = together();
  one.move("b", 2);
  other.move("b", 0);
  exchange(one, other);
  for (const { notebook } of [one, other]) {
    assert.deepEqual(notebook.read().cells.map(({ id }) => id), ["b", "a", "c"]);
  }
  assert.equal(one.stored().length, 4);
  await Promise.all([one.nextChange(), other.nextChange()]);
  exchange(one, other);
  assert.deepEqual(one.stored(), ["b: b", "a: x = 1\ny = 2", "c: c"]);
  assert.deepEqual(other.stored(), one.stored());
  one[Symbol.dispose]();
  other[Symbol.dispose]();
});

Deno.test("what was written into one of two copies is kept", async () => {
  const [one, other] = together();
  one.move("b", 2);
  one.write("b", "b, written by one");
  other.move("b", 0);
  exchange(one, other);
  await one.nextChange();
  exchange(one, other);
  assert.deepEqual(one.stored()[0], "b: b, written by one");
  assert.equal(one.stored().length, 3);
  assert.deepEqual(other.stored(), one.stored());
  one[Symbol.dispose]();
  other[Symbol.dispose]();
});
