/**
 * Kernel messages: their shapes, the constructors of those we send, and requests that wait for their reply.
 * https://jupyter-client.readthedocs.io/en/stable/messaging.html
 */

import { z } from "zod";
import { untilAborted } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";

export type Channel = "shell" | "iopub" | "stdin" | "control";

interface Header {
  readonly msg_id: string;
  readonly msg_type: string;
  readonly username: string;
  readonly session: string;
  readonly date: string;
  readonly version: string;
  /** Routes a shell message to a subshell (JEP 91). */
  readonly subshell_id?: string;
}

/** An outgoing message. */
export interface Message {
  readonly channel: Channel;
  readonly header: Header;
  readonly parent_header: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Received headers; only what routing needs. */
export const receivedHeader = z.looseObject({
  msg_id: z.string(),
  msg_type: z.string(),
  /** In a kernel's own messages: differs from one process of the kernel to the next. */
  session: z.string().optional(),
});

export const receivedParent = z.looseObject({
  msg_id: z.string().optional(),
  session: z.string().optional(),
  subshell_id: z.string().nullish(),
});

type ReceivedHeader = z.infer<typeof receivedHeader>;
export type ReceivedParent = z.infer<typeof receivedParent>;

/** A received message. Its content is decoded on demand: most traffic of a shared kernel is not ours. */
export interface Received {
  readonly channel: string;
  readonly header: ReceivedHeader;
  readonly parent: ReceivedParent;
  readonly content: () => unknown;
  /** The content with numbers exactly as the kernel wrote them, for notebooks. */
  readonly exactContent?: () => unknown;
  /** The buffers after the content; undefined if part of them is missing. */
  readonly buffers?: () => readonly Uint8Array[] | undefined;
  /** The raw content, if it arrived as bytes. */
  readonly contentBytes?: ContentBytes;
}

/** The JSON of a message's content. */
export interface ContentBytes {
  readonly bytes: Uint8Array;
  /** The offset and length of the missing middle of a huge message. */
  readonly gap?: { readonly at: number; readonly length: number };
}

/** Some kernels write an empty object as a list. */
const mimeBundle = z.record(z.string(), z.unknown()).catch({});

/** The state of a widget, or its changes; `buffer_paths` say where the message's buffers belong. */
const widgetData = z.looseObject({
  state: z.record(z.string(), z.unknown()),
  buffer_paths: z.array(z.array(z.union([z.string(), z.number()]))).catch([]),
});

export type WidgetData = z.infer<typeof widgetData>;

/** Contents of the messages we read, by type. A missing or invalid value costs that field, not the message. */
export const contents = {
  status: z.looseObject({ execution_state: z.string() }),
  execute_input: z.looseObject({ execution_count: z.number().nullish().catch(null) }),
  stream: z.looseObject({ name: z.enum(["stdout", "stderr"]).catch("stdout"), text: z.string() }),
  display: z.looseObject({
    data: mimeBundle,
    metadata: mimeBundle,
    transient: z.looseObject({ display_id: z.string().nullish() }).nullish().catch(null),
    execution_count: z.number().nullish().catch(null),
  }),
  clear_output: z.looseObject({ wait: z.boolean().catch(false) }),
  error: z.looseObject({
    ename: z.string().catch("Error"),
    evalue: z.string().catch(""),
    traceback: z.array(z.string()).catch([]),
  }),
  execute_reply: z.looseObject({
    status: z.string(),
    execution_count: z.number().nullish().catch(null),
    ename: z.string().optional().catch(undefined),
    /** The output of `?` and `%pinfo`, meant for a pager. */
    payload: z.array(z.looseObject({ source: z.string().catch(""), data: mimeBundle })).catch([]),
    user_expressions: z.record(z.string(), z.unknown()).catch({}),
  }),
  kernel_info_reply: z.looseObject({
    language_info: z.looseObject({ name: z.string().catch("") }).catch({ name: "" }),
    supported_features: z.array(z.string()).catch([]),
  }),
  create_subshell_reply: z.looseObject({ status: z.string(), subshell_id: z.string() }),
  comm: z.looseObject({
    comm_id: z.string(),
    target_name: z.string().optional().catch(undefined),
    data: widgetData.nullable().catch(null),
  }),
  comm_info_reply: z.looseObject({ comms: z.record(z.string(), z.unknown()).catch({}) }),
  shutdown_reply: z.looseObject({ restart: z.boolean().catch(false) }),
  input_request: z.looseObject({ prompt: z.string().catch(""), password: z.boolean().catch(false) }),
} as const;

interface NewMessage {
  readonly session: string;
  readonly type: string;
  readonly channel: Channel;
  readonly content: Readonly<Record<string, unknown>>;
  readonly id?: string;
  /** The header of the message that this one answers. */
  readonly parent?: ReceivedHeader;
  /** The subshell that a shell message is for; the main shell if absent. */
  readonly subshell?: string | undefined;
}

/** Creates a message with a fresh id and a header of this client. */
export function newMessage(message: NewMessage): Message {
  return {
    channel: message.channel,
    header: {
      msg_id: message.id ?? crypto.randomUUID(),
      msg_type: message.type,
      username: "jupyter-mcp",
      session: message.session,
      date: new Date().toISOString(),
      version: "5.4",
      ...(message.subshell === undefined ? {} : { subshell_id: message.subshell }),
    },
    parent_header: message.parent ?? {},
    metadata: {},
    content: message.content,
  };
}

/** Jupyter closes the connection on a message over 10 MiB. */
const maxCodeBytes = 9_000_000;

/** Throws `too_large` for code that does not fit into one request. */
export function checkCodeSize(code: string): void {
  const size = new TextEncoder().encode(code).length;
  if (size <= maxCodeBytes) return;
  throw new AppError("too_large", `Cannot run ${size} bytes of code: the limit is ${maxCodeBytes}`, {
    hint: "Put data into a file and read it from the code",
  });
}

/** The content of a request to run code. A failing run must not abort cells that others have queued. */
export function executeContent(code: string) {
  return {
    code,
    silent: false,
    store_history: true,
    user_expressions: {},
    allow_stdin: true,
    stop_on_error: false,
  };
}

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

interface RequestOptions {
  readonly signal: AbortSignal;
  /** Wait for the idle status as well: all output has arrived then. */
  readonly withOutput?: boolean;
  /** Called if the reply arrives after the request was aborted. */
  readonly onLate?: () => void;
}

/** Sends a kernel one request and waits for its reply. */
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
