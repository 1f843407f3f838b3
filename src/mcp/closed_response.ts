/** The response, with a call back where its client closes it before the end; Deno tells by cancelling the body. */
export function onClosed(response: Response, closed: () => void): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      closed();
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
