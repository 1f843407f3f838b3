/**
 * The server's connection to the launcher: what it can ask for, and who receives the replies. The messages are those of
 * `base/protocol.ts`.
 */

import { AppError } from "../base/errors.ts";
import type { FromServer, ToServer } from "../base/protocol.ts";
import type { FileLock } from "../jupyter/notebooks/file_lock.ts";

export class LauncherLink {
  readonly post: (message: FromServer) => void;
  /** What no response or log may contain; the managed Jupyter has another token after each start. */
  readonly secrets: string[] = [];
  readonly #jupyterListeners = new Set<(message: ToServer) => void>();
  readonly #locks = new Map<number, (lock: Omit<FileLock, "release">) => void>();
  #lastLock = 0;
  readonly #rendererPorts: ((port: MessagePort) => void)[] = [];
  readonly #successors: (() => void)[] = [];
  readonly #runs = Promise.withResolvers<string>();

  constructor(post: (message: FromServer) => void) {
    this.post = post;
  }

  /** Passes a reply to the call that waits for it. */
  receive(message: ToServer): void {
    switch (message.kind) {
      case "renderer":
        return this.#rendererPorts.shift()?.(message.port);
      case "successor_ready":
        return this.#successors.shift()?.();
      case "runs":
        return this.#runs.resolve(message.json);
      case "lock":
        return this.#locks.get(message.id)?.(message);
      case "jupyter_ready":
        if (message.token !== undefined && !this.secrets.includes(message.token)) {
          this.secrets.push(message.token);
        }
        for (const listener of this.#jupyterListeners) listener(message);
        return;
      case "jupyter_failed":
        for (const listener of this.#jupyterListeners) listener(message);
    }
  }

  /** Resolves with runs to take over, as JSON. */
  get inheritedRuns(): Promise<string> {
    return this.#runs.promise;
  }

  /** Asks for Jupyter, which the launcher may have to start first. */
  readonly askForJupyter = (): Promise<string | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    const listener = (message: ToServer) => {
      this.#jupyterListeners.delete(listener);
      if (message.kind === "jupyter_ready") return resolve(message.token);
      if (message.kind !== "jupyter_failed") return;
      const { code, message: text, hint } = message.error;
      reject(new AppError(code, text, hint === undefined ? {} : { hint }));
    };
    this.#jupyterListeners.add(listener);
    this.post({ kind: "need_jupyter" });
    return promise;
  };

  /** Waits until no other process of this user works on the file with this name. */
  readonly acquireLock = async (name: string): Promise<FileLock> => {
    const id = ++this.#lastLock;
    const { promise, resolve } = Promise.withResolvers<Omit<FileLock, "release">>();
    this.#locks.set(id, resolve);
    this.post({ kind: "need_lock", id, name });
    const { isLocked, record } = await promise;
    this.#locks.delete(id);
    return { isLocked, record, release: (left) => this.post({ kind: "release_lock", id, record: left }) };
  };

  readonly renderer = {
    connect: (): Promise<MessagePort> => {
      const { promise, resolve } = Promise.withResolvers<MessagePort>();
      this.#rendererPorts.push(resolve);
      this.post({ kind: "need_renderer" });
      return promise;
    },
  };

  /** Starts a successor process; resolves when it is ready to continue the runs of these kernels, never if it has ended. */
  readonly startSuccessor = (kernels: readonly string[]): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#successors.push(resolve);
    this.post({ kind: "need_successor", kernels });
    return promise;
  };
}
