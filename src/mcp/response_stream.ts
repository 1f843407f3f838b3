/** Responses whose body is relayed, to add bytes at the beginning or to notice the end. */

/** Calls back at the end of the response, with whether the client closed it, which cancels the body. */
export function onResponseEnd(response: Response, over: (isClosed: boolean) => void): Response {
  return relay(response, { over });
}

const comment = new TextEncoder().encode(": open\n\n");

/**
 * Begins an event stream with a comment: proxies such as jupyter-server-proxy hold back even the headers until the
 * first byte arrives, and a silent stream sends none before its keepalive.
 */
export function flushEventStream(response: Response): Response {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  return isStream ? relay(response, { first: comment }) : response;
}

interface RelayOptions {
  /** Bytes to send first. */
  readonly first?: Uint8Array<ArrayBuffer>;
  readonly over?: (isClosed: boolean) => void;
}

function relay(response: Response, { first, over = () => undefined }: RelayOptions): Response {
  if (response.body === null) {
    over(false);
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => first === undefined ? undefined : controller.enqueue(first),
    async pull(controller) {
      const { done, value } = await reader.read().catch((error) => {
        over(false);
        throw error;
      });
      if (!done) return controller.enqueue(value);
      controller.close();
      over(false);
    },
    async cancel(reason) {
      over(true);
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
