/** One WebSocket to a kernel's channels. */

import { confirmOpen } from "./confirm_open.ts";
import { openWebSocket } from "../rest/web_socket.ts";

const decoder = new TextDecoder();

/** No output this large is kept whole. */
const largestFrame = 32_000_000;
/** Longer than Jupyter itself waits for a kernel to come up before it opens the socket. */
const handshakeLimit = 75_000;

export interface SocketOptions {
  readonly protocol: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly caCert?: string | undefined;
  readonly onFrame: (frame: Uint8Array | string) => void;
  /** Called as parts of a frame come that is not whole yet. */
  readonly onPart: () => void;
  /** Called once when the socket has gone, for whatever reason. */
  readonly onClose: () => void;
  readonly signal?: AbortSignal | undefined;
}

export interface KernelSocket {
  /** The subprotocol that the server chose, or "". */
  readonly protocol: string;
  send(frame: Uint8Array | string): void;
  /** Resolves when it is known to be open or to be closed, or when the server is slow to tell. */
  confirm(): Promise<void>;
  close(): void;
}

/** Opens a socket; rejects with a `HandshakeError` where the server refuses. */
export async function openSocket(url: URL, options: SocketOptions): Promise<KernelSocket> {
  try {
    return await connect(url, [options.protocol], options);
  } catch (error) {
    // A server that knows no subprotocols chooses none, as it should; `ws` takes that for an error.
    if (!(error instanceof Error && error.message === "Server sent no subprotocol")) throw error;
    return await connect(url, [], options);
  }
}

async function connect(
  url: URL,
  protocols: readonly string[],
  options: SocketOptions,
): Promise<KernelSocket> {
  const { headers, caCert, signal, onFrame, onPart, onClose } = options;
  const socket = await openWebSocket(url, {
    protocols,
    headers,
    caCert,
    signal,
    onClose,
    onPart,
    handshakeLimit,
    shortenAbove: largestFrame,
    onFrame: (frame, isBinary) => onFrame(isBinary ? frame : decoder.decode(frame)),
  });
  let confirming: Promise<void> | undefined;
  return {
    protocol: socket.protocol,
    send: (frame) => socket.send(frame),
    confirm: () => confirming ??= confirmOpen(socket).finally(() => confirming = undefined),
    close: () => socket.terminate(),
  };
}
