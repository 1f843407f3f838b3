/**
 * The widgets of a kernel. Those that it made since we are connected have told of themselves; for others, such as those
 * that a person's code made before, the kernel is asked.
 */

import { untilAborted } from "../../base/async/until_aborted.ts";
import { closureOf, referencesBy } from "../nbformat/widget_state.ts";
import { requestReply } from "./ask.ts";
import type { KernelConnection } from "./connection.ts";
import { contents, type Received } from "./messages.ts";
import { WidgetModels, widgetTarget } from "./widget_models.ts";

/** Milliseconds for the kernel to tell all; one that runs somebody's code answers after that only. */
const stateLimit = 10_000;
/** Models of which is asked; more are more than can be kept. */
const maxRequested = 1_000;

type WidgetConnection = Pick<KernelConnection, "request" | "reply" | "forget">;

export class Widgets {
  readonly #connection: () => WidgetConnection;
  readonly #patience: number;
  readonly models = new WidgetModels();
  #told = 0;

  constructor(connection: () => WidgetConnection, limit = stateLimit) {
    this.#connection = connection;
    this.#patience = limit;
  }

  take(message: Received): void {
    this.models.take(message);
  }

  clear(): void {
    this.models.clear();
  }

  /** Whether something has changed since the last time that this was asked. */
  takeNews(): boolean {
    const isNews = this.models.revision !== this.#told;
    this.#told = this.models.revision;
    return isNews;
  }

  /**
   * Gets to know models and all that they refer to, as far as the kernel tells in time; returns those of which it has
   * not. Never rejects.
   */
  async learn(ids: readonly string[]): Promise<readonly string[]> {
    const missing = () => [...closureOf(ids, referencesBy((id) => this.models.stateOf(id))).missing];
    if (missing().length === 0) return [];
    try {
      await this.#askFor(missing, AbortSignal.timeout(this.#patience));
      // What is missing now is closed, as somebody wanted it.
      return [];
    } catch {
      // Their views are in the notebook all the same, with the text that stands for them.
      return missing();
    }
  }

  async #askFor(missing: () => readonly string[], signal: AbortSignal): Promise<void> {
    const content = { target_name: widgetTarget };
    const request = { channel: "shell", type: "comm_info_request", content } as const;
    const { reply } = await requestReply(this.#connection(), request, { signal });
    // A closed one does not answer, and the kernel would complain on its stderr.
    const open = new Set(Object.keys(contents.comm_info_reply.parse(reply.content()).comms));
    for (let asked = 0; asked < maxRequested;) {
      const some = missing().filter((id) => open.delete(id)).slice(0, maxRequested);
      if (some.length === 0) return;
      asked += some.length;
      await Promise.all(some.map((id) => this.#requestState(id, signal)));
    }
  }

  /** Resolves when the kernel has sent the state, which is taken as any message about a widget is. */
  async #requestState(id: string, signal: AbortSignal): Promise<void> {
    const connection = this.#connection();
    const { promise, resolve } = Promise.withResolvers<void>();
    const content = { comm_id: id, data: { method: "request_state" } };
    const request = connection.request({ channel: "shell", type: "comm_msg", content }, (message) => {
      if (message.header.msg_type !== "status") return;
      if (contents.status.parse(message.content()).execution_state === "idle") resolve();
    });
    await untilAborted(promise, signal).finally(() => connection.forget(request));
  }
}
