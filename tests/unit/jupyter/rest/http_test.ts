import assert from "node:assert/strict";
import { z } from "zod";
import { AppError } from "../../../../src/base/errors.ts";
import { JupyterHttp, reasonOf, StatusError } from "../../../../src/jupyter/rest/http.ts";

const token = "s3cret-t0ken";
const target = { url: "http://jupyter.test:8888/user/ana/", token, origin: "given" } as const;
const shape = z.object({ version: z.string() });

interface Asked {
  readonly url: string;
  readonly init: RequestInit;
}

/** A client whose every request is answered by `answer`, and what was asked. */
function client(answer: (asked: Asked) => Response | Promise<Response>, given: string = token) {
  const asked: Asked[] = [];
  const http = new JupyterHttp({
    target: { ...target, token: given },
    fetch: async (input, init = {}) => {
      const request = { url: input instanceof Request ? input.url : String(input), init };
      asked.push(request);
      return await answer(request);
    },
  });
  return { http, asked };
}

/** The error of a GET that is answered so. */
async function failure(answer: (asked: Asked) => Response | Promise<Response>): Promise<AppError> {
  const { http } = client(answer);
  try {
    await http.json(shape, ["api"], { limit: 100 });
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    assertHoldsNoToken(error);
    return error;
  } finally {
    http.close();
  }
  throw new Error("nothing was thrown");
}

function assertHoldsNoToken(error: AppError): void {
  const { message, hint, details } = error;
  assert.ok(!JSON.stringify({ message, hint, details }).includes(token));
}

function json(status: number, body: unknown): () => Response {
  return () => Response.json(body, { status });
}

function html(status: number): () => Response {
  const page = `<html><body data-jupyter-api-token="${token}">no</body></html>`;
  return () => new Response(page, { status, headers: { "content-type": "text/html; charset=UTF-8" } });
}

function redirect(location: string): () => Response {
  return () => new Response(null, { status: 302, headers: { location } });
}

Deno.test("JupyterHttp sends the token in the header and nowhere else", async () => {
  const { http, asked } = client(json(200, { version: "2.0" }));
  const body = { name: "n" };
  await http.json(shape, ["api", "sessions"], { method: "POST", body, query: { content: "0" } });
  assert.equal(asked[0]?.url, "http://jupyter.test:8888/user/ana/api/sessions?content=0");
  assert.equal(new Headers(asked[0]?.init.headers).get("authorization"), `token ${token}`);
  assert.equal(asked[0]?.init.body, '{"name":"n"}');
  assert.equal(asked[0]?.init.redirect, "manual");
});

Deno.test("JupyterHttp sends no Authorization header without a token", async () => {
  const { http, asked } = client(json(200, { version: "2.0" }), "");
  await http.json(shape, ["api"]);
  assert.equal(new Headers(asked[0]?.init.headers).get("authorization"), null);
});

Deno.test("JupyterHttp encodes what a path may hold and stays under the server's base", () => {
  const { http } = client(json(200, {}));
  assert.equal(
    http.address(["api", "contents", "a b", "c#d?e%", "日本.ipynb"]).href,
    "http://jupyter.test:8888/user/ana/api/contents/a%20b/c%23d%3Fe%25/%E6%97%A5%E6%9C%AC.ipynb",
  );
  assert.equal(http.address(["/etc/passwd"]).pathname, "/user/ana/%2Fetc%2Fpasswd");
  assert.equal(http.address(["http://evil.test/"]).host, "jupyter.test:8888");
  for (const step of ["\ud800", ".", "..", "x".repeat(5_000)]) {
    assert.throws(() => http.address(["api", "contents", step, "x"]), { code: "invalid_argument" });
  }
});

Deno.test("JupyterHttp refuses a path that leaves the base before it asks anything", async () => {
  const { http, asked } = client(json(200, { version: "2" }));
  await assert.rejects(http.json(shape, ["api", "contents", "..", ".."]), { code: "invalid_argument" });
  assert.equal(asked.length, 0);
});

Deno.test("JupyterHttp asks once if the token is refused", async () => {
  const refusals = [
    json(401, {}),
    json(403, { message: "Forbidden", reason: null }),
    json(403, { message: "'_xsrf' argument missing from POST", reason: null }),
    html(403),
    redirect("/user/ana/login?next=%2Fapi"),
    redirect("http://jupyter.test:8888/hub/login?next=x"),
    redirect("/hub/api/oauth2/authorize?client_id=jupyterhub-user-ana"),
  ];
  for (const refusal of refusals) {
    const { http, asked } = client(refusal);
    await assert.rejects(http.json(shape, ["api"]), (error) => {
      assert.ok(error instanceof AppError);
      assertHoldsNoToken(error);
      assert.equal(error.code, "auth_failed");
      assert.match(error.message, /the token was refused/);
      return true;
    });
    assert.equal(asked.length, 1);
  }
});

