/**
 * HTTP requests to one Jupyter server: authentication, time limits, and errors that say what is wrong.
 *
 * 1. The token goes into the `Authorization` header, never into a URL.
 * 2. Redirects are not followed: a Jupyter API does not redirect, and the token must not be sent elsewhere.
 * 3. Bodies of error pages are never passed on: Jupyter's HTML pages contain the token.
 * 4. If a hub has stopped the server and someone is waiting for it, it is started and the request is sent again.
 * 5. A request rejected with 401 or 403 is not retried; with cookie authentication it is retried once, after a new login.
 */

import { delay } from "../../base/async.ts";
import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { tryParseJson } from "../../base/json.ts";
import { redact } from "../../base/log.ts";
import { boundedText } from "../../base/net/bounded_text.ts";
import { failureReason, tlsProblems } from "../../base/net/failure_reason.ts";
import { bareHub, bareHubHint, hubAddress, isStopped, tokenHint } from "../../base/net/hub_address.ts";
import { LoginSession } from "../../base/net/login_session.ts";
import { createPinnedFetch, type PinnedFetch } from "../../base/net/pinned_fetch.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { discard, hasMoreParts, ordinaryResponse, type ResponseLimit, textStart } from "./body.ts";
import { delayWithin, isStartingPage, isTemporary, retryWindow } from "./retry.ts";
import { Hub, type StartProgress, StartReporter } from "./server_start.ts";

interface HttpOptions {
  readonly target: JupyterTarget;
  /** Resolves when the server may be contacted, with its token if that is not the target's; rejects when there is none. */
  readonly ready?: () => Promise<string | void>;
  readonly fetch?: typeof globalThis.fetch;
}

export interface RequestOptions {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Error statuses that the caller handles. */
  readonly expected?: readonly number[];
  /** A body that is already JSON. */
  readonly text?: string;
  /** The parts of such a body, in order; called again if the request is sent again. */
  readonly parts?: () => Iterable<string>;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the server counts as gone. */
  readonly limit?: number;
  /** Milliseconds that the call waits for Jupyter: a server that is overloaded or starting is asked again until then. */
  readonly callLimit?: number | undefined;
  /** Maximum size of a response in text or JSON. */
  readonly maxResponse?: ResponseLimit;
}

/** How long a request may take for its caller. */
export type WaitOptions = Pick<RequestOptions, "signal" | "callLimit">;

/** An error status, which callers explain if they can, such as a 404 for a session. */
export class StatusError extends AppError {
  constructor(url: string, readonly status: number, readonly reason: string) {
    super("jupyter_unreachable", `Cannot use the server at ${url}: it answered ${status} (${reason})`, {
      hint: "Check that --jupyter-url is the base address of a Jupyter server; its log may say more",
    });
    this.name = "StatusError";
  }
}

/** Milliseconds; a server that is gone must be reported within ten seconds in total. */
export const ordinaryLimit = 8_000;
/** Bytes of an error page, or of a traceback in JSON. */
const longestRefusal = 500_000;
const errorBody = z.object({ message: z.string() });

export class JupyterHttp {
  readonly target: JupyterTarget;
  readonly #start: StartReporter;
  readonly #fetch: typeof globalThis.fetch;
  /** Used if there is no token. */
  readonly #login: LoginSession | undefined;
  /** The hub in front of the server, if its address belongs to one. */
  readonly #hub: Hub | undefined;
  readonly #pinned: PinnedFetch | undefined;
  #client: Deno.HttpClient | undefined;
  #token: string;

