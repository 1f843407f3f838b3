/** Answers that a proxy gives in a server's place, as raw HTTP. */

export interface CannedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Only requests whose line matches, such as `GET /api/sessions HTTP/1.1`; all of them if absent. */
  readonly to?: RegExp;
  /** How many of those; one if absent. */
  readonly times?: number;
}

export class CannedAnswers {
  #waiting: { readonly answer: CannedAnswer; left: number }[] = [];

  add(answer: CannedAnswer): void {
    this.#waiting.push({ answer, left: answer.times ?? 1 });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The bytes to answer this request with; undefined where it is to pass. */
  next(requestLine: string): Uint8Array | undefined {
    const found = this.#waiting.find(({ answer, left }) =>
      left > 0 && (answer.to?.test(requestLine) ?? true)
    );
    if (found === undefined) return undefined;
    found.left--;
    return encode(found.answer);
  }
}

function encode({ status, headers = {}, body = "" }: CannedAnswer): Uint8Array {
  const content = new TextEncoder().encode(body);
  const all = { ...headers, "Content-Length": String(content.length), Connection: "close" };
  const head = [
    `HTTP/1.1 ${status} Canned`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");
  return new Uint8Array([...new TextEncoder().encode(head), ...content]);
}
