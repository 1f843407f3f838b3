/**
 * Fuzzes the program over HTTP: malformed messages as bodies, requests whose token, origin, type or method is wrong,
 * and requests by hand that no client would send.
 *
 * No answer may be a failure of the server (500 and above), those without the right to ask must be refused, and no
 * byte of an answer, a header or the log may belong to a secret.
 */

import { type HttpProgram, startHttpProgram } from "../../tests/harness/http_program.ts";
import { type Answer, parseAnswer, Tally } from "./answers.ts";
import { fuzz, type FuzzedProgram, type FuzzOptions, type FuzzReport, patience } from "./fuzz.ts";
import { fuzzedArgs } from "./fuzz_stdio.ts";
import { hostileText } from "./hostile_values.ts";
import type { Message } from "./messages.ts";
import type { Random } from "./random.ts";
import { type RawRequest, rawRequest, sendHalf, sendRaw } from "./raw_requests.ts";
import { holdsSecret } from "./watched_stream.ts";

interface Reply {
  readonly status: number;
  readonly answers: readonly Answer[];
}

class FuzzedHttp implements FuzzedProgram {
  readonly tally: Tally = new Tally();
  readonly #program: HttpProgram;
  readonly #secrets: readonly string[];
  #session: string | undefined;
  /** Connections whose other half never comes. */
  readonly #halves: Deno.Conn[] = [];

  constructor(program: HttpProgram, jupyterToken: string) {
    this.#program = program;
    this.#secrets = [jupyterToken, program.token];
  }

  readonly deliver = async ({ bytes, id }: Message, random: Random): Promise<void> => {
    if (random.chance(0.1)) await this.#sendRaw(rawRequest(random, this.#program));
    const wrong = random.chance(0.1) ? wrongRequest(random) : undefined;
    const reply = await this.#post({ body: bytes, ...wrong?.init }, new TextDecoder().decode(bytes));
    if (reply === undefined) return;
    if (wrong !== undefined) {
      if (!wrong.allowed.includes(reply.status)) {
        this.tally.failures.push(`a request with ${wrong.what} was answered ${reply.status}`);
      }
      return;
    }
    if (id !== undefined && reply.status < 400 && !reply.answers.some((one) => one.id === id)) {
      this.tally.failures.push(`no answer came to ${new TextDecoder().decode(bytes).slice(0, 300)}`);
    }
  };

  readonly ask = async (id: number, method: string, params: unknown): Promise<Answer | undefined> => {
    const reply = await this.#post({ body: JSON.stringify({ jsonrpc: "2.0", id, method, params }) }, method);
    return reply?.answers.find((one) => one.id === id);
  };

  async #sendRaw(request: RawRequest): Promise<void> {
    if (request.allowed.length === 0) {
      this.#halves.push(await sendHalf(request, this.#program));
      return;
    }
    const answer = await sendRaw(request, this.#program);
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
    if (!request.allowed.includes(status)) {
      this.tally.failures.push(`a request with ${request.what} was answered ${status}`);
    }
    if (holdsSecret(answer, this.#secrets)) {
      this.tally.failures.push("a secret was in what the program answered");
    }
  }

  /** One request, and everything that comes back looked through. */
  async #post(init: RequestInit, what: string): Promise<Reply | undefined> {
    const headers = {
      Authorization: `Bearer ${this.#program.token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...(this.#session === undefined ? {} : { "Mcp-Session-Id": this.#session }),
      ...Object.fromEntries(new Headers(init.headers)),
    };
    try {
      const signal = AbortSignal.timeout(patience);
      const response = await fetch(this.#program.url, { method: "POST", ...init, headers, signal });
      const text = await response.text();
      this.#session ??= response.headers.get("mcp-session-id") ?? undefined;
      return this.#read(response, text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.tally.failures.push(`no answer (${reason.slice(0, 100)}) to ${what.slice(0, 300)}`);
      return undefined;
    }
  }

  #read({ status, headers }: Response, text: string): Reply {
    if (holdsSecret(text + JSON.stringify([...headers]), this.#secrets)) {
      this.tally.failures.push("a secret was in what the program answered");
    }
    if (status >= 500) this.tally.failures.push(`the program answered ${status}: ${text.slice(0, 200)}`);
    const answers = messagesIn(text).filter(({ result, error }) =>
      result !== undefined || error !== undefined
    );
    for (const one of answers) this.tally.count(one);
    if (answers.length === 0) this.tally.countAs(`status ${status}`);
    return { status, answers };
  }

  readonly end = async (): Promise<void> => {
    for (const half of this.#halves) half.close();
    if (!await this.#program.stop(30_000)) this.tally.failures.push("the program did not end on SIGTERM");
    if (holdsSecret(this.#program.stderr(), this.#secrets)) {
      this.tally.failures.push("a secret was in the log");
    }
  };
}

/** The messages of a body: one, or a stream of events. */
function messagesIn(text: string): readonly Answer[] {
  const texts = text.startsWith("{")
    ? [text]
    : text.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5));
  return texts.map(parseAnswer).filter((one) => one !== undefined);
}

interface WrongRequest {
  readonly what: string;
  readonly init: RequestInit;
  /** The statuses that are right for it. */
  readonly allowed: readonly number[];
}

/** A request that must not get through. */
function wrongRequest(random: Random): WrongRequest {
  return random.pick([
    { what: "a wrong token", init: { headers: { Authorization: "Bearer wrong" } }, allowed: [401] },
    { what: "an odd token", init: { headers: { Authorization: headerText(random) } }, allowed: [401] },
    { what: "a foreign origin", init: { headers: { Origin: "https://example.com" } }, allowed: [403] },
    { what: "another method", init: { method: "PUT" }, allowed: [405] },
    {
      what: "another session",
      init: { headers: { "Mcp-Session-Id": headerText(random) } },
      allowed: [400, 404],
    },
    { what: "another type", init: { headers: { "Content-Type": "text/plain" } }, allowed: [400, 415] },
  ]);
}

/** What a header can hold. */
function headerText(random: Random): string {
  return hostileText(random).replaceAll(/[^\x21-\x7e]/g, "x").slice(0, 2_000) || "x";
}

/** Sends all messages over HTTP; what went wrong is in the report. */
export async function fuzzHttp(options: FuzzOptions): Promise<FuzzReport> {
  const { program, jupyter } = options;
  const home = await Deno.makeTempDir({ prefix: "jupyter-mcp-fuzz-" });
  try {
    const started = await startHttpProgram({ program, jupyter, args: fuzzedArgs(home), env: { HOME: home } });
    return await fuzz(new FuzzedHttp(started, jupyter.token), options);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}