  constructor(options: HttpOptions) {
    this.target = options.target;
    const { token, password, caCert } = this.target;
    this.#token = token;
    this.#login = token !== "" ? undefined : new LoginSession({
      password,
      send: (init) => this.#fetchLimited(new URL("login", this.target.url), init),
      refused: () => this.authFailed(),
    });
    const address = token === "" ? undefined : hubAddress(this.target.url);
    this.#hub = address && new Hub({
      address,
      token,
      send: (url, init, limit) => this.#fetchLimited(url, init, { limit }),
      authFailed: () => this.authFailed(),
    });
    this.#start = new StartReporter(options.ready);
    this.#pinned = caCert === undefined ? undefined : createPinnedFetch(caCert);
    this.#fetch = options.fetch ?? this.#pinned?.fetch ?? globalThis.fetch;
  }

  /** Resolves when the server may be contacted, with the headers of that moment. */
  async ready(): Promise<void> {
    this.#token = await this.#start.over() ?? this.#token;
    if (this.target.password !== undefined) await this.#login?.ensure();
  }

  /** Lets a hub start a stopped server, and calls back while a server starts, until the returned function is called. */
  onStarting(listener: (progress: StartProgress) => void): () => void {
    return this.#hub?.watch(listener) ?? this.#start.watch(listener);
  }

  /** The headers that authenticate a request or a WebSocket. */
  get headers(): Record<string, string> {
    return this.#login?.headers ?? { Authorization: `token ${this.#token}` };
  }

  /** The address of `path` (segments, not yet encoded) under the server's base. */
  address(path: readonly string[], query: Readonly<Record<string, string>> = {}): URL {
    const address = new URL(urlPath(path), this.target.url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address;
  }

  /** Sends a request whose response is JSON of the given shape. */
  async json<S extends z.ZodType>(
    schema: S,
    path: readonly string[],
    options: RequestOptions = {},
  ): Promise<z.infer<S>> {
    return (await this.answer(schema, path, options)).body;
  }

  /** The same with the status of the response. */
  async answer<S extends z.ZodType>(
    schema: S,
    path: readonly string[],
    options: RequestOptions = {},
  ): Promise<{ readonly status: number; readonly body: z.infer<S> }> {
    const { status, text } = await this.#receive(path, options);
    if (hasMoreParts(text, (options.maxResponse ?? ordinaryResponse).parts)) throw this.#tooLarge();
    const parsed = schema.safeParse(tryParseJson(text));
    if (!parsed.success) throw this.#notJupyter("its answer is not that of a Jupyter server");
    return { status, body: parsed.data };
  }

  /** Sends a request whose response is text. */
  async text(path: readonly string[], options: RequestOptions = {}): Promise<string> {
    return (await this.#receive(path, options)).text;
  }

  async #receive(
    path: readonly string[],
    options: RequestOptions,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const response = await this.#send(path, options);
    const { bytes } = options.maxResponse ?? ordinaryResponse;
    const { text, isWhole } = await boundedText(response, bytes).catch((error) => {
      options.signal?.throwIfAborted();
      throw this.unreachable("the connection was cut", error);
    });
    if (!isWhole) throw this.#tooLarge();
    return { status: response.status, text };
  }

  /** Sends a request whose response body does not matter. */
  async empty(path: readonly string[], options: RequestOptions = {}): Promise<void> {
    const response = await this.#send(path, options);
    await discard(response);
  }

  /** Sends a request whose response body the caller reads or cancels; the limit applies until its end. */
  open(path: readonly string[], options: RequestOptions = {}): Promise<Response> {
    return this.#send(path, options);
  }

  async #send(path: readonly string[], options: RequestOptions): Promise<Response> {
    await this.ready();
    const window = Math.min(options.limit ?? Infinity, retryWindow(options.callLimit));
    let deadline = performance.now() + window;
    for (let attempt = 0, isRenewed = false, isStarted = false;; attempt++) {
      const { headers } = this;
      const response = await this.#reach(path, options);
      const isStarting = path[0] === "api" && await isStartingPage(response);
      const isExpected = response.ok || options.expected?.includes(response.status);
      if (isExpected && !isStarting) return response;
      if (!isRenewed && await this.#renew(response, headers)) {
        isRenewed = true;
        await discard(response);
        continue;
      }
      if (!isStarted && this.#hub?.isWatched && isStopped(response)) {
        isStarted = true;
        await discard(response);
        await this.#hub.start(options.signal);
        deadline = performance.now() + window;
        continue;
      }
      const refused = isStarting ? { status: 503 } : response;
      const wait = delayWithin(deadline - performance.now(), refused, attempt);
      if (wait === undefined) {
        throw this.#refusal(response, await textStart(response, longestRefusal));
      }
      await discard(response);
      await delay(wait, options.signal);
      // Another program may have taken the port of the managed Jupyter meanwhile.
      await this.ready();
    }
  }

  /** Logs in again if the session has expired; returns whether the request should be sent again. */
  async #renew(response: Response, sent: Record<string, string>): Promise<boolean> {
    if (this.#login === undefined || !isRefused(response)) return false;
    const isOurs = this.target.password !== undefined ||
      (await textStart(response.clone(), longestRefusal)).includes("_xsrf");
    return isOurs && await this.#login.renew(sent);
  }

  async #reach(path: readonly string[], options: RequestOptions): Promise<Response> {
    return await this.#fetchLimited(this.address(path, options.query), {
      method: options.method ?? "GET",
      headers: { ...this.headers, "Content-Type": "application/json", ...options.headers },
      ...bodyOf(options),
    }, options);
  }

  async #fetchLimited(
    address: URL,
    init: RequestInit,
    options: Pick<RequestOptions, "limit" | "signal"> = {},
  ): Promise<Response> {
    const limit = AbortSignal.timeout(options.limit ?? ordinaryLimit);
    const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
    try {
      return await this.#fetch(address, { ...init, redirect: "manual", signal, ...this.#clientOption() });
    } catch (error) {
      options.signal?.throwIfAborted();
      if (limit.aborted) this.renew();
      throw this.unreachable(limit.aborted ? "it does not answer" : reasonOf(error), error);
    }
  }

  /**
   * Uses new connections from now on. If one was silently dropped, so were those kept for later requests, and each of
   * them would cost its time limit.
   */
  renew(): void {
    if (this.#pinned !== undefined) return this.#pinned.close();
    this.#client?.close();
    this.#client = Deno.createHttpClient({});
  }

  #clientOption(): { client?: Deno.HttpClient } {
    return this.#client === undefined ? {} : { client: this.#client };
  }

  #refusal(response: Response, body: string): AppError {
    const { status, ok } = response;
    if (ok) return this.unreachable("on the hub, this user's server is still starting");
    const hub = bareHub(this.target.url, response);
    if (hub !== undefined) return this.#notJupyter("it is a hub, not a user's server", bareHubHint(hub));
    if (status >= 300 && status < 400) return this.#redirected(response.headers.get("location") ?? "");
    const parsed = errorBody.safeParse(tryParseJson(body));
    const isPage = (response.headers.get("content-type") ?? "").includes("text/html");
    const message = parsed.success && !isPage ? parsed.data.message : undefined;
    const reason = redact(message ?? (response.statusText || "no reason given"), [this.#token]);
    const answered = new StatusError(this.target.url, status, reason);
    if (status === 401 || (status === 403 && isAboutToken(message))) return this.authFailed(answered);
    if (status === 403) return this.#forbidden(message ?? "", answered);
    if (isTemporary(status)) {
      return this.unreachable(`it is overloaded or still starting (it answered ${status})`);
    }
    return answered;
  }

  #redirected(location: string): AppError {
    if (/\/(login|oauth2?\/authorize|oauth_login)(\?|$)/.test(location)) return this.authFailed();
    const stopped = "on the hub, this user's server is not running";
    if (location.includes("/hub/")) return this.unreachable(stopped);
    return this.#notJupyter("it redirects to another address");
  }

  /** The error for a server that rejects the token. */
  authFailed(cause?: StatusError): AppError {
    const { token, password, url } = this.target;
    const given = token !== ""
      ? "the token was refused"
      : password === undefined
      ? "no token was given"
      : "the password was refused";
    return new AppError("auth_failed", `Cannot use Jupyter at ${url}: ${given}`, {
      hint: token === "" && password !== undefined
        ? "Set JUPYTER_PASSWORD (or --password-file) to the password of this server"
        : tokenHint(url) +
          (token === "" ? "; if it has a password instead, set JUPYTER_PASSWORD (or --password-file)" : ""),
      cause,
    });
  }

  #forbidden(state: string, cause: StatusError): AppError {
    return new AppError("forbidden", `Cannot do this on Jupyter at ${this.target.url}: ${state}`, {
      hint: "The token is valid but may not do this; ask the administrator of the server",
      cause,
    });
  }

  /** The error for a server that does not answer. */
  unreachable(state: string, cause?: unknown): AppError {
    return new AppError("jupyter_unreachable", `Cannot reach Jupyter at ${this.target.url}: ${state}`, {
      hint:
        "Check that Jupyter is running and that --jupyter-url is correct; calls work again as soon as it responds",
      cause,
    });
  }

  #tooLarge(): AppError {
    return new AppError(
      "too_large",
      `Cannot read the response of Jupyter at ${this.target.url}: it is too large`,
      {
        hint:
          "If it is a file, read it in the kernel with execute_code; otherwise check that the server is Jupyter",
      },
    );
  }

  #notJupyter(state: string, hint = baseHint): AppError {
    const message = `Cannot use the server at ${this.target.url}: ${state}`;
    return new AppError("jupyter_unreachable", message, { hint });
  }

  close(): void {
    this.#pinned?.close();
    this.#client?.close();
    this.#client = undefined;
  }
}

