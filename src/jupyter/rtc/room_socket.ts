/** One WebSocket to a room. */

import { openWebSocket, type WebSocket } from "../rest/web_socket.ts";

const farewellLimit = 1_000;

export interface RoomClose {
  readonly code: number;
  readonly reason: string;
}

export interface RoomSocketOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly caCert?: string | undefined;
  readonly onFrame: (frame: Uint8Array) => void;
  /** Called once when an open socket has gone, for whatever reason. */
  readonly onClose: (close: RoomClose) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface RoomSocket {
  send(frame: Uint8Array): void;
  /** Ends the connection at once. */
  drop(): void;
  /** Sends what is under way, then ends the connection. */
  close(): Promise<void>;
}

/** Opens a socket; rejects with a `HandshakeError` where the server refuses. */
export async function openRoomSocket(url: URL, options: RoomSocketOptions): Promise<RoomSocket> {
  const { headers, caCert, signal, onFrame, onClose } = options;
  const ended = Promise.withResolvers<void>();
  const socket = await openWebSocket(url, {
    protocols: [],
    headers,
    caCert,
    signal,
    onFrame,
    onClose(code, reason) {
      ended.resolve();
      onClose({ code, reason });
    },
  });
  return {
    send: (frame) => {
      if (socket.readyState === socket.OPEN) socket.send(frame);
    },
    drop: () => socket.terminate(),
    close: () => farewell(socket, ended.promise),
  };
}

async function farewell(socket: WebSocket, ended: Promise<void>): Promise<void> {
  const limit = setTimeout(() => socket.terminate(), farewellLimit);
  socket.close(1000);
  await ended;
  clearTimeout(limit);
}
