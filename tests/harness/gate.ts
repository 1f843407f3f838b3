/**
 * Code in a kernel that waits for the test, or a test that waits for the code: what must not happen before something
 * else needs no guess of how long that takes.
 */

import { join } from "node:path";
import { eventually } from "./eventually.ts";
import type { JupyterServer } from "./jupyter.ts";

export class Gate implements AsyncDisposable {
  readonly #path: string;

  constructor({ root }: Pick<JupyterServer, "root">) {
    this.#path = join(root, `.gate-${crypto.randomUUID()}`);
  }

  /** An expression of Python that tells whether it is open. */
  get isOpen(): string {
    return `__import__("os").path.exists(${JSON.stringify(this.#path)})`;
  }

  /** One statement of Python that waits until it is open. */
  get wait(): string {
    const loop = `import time\nwhile not ${this.isOpen}: time.sleep(0.02)`;
    return `exec(${JSON.stringify(loop)})`;
  }

  /** One statement of Python that opens it. */
  get opening(): string {
    return `open(${JSON.stringify(this.#path)}, "w").close()`;
  }

  open(): Promise<void> {
    return Deno.writeTextFile(this.#path, "");
  }

  /** Resolves when it is open, whoever opens it. */
  async opened(): Promise<void> {
    const look = () => Deno.stat(this.#path).then(() => true, () => false);
    await eventually(look, { what: "the code gets through the gate" });
  }

  /** Lets go whatever still waits; the file stays, for code that has not looked yet, until the server's root goes. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.open();
  }
}