Deno.test("JupyterHttp says that no token was given", async () => {
  const { http } = client(json(403, { message: "Forbidden" }), "");
  await assert.rejects(http.json(shape, ["api"]), /no token was given/);
});

Deno.test("JupyterHttp tells a request that is not allowed from a refused token", async () => {
  const error = await failure(json(403, { message: "Permission denied: a/secret.csv", reason: null }));
  assert.equal(error.code, "forbidden");
  assert.match(error.message, /Permission denied: a\/secret\.csv/);
});

Deno.test("JupyterHttp takes a redirect into the hub for a server that is not running", async () => {
  const error = await failure(redirect("/hub/user/ana/api"));
  assert.equal(error.code, "jupyter_unreachable");
  assert.match(error.message, /this user's server is not running/);
});

Deno.test("JupyterHttp has a hub start the server for someone who waits, and sends the request again", async () => {
  let isRunning = false;
  const { http, asked } = client(({ url, init }) => {
    if (url.endsWith("/progress")) return new Response('data: {"ready":true}\n\n');
    if (init.method === "POST") isRunning = true;
    if (url.includes("/hub/api/")) return new Response(null, { status: 201 });
    return isRunning ? Response.json({ version: "2" }) : redirect("/hub/user/ana/api")();
  });
  const end = http.onStarting(() => undefined);
  assert.deepEqual(await http.json(shape, ["api"]), { version: "2" });
  end();
  assert.deepEqual(asked.map(({ url }) => new URL(url).pathname), [
    "/user/ana/api",
    "/hub/api/users/ana/server",
    "/hub/api/users/ana/server/progress",
    "/user/ana/api",
  ]);
  http.close();
});

Deno.test("JupyterHttp follows no redirect to another address", async () => {
  const error = await failure(redirect(`https://sso.example.org/start?token=${token}`));
  assert.equal(error.code, "jupyter_unreachable");
  assert.match(error.message, /redirects to another address/);
  assert.match((await failure(() => new Response(null, { status: 301 }))).message, /redirects/);
});

Deno.test("JupyterHttp passes on no page: Jupyter's hold the token", async () => {
  for (const status of [400, 404, 424, 500, 502]) {
    const error = await failure(html(status));
    assert.ok(error instanceof StatusError);
    assert.equal(error.status, status);
    assert.doesNotMatch(error.message, /html|data-/);
  }
});

Deno.test("JupyterHttp passes on the message of an API error", async () => {
  const error = await failure(json(409, { message: "File already exists: b.txt", reason: null }));
  assert.ok(error instanceof StatusError);
  assert.equal(error.reason, "File already exists: b.txt");
});

Deno.test("JupyterHttp takes plain text that is labelled as JSON", async () => {
  const error = await failure(() =>
    new Response("file or directory '/nope.ipynb' does not exist", {
      status: 404,
      statusText: "Not Found",
      headers: { "content-type": "application/json" },
    })
  );
  assert.ok(error instanceof StatusError);
  assert.deepEqual([error.status, error.reason], [404, "Not Found"]);
});

Deno.test("JupyterHttp says something if the server gives no reason", async () => {
  assert.match((await failure(() => new Response("", { status: 418 }))).message, /418 \(no reason given\)/);
});

Deno.test("JupyterHttp knows an answer that is not Jupyter's", async () => {
  const others = [
    () => new Response(`<html>welcome ${token}</html>`, { headers: { "content-type": "text/html" } }),
    json(200, { hello: "world" }),
    json(200, []),
    () => new Response(""),
    () => new Response("null"),
  ];
  for (const other of others) {
    const error = await failure(other);
    assert.equal(error.code, "jupyter_unreachable");
    assert.match(error.message, /not that of a Jupyter server/);
  }
});

Deno.test("JupyterHttp says in a word why a connection failed, without the address of the request", async () => {
  const cause = new Error(`connection reset while sending ${token}`);
  const error = await failure(() => Promise.reject(new TypeError("error sending request", { cause })));
  assert.equal(error.code, "jupyter_unreachable");
  assert.match(error.message, /: the connection failed$/);
});

Deno.test("JupyterHttp names a refused connection on a real port where nobody listens", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const http = new JupyterHttp({ target: { ...target, url: `http://127.0.0.1:${port}/` } });
  await assert.rejects(http.json(shape, ["api"]), /connection refused/);
});

