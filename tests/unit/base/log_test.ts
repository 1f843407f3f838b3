import assert from "node:assert/strict";
import { createLogger, type LoggerOptions, redact, withFields } from "../../../src/base/log.ts";

function recorded(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = [];
  const log = createLogger({
    level: "debug",
    write: (line) => lines.push(line),
    now: () => new Date("2026-01-31T09:00:00Z"),
    ...options,
  });
  return { log, lines };
}

Deno.test("createLogger writes time, level, message and fields in one line", () => {
  const { log, lines } = recorded();
  log.info("tool execute_code ok", { ms: 12, name: 'a "b"', ours: true, none: null, absent: undefined });
  assert.deepEqual(lines, [
    '2026-01-31T09:00:00.000Z info tool execute_code ok ms=12 name="a \\"b\\"" ours=true none=null\n',
  ]);
});

Deno.test("createLogger leaves out what is below its level", () => {
  const { log, lines } = recorded({ level: "warning" });
  log.debug("1");
  log.info("2");
  log.warning("3");
  log.error("4");
  assert.deepEqual(lines.map((line) => line.split(" ")[1]), ["warning", "error"]);
});

Deno.test("createLogger makes no line that looks like two, nor one that moves a terminal's cursor", () => {
  const { log, lines } = recorded();
  log.info("a\nb\r2026 error c\x1b[2K\u009b1A", { code: "x = 1\ny = 2" });
  assert.equal(
    lines[0],
    '2026-01-31T09:00:00.000Z info a\\nb\\x0d2026 error c\\x1b[2K\\x9b1A code="x = 1\\ny = 2"\n',
  );
});

Deno.test("createLogger lets no secret through, in messages or in fields", () => {
  const secrets = ["s3cret", 'quo"te\\d', ""];
  const { log, lines } = recorded({ secrets });
  log.error('s3cret in a message, quo"te\\d too', { url: "http://x/?a=s3cret", code: 'token = "quo"te\\d"' });
  log.info(`encoded ${encodeURIComponent('quo"te\\d')}`);
  assert.equal(lines.length, 2);
  for (const line of lines) {
    assert.doesNotMatch(line, /s3cret|quo|te\\/);
    assert.match(line, /\[redacted\]/);
  }
});

Deno.test("createLogger continues where its line cannot be written", () => {
  const { log } = recorded({
    write: () => {
      throw new Deno.errors.BrokenPipe();
    },
  });
  log.error("nobody reads this");
});

Deno.test("redact hides values of token= in URLs that it was not told of", () => {
  assert.equal(
    redact("GET http://h/lab?token=abc&x=1 and /tree?a=1&TOKEN=def#q", []),
    "GET http://h/lab?token=[redacted]&x=1 and /tree?a=1&TOKEN=[redacted]",
  );
  assert.equal(redact('open "http://h/#token=abc" now', []), 'open "http://h/#token=[redacted]" now');
});

Deno.test("redact leaves no end of a secret that begins with another", () => {
  assert.equal(redact("abcdef abc", ["abc", "abcdef"]), "[redacted] [redacted]");
});

Deno.test("redact does not look through what it has put in", () => {
  assert.equal(redact("a longer-one b", ["longer-one", "redacted"]), "a [redacted] b");
});

Deno.test("redact takes a short secret out if it stands alone, not out of every word", () => {
  const line = "info tool execute_code ok tests=3 kernel is at rest";
  assert.equal(redact(line, ["t", "e", "est"]), line);
  for (
    const text of ["token t", "token=t", "'t'", "/t/", "Bearer t", "http%3A%2F%2Fh%3Ft", String.raw`a\nt`]
  ) {
    assert.equal(redact(text, ["t"]), text.replace(/t$|t(?=['/]$)/, "[redacted]"), text);
  }
  assert.equal(redact("http://h/?token=t and t, tt", ["t"]), "http://h/?token=[redacted] and [redacted], tt");
});

Deno.test("redact takes a secret of ordinary length out of the middle of a word as well", () => {
  assert.equal(redact("xabcd1234y", ["abcd1234"]), "x[redacted]y");
});

Deno.test("redact takes every sign of a secret as it is", () => {
  const secret = "a.b*c+(d)[e]{f}|g^h$i\\j/k-l?m";
  assert.equal(
    redact(`one ${secret} two ${encodeURIComponent(secret)}`, [secret]),
    "one [redacted] two [redacted]",
  );
  assert.equal(redact("a.b-c?", ["a.b-c?"]), "[redacted]");
});

Deno.test("createLogger writes JSON if that is wanted, one object a line", () => {
  const { log, lines } = recorded({ format: "json", secrets: ['quo"te'] });
  log.info("tool execute_code ok", {
    tool: "execute_code",
    ms: 12,
    ours: true,
    none: null,
    absent: undefined,
  });
  log.error('a\nb \u009b quo"te', { url: "http://x/?token=abc", code: 'quo"te' });
  assert.equal(
    lines[0],
    '{"time":"2026-01-31T09:00:00.000Z","level":"info","message":"tool execute_code ok",' +
      '"tool":"execute_code","ms":12,"ours":true,"none":null}\n',
  );
  assert.equal(lines[1]?.match(/\p{Cc}/gu)?.join(""), "\n", "no control character but the end of the line");
  assert.deepEqual(JSON.parse(lines[1] ?? ""), {
    time: "2026-01-31T09:00:00.000Z",
    level: "error",
    message: "a\nb \u009b [redacted]",
    url: "http://x/?token=[redacted]",
    code: "[redacted]",
  });
});

Deno.test("a text line does not say twice what its message says", () => {
  const { log, lines } = recorded();
  log.info("tool execute_code ok", { tool: "execute_code", outcome: "ok", ms: 12 });
  assert.deepEqual(lines, ["2026-01-31T09:00:00.000Z info tool execute_code ok ms=12\n"]);
});

Deno.test("withFields adds its fields to every line", () => {
  const { log, lines } = recorded();
  const named = withFields(log, { request_id: "r1" });
  named.info("one", { ms: 1 });
  named.error("two");
  assert.deepEqual(lines.map((line) => line.slice(25)), [
    'info one ms=1 request_id="r1"\n',
    'error two request_id="r1"\n',
  ]);
});

Deno.test("logUnhandled logs what nothing handles by its place, without its message, and the isolate lives on", async () => {
  const worker = new Worker(import.meta.resolve("../unhandled_worker.ts"), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  worker.postMessage("begin");
  const [rejection = "", exception = "", ...others] = await promise;
  worker.terminate();
  assert.match(
    rejection,
    /error internal error: unhandled rejection: AppError jupyter_unreachable.*at forget.*unhandled_worker/,
  );
  assert.match(exception, /error internal error: unhandled exception: TypeError.*fail.*unhandled_worker/);
  assert.deepEqual(others, []);
  assert.doesNotMatch(rejection + exception, /secret/);
});