function bodyOf(
  { body, parts, text = body === undefined ? undefined : JSON.stringify(body) }: RequestOptions,
) {
  if (parts !== undefined) return { body: ReadableStream.from(parts()).pipeThrough(new TextEncoderStream()) };
  return text === undefined ? {} : { body: text };
}

/** Jupyter closes the connection on much longer addresses, and no file system allows longer paths. */
const longest = 4_096;

/**
 * The URL path of unencoded segments, relative to the server's base; throws `invalid_argument` for segments that a URL
 * cannot contain.
 */
function urlPath(segments: readonly string[]): string {
  const { length } = segments.join("/");
  if (length > longest) throw refused(`it has ${length} characters, over ${longest}`);
  // `new URL` would resolve dots, and the request would leave the server's base with its token.
  const isUsable = (segment: string) => segment !== "." && segment !== ".." && segment.isWellFormed();
  if (!segments.every(isUsable)) throw refused('it contains ".", ".." or half a character');
  return segments.map(encodeURIComponent).join("/");
}

function refused(state: string): AppError {
  return new AppError("invalid_argument", `Cannot use path: ${state}`, {
    hint: "Give the path from Jupyter's root, as file lists show it",
  });
}

/** What to do about an address at which no Jupyter answers. */
const baseHint = "Set --jupyter-url to the base address of a Jupyter server, such as http://localhost:8888/";

/** Servers redirect people to the login page, and reject programs. */
function isRefused({ status, headers }: Response): boolean {
  return status === 401 || status === 403 ||
    (status === 302 && /\/login(\?|$)/.test(headers.get("location") ?? ""));
}

/** Jupyter just says "Forbidden" if the token is missing or wrong; for a POST it complains about a missing cookie first. */
function isAboutToken(message: string | undefined): boolean {
  return message === undefined || message === "Forbidden" || message.includes("_xsrf");
}

/** Why a connection failed, with the option that helps. */
export function reasonOf(error: unknown): string {
  const reason = failureReason(error);
  return reason === tlsProblems.untrusted ? `${reason} (see --ca-cert)` : reason;
}

/** Whether something failed because Jupyter could not be reached. */
export function isUnreachable(error: unknown): boolean {
  // A gateway responds in place of a server that is down.
  if (error instanceof StatusError) return error.status >= 502 && error.status <= 504;
  return error instanceof AppError && error.code === "jupyter_unreachable";
}

/**
 * Handles an error by returning a value if Jupyter cannot be reached. For requests made after an edit: an error would make
 * the caller repeat the edit.
 */
export function orIfUnreachable<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof AppError && error.code === "jupyter_unreachable") return value;
    throw error;
  };
}
