/** Sends a kernel one request and waits for its reply. */

import { untilAborted } from "../../base/async.ts";
import { type Channel, contents, type Received } from "./messages.ts";

export interface OutgoingRequest {
  readonly channel: Channel;
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly id?: string;
  readonly subshell?: string | undefined;
}

/** A connection as those who send requests see it. */
export interface RequestConnection {
  /** Sends a request; messages with it as parent go to `route` until {@linkcode forget}. Returns its id. */
  request(outgoing: OutgoingRequest, route: (message: Received) => void): string;
  /** Answers a kernel's request for input. */
  reply(question: Received, value: string): void;
  forget(messageId: string): void;
}

export interface RequestResult {
  /** The reply on the channel of the request. */
  readonly reply: Received;
  /** What arrived on iopub with it, in order. */
  readonly iopub: readonly Received[];
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  /** Wait for the idle status as well: all output has arrived then. */
  readonly withOutput?: boolean;
  /** Called if the reply arrives after the request was aborted. */
  readonly onLate?: () => void;
}

export async function requestReply(
  connection: RequestConnection,
  request: OutgoingRequest,
  options: RequestOptions,
): Promise<RequestResult> {
  const replied = Promise.withResolvers<RequestResult>();
  const iopub: Received[] = [];
  let reply: Received | undefined;
  let isIdle = options.withOutput !== true;
  const id = connection.request(request, (message) => {
    if (message.header.msg_type === "input_request") connection.reply(message, "");
    else if (message.channel !== "iopub") reply = message;
    else if (message.header.msg_type !== "status") iopub.push(message);
    else isIdle ||= contents.status.parse(message.content()).execution_state === "idle";
    if (reply === undefined || !isIdle) return;
    replied.resolve({ reply, iopub });
    connection.forget(id);
    if (options.signal.aborted) options.onLate?.();
  });
  try {
    return await untilAborted(replied.promise, options.signal);
  } finally {
    if (!options.signal.aborted || options.onLate === undefined) connection.forget(id);
  }
}