Deno.test("JupyterHttp gives up on a server that does not answer", async () => {
  const error = await failure(({ init }) => untilAborted(init.signal));
  assert.equal(error.code, "jupyter_unreachable");
  assert.match(error.message, /it does not answer/);
});

Deno.test("JupyterHttp gives up on a server that stops in the middle of its answer", async () => {
  const error = await failure(() => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"version":'));
        controller.error(new TypeError("connection reset"));
      },
    });
    return new Response(body);
  });
  assert.equal(error.code, "jupyter_unreachable");
});

Deno.test("JupyterHttp reports pages that cannot be read as a server that cannot be used", async () => {
  for (const status of [200, 401, 500, 503]) {
    const page = () => {
      const body = new ReadableStream({
        pull: (controller) => controller.error(new TypeError("unexpected end of file")),
      });
      return new Response(body, { status, headers: { "content-type": "text/html" } });
    };
    assert.ok(["jupyter_unreachable", "auth_failed"].includes((await failure(page)).code));
    const { http } = client(page);
    await http.empty(["api"], { limit: 100 }).catch((error) =>
      assert.ok(error instanceof AppError, String(error))
    );
    http.close();
  }
});

Deno.test("JupyterHttp throws the caller's reason if the caller goes", async () => {
  const caller = new AbortController();
  const { http } = client(({ init }) => untilAborted(init.signal));
  const answer = http.json(shape, ["api"], { signal: caller.signal });
  caller.abort(new Error("cancelled"));
  await assert.rejects(answer, /^Error: cancelled$/);
});

Deno.test("JupyterHttp tries again if the server is still starting", async () => {
  let answers = 0;
  const { http, asked } = client(() =>
    ++answers === 1
      ? new Response("", { status: 503, headers: { "retry-after": "0.001" } })
      : Response.json({ version: "2" })
  );
  assert.deepEqual(await http.json(shape, ["api"]), { version: "2" });
  assert.equal(asked.length, 2);
});

Deno.test("JupyterHttp says that a server is overloaded if trying again does not help", async () => {
  const error = await failure(html(503));
  assert.equal(error.code, "jupyter_unreachable");
  assert.match(error.message, /overloaded or still starting \(it answered 503\)/);
});

Deno.test("JupyterHttp sends nothing before the server may be contacted", async () => {
  const http = new JupyterHttp({
    target,
    ready: () => Promise.reject(new AppError("no_jupyter", "there is none")),
    fetch: () => Promise.reject(new Error("contacted")),
  });
  await assert.rejects(http.json(shape, ["api"]), { code: "no_jupyter" });
});

Deno.test("JupyterHttp sends the token of the server's latest start", async () => {
  const sent: (string | null)[] = [];
  const tokens = [undefined, "second", undefined];
  const http = new JupyterHttp({
    target: { url: "http://jupyter.test/", token: "first", origin: "managed" },
    ready: () => Promise.resolve(tokens.shift()),
    fetch: (_input, init) => {
      sent.push(new Headers(init?.headers).get("authorization"));
      return Promise.resolve(new Response("{}"));
    },
  });
  for (let request = 0; request < 3; request++) await http.empty(["api"]);
  assert.deepEqual(sent, ["token first", "token second", "token second"]);
});

Deno.test("JupyterHttp takes an answer without a body", async () => {
  const { http } = client(() => new Response(null, { status: 204 }));
  await http.empty(["api", "sessions", "1"], { method: "DELETE" });
});

function untilAborted(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

Deno.test("reasonOf says in a word why a connection failed", () => {
  const otherName = "its TLS certificate is for another host name";
  const reasons = [
    ["client error (Connect): tcp connect error: Connection refused (os error 111)", "connection refused"],
    ["client error (Connect): dns error: failed to lookup address information", "the host name is unknown"],
    ["getaddrinfo ENOTFOUND hub.example", "the host name is unknown"],
    ["invalid peer certificate: UnknownIssuer", "its TLS certificate is not trusted (see --ca-cert)"],
    ["invalid peer certificate: Expired", "its TLS certificate has expired"],
    ["invalid peer certificate: NotValidForName", otherName],
    ["Host: localhost. is not in the cert's altnames: DNS:hub.example", otherName],
    ['not valid for name "localhost"; certificate is only valid for DnsName("hub.example")', otherName],
    ["received corrupt message of type InvalidContentType (SSL routines)", "it does not speak https"],
    ["client error (Connect): tls handshake eof", "the connection failed"],
  ] as const;
  for (const [text, expected] of reasons) {
    assert.equal(reasonOf(new TypeError("error sending request", { cause: new Error(text) })), expected);
    assert.equal(reasonOf(new Error(text)), expected);
  }
});
