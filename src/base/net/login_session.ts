/**
 * A cookie session with a server that uses a password, or no authentication at all.
 *
 * 1. One login at a time, shared by all who need it; none while the cookies are valid.
 * 2. Requests repeat the XSRF cookie as a header, which proves that no web page sent them.
 * 3. The content of a login page is never passed on.
 */

interface LoginOptions {
  /** Absent for a server without authentication. */
  readonly password: string | undefined;
  /** Sends a request to `login` under the server's base, without following redirects. */
  readonly send: (init: RequestInit) => Promise<Response>;
  /** The error for a rejected password. */
  readonly refused: () => Error;
}

export class LoginSession {
  readonly #options: LoginOptions;
  #cookies: ReadonlyMap<string, string> = new Map();
  #opening: Promise<void> | undefined;

  constructor(options: LoginOptions) {
    this.#options = options;
  }

  get headers(): Record<string, string> {
    if (this.#cookies.size === 0) return {};
    const xsrf = this.#cookies.get("_xsrf");
    return { Cookie: cookieText(this.#cookies), ...(xsrf === undefined ? {} : { "X-XSRFToken": xsrf }) };
  }

  /** Logs in if there is no session yet. */
  async ensure(): Promise<void> {
    if (this.#cookies.size === 0) await this.#open();
  }

  /** Logs in again, unless that has happened since these headers were sent; returns whether a retry makes sense. */
  async renew(sent: Readonly<Record<string, string>>): Promise<boolean> {
    if (sent["Cookie"] === this.headers["Cookie"]) await this.#open();
    return this.headers["Cookie"] !== undefined && this.headers["Cookie"] !== sent["Cookie"];
  }

  #open(): Promise<void> {
    return this.#opening ??= this.#logIn().finally(() => this.#opening = undefined);
  }

  async #logIn(): Promise<void> {
    const { password, send, refused } = this.#options;
    const page = await send({ method: "GET" });
    await page.body?.cancel();
    const first = cookiesOf(page);
    if (password === undefined) {
      this.#cookies = first;
      return;
    }
    const xsrf = first.get("_xsrf") ?? "";
    const answer = await send({
      method: "POST",
      headers: { Cookie: cookieText(first), "X-XSRFToken": xsrf },
      body: new URLSearchParams({ password, _xsrf: xsrf }),
    });
    await answer.body?.cancel();
    const given = cookiesOf(answer);
    const isIn = answer.status >= 300 && answer.status < 400 &&
      [...given.keys()].some((name) => name !== "_xsrf");
    if (!isIn) throw refused();
    this.#cookies = new Map([...first, ...given]);
  }
}

function cookiesOf({ headers }: Response): Map<string, string> {
  const pairs = headers.getSetCookie().map((cookie) => {
    const [pair = ""] = cookie.split(";", 1);
    const at = pair.indexOf("=");
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  return new Map(pairs.filter(([name, value]) => name !== "" && value !== "" && value !== '""'));
}

function cookieText(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}
