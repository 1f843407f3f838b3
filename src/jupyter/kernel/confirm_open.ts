/**
 * Whether a socket that looks open still is. A call may be read before the news that its connection was cut, and what is
 * sent into a cut connection is lost without a trace.
 */

import type { WebSocket } from "../rest/web_socket.ts";

/** A server this late is busy or dead; which of them, the pings between find out. */
const pongLimit = 2_000;

/** Resolves when the other side has answered, when the socket has gone, or after a limit in milliseconds. */
export function confirmOpen(socket: WebSocket, limit = pongLimit): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limit);
  // The pings that go out all the time carry nothing.
  const question = crypto.randomUUID();
  const onPong = (answer: Uint8Array) => {
    if (answer.toString() === question) resolve();
  };
  socket.on("pong", onPong).once("close", resolve).ping(question);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.off("pong", onPong).off("close", resolve);
  });
}
