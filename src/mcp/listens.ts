/** What clients of 2026-07-28 listen to: the SDK answers them and tells nobody, so it is read off their requests. */

import { z } from "zod";
import { onOver } from "./closed_response.ts";
import type { Watch, Watching } from "./watches.ts";

const id = z.union([z.string(), z.number()]);
const listen = z.object({
  method: z.literal("subscriptions/listen"),
  id,
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()) }) }),
});
const cancelled = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: id }),
});

/** The listening of one connection on which a client cancels what it has asked for. */
export class Listens {
  readonly #watch: Watch;
  readonly #watching = new Map<string | number, Watching>();

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** Takes note of a message of the client; where it is to be answered later, returns when, and whether it still is. */
  heed(message: unknown): Promise<boolean> | undefined {
    const wish = listen.safeParse(message).data;
    if (wish !== undefined) {
      const watching = this.#watch(wish.params.notifications.resourceSubscriptions);
      const before = this.#watching.get(wish.id);
      // A client may use an id again whose listening is over, of which nobody tells; or one whose listening is not.
      const end = () => [before, watching].forEach((one) => one?.end());
      const entry = { begun: watching.begun, end };
      this.#watching.set(wish.id, entry);
      return entry.begun.then(() => this.#watching.get(wish.id) === entry);
    }
    const ended = cancelled.safeParse(message).data?.params.requestId;
    if (ended === undefined) return undefined;
    this.#watching.get(ended)?.end();
    this.#watching.delete(ended);
    return undefined;
  }
}

/** Answers a request over HTTP, where listening lasts as long as the response. */
export async function answerListening(
  request: Request,
  answer: (request: Request) => Promise<Response>,
  watch: Watch,
): Promise<Response> {
  // Clients must name the method in a header: the bodies of other requests are left alone.
  if (request.headers.get("mcp-method") !== "subscriptions/listen") return await answer(request);
  const body: unknown = await request.clone().json().catch(() => undefined);
  const { begun, end } = watch(listen.safeParse(body).data?.params.notifications.resourceSubscriptions ?? []);
  await begun;
  const response = await answer(request).catch((error) => {
    end();
    throw error;
  });
  return onOver(response, end);
}
