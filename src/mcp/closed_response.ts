/** The response, with a call back where its client closes it before the end. */
export function onClosed(response: Response, closed: () => void): Response {
  return onOver(response, (isClosed) => isClosed && closed());
}

/** The response, with a call back at its end: whether its client closed it; Deno tells by cancelling the body. */
export function onOver(response: Response, over: (isClosed: boolean) => void): Response {
  if (response.body === null) {
    over(false);
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
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

/**
 * The request without Deno's signal, which fires after successful answers too and says so on stderr once it is
 * looked at.
 */
export function withoutSignal({ url, method, headers, body }: Request): Request {
  return new Request(url, { method, headers, body });
}
