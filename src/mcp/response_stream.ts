/** The response, with a call back where its client closes it before the end. */
export function onResponseCancelled(response: Response, closed: () => void): Response {
  return onResponseEnd(response, (isClosed) => isClosed && closed());
}

/** The response, with a call back at its end: whether its client closed it; Deno tells by cancelling the body. */
export function onResponseEnd(response: Response, over: (isClosed: boolean) => void): Response {
  return passedOn(response, { over });
}

const comment = new TextEncoder().encode(": open\n\n");

/**
 * The response, with a comment at the opening of an event stream: proxies such as jupyter-server-proxy keep even the
 * headers until the first byte comes, and a silent stream has none before its keepalive.
 */
export function flushEventStream(response: Response): Response {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  return isStream ? passedOn(response, { first: comment }) : response;
}

interface Passing {
  /** Bytes to send before its own. */
  readonly first?: Uint8Array<ArrayBuffer>;
  readonly over?: (isClosed: boolean) => void;
}

function passedOn(response: Response, { first, over = () => undefined }: Passing): Response {
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
