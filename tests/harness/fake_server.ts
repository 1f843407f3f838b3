/** An HTTP server on a loopback port that answers as a test likes and remembers what it was asked. */

export interface Asked {
  readonly method: string;
  /** Path and query, as they came. */
  readonly path: string;
  readonly authorization: string | null;
}

export class FakeServer implements AsyncDisposable {
  readonly requests: Asked[] = [];
  readonly #aborter = new AbortController();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(answer: (request: Request) => Response | Promise<Response>, port = 0) {
    const options = { hostname: "127.0.0.1", port, signal: this.#aborter.signal, onListen: () => {} };
    this.#server = Deno.serve(options, (request) => {
      const { pathname, search } = new URL(request.url);
      const authorization = request.headers.get("authorization");
      this.requests.push({ method: request.method, path: pathname + search, authorization });
      return answer(request);
    });
  }

  get port(): number {
    return this.#server.addr.port;
  }

  /** Its base address, with a slash at the end. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#aborter.abort();
    await this.#server.finished;
  }
}
