/** Code in a kernel that waits for the test: what must not happen before something else needs no guess of how long that takes. */

import { join } from "node:path";
import type { JupyterServer } from "./jupyter.ts";

export class Gate implements AsyncDisposable {
  readonly #path: string;

  constructor({ root }: Pick<JupyterServer, "root">) {
    this.#path = join(root, `.gate-${crypto.randomUUID()}`);
  }

  /** One statement of Python that waits until {@linkcode open}. */
  get wait(): string {
    const loop = `import os, time\nwhile not os.path.exists(${JSON.stringify(this.#path)}): time.sleep(0.02)`;
    return `exec(${JSON.stringify(loop)})`;
  }

  open(): Promise<void> {
    return Deno.writeTextFile(this.#path, "");
  }

  /** Lets go whatever still waits; the file stays, for code that has not looked yet, until the server's root goes. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.open();
  }
}
