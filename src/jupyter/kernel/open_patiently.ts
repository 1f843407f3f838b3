/** Opens a kernel's socket; a server that is overloaded or still starting is asked again for a while. */

import { ordinaryLimit } from "../rest/http.ts";
import { pause, retryDelay } from "../rest/retry.ts";
import { HandshakeError } from "../web_socket.ts";
import { type KernelSocket, openSocket, type SocketOptions } from "./socket.ts";

export async function openPatiently(address: URL, options: SocketOptions): Promise<KernelSocket> {
  const deadline = performance.now() + ordinaryLimit;
  for (let attempt = 0;; attempt++) {
    try {
      return await openSocket(address, options);
    } catch (error) {
      const wait = error instanceof HandshakeError ? retryDelay(error, attempt) : undefined;
      if (wait === undefined || performance.now() + wait > deadline) throw error;
      await pause(wait, options.signal);
    }
  }
}
