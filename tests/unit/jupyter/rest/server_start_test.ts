import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { hubAddress } from "../../../../src/base/net/hub_address.ts";
import { Hub, type StartProgress } from "../../../../src/jupyter/rest/server_start.ts";
import { z } from "zod";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";

const token = "hub-t0ken";

interface Answers {
  readonly start?: () => Response;
  readonly progress?: () => Response;
  readonly user?: () => Response;
}

function events(...data: readonly unknown[]): Response {
  return new Response(data.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`).join(""));
}

const ready = { progress: 100, ready: true, message: "Server ready at /user/ana/", url: "/user/ana/" };

/** A hub that answers as it is told, and what it was asked. */
function hub(answers: Answers) {
  const asked: string[] = [];
  const address = hubAddress("https://hub.example/base/user/ana/");
  assert.ok(address !== undefined);
  const made = new Hub({
    address,
    token,
    authFailed: () => new AppError("auth_failed", "refused"),
    send: (url, init) => {
      asked.push(`${init.method ?? "GET"} ${url}`);
      assert.equal(new Headers(init.headers).get("authorization"), `token ${token}`);
      const isProgress = url.pathname.endsWith("/progress");
      const answer = init.method === "POST" ? answers.start : isProgress ? answers.progress : answers.user;
      return Promise.resolve(answer?.() ?? new Response("", { status: 500 }));
    },
  });
  return { hub: made, asked };
}

Deno.test("Hub starts the server, tells how it gets on, and asks once for all who wait", async () => {
  const { hub: made, asked } = hub({
    start: () => new Response("", { status: 202 }),
    progress: () =>
      events({ progress: 0, message: "requested" }, { progress: 60, message: "pulling" }, ready),
  });
  const heard: StartProgress[] = [];
  const end = made.watch((progress) => heard.push(progress));
  await Promise.all([made.start(), made.start()]);
  end();
  assert.deepEqual(asked, [
    "POST https://hub.example/base/hub/api/users/ana/server",
    "GET https://hub.example/base/hub/api/users/ana/server/progress",
  ]);
  assert.deepEqual(heard.map(({ percent }) => percent), [0, 0, 60]);
  assert.match(heard.at(-1)?.message ?? "", /^Starting the server of ana on the hub, \d+ s: pulling$/);
});

Deno.test("Hub waits for a start that someone else asked for", async () => {
  const { hub: made } = hub({
    start: () => Response.json({ message: "ana is pending spawn" }, { status: 400 }),
    progress: () => events(ready),
  });
  await made.start();
});

Deno.test("Hub asks for the server's state if the hub does not tell its progress", async () => {
  const { hub: made } = hub({
    start: () => new Response("", { status: 202 }),
    progress: () => new Response("", { status: 403 }),
    user: () => Response.json({ servers: { "": { ready: true, pending: null } } }),
  });
  await made.start();
});

Deno.test("Hub asks for the server's state if what the hub says cannot be read", async () => {
  const broken = () =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.error(new TypeError("unexpected end of file")) }),
    );
  const { hub: made } = hub({
    start: broken,
    progress: broken,
    user: () => Response.json({ servers: { "": { ready: true, pending: null } } }),
  });
  await made.start();
});

Deno.test("Hub says why the server did not start, without the token", async () => {
  const { hub: made } = hub({
    start: () => new Response("", { status: 202 }),
    progress: () => events({ progress: 100, failed: true, message: `Spawn failed: ${token} is no image` }),
  });
  await assert.rejects(made.start(), {
    code: "jupyter_unreachable",
    message: "Cannot start the server of ana on the hub: Spawn failed: [redacted] is no image",
  });
});

Deno.test("Hub tells a token that is wrong from one that may not start servers", async () => {
  const refusing = (status: number, message: string) =>
    hub({ start: () => Response.json({ status, message }, { status }) }).hub.start();
  await assert.rejects(refusing(403, "Missing or invalid credentials."), { code: "auth_failed" });
  const scopes = "Action is not authorized with current scopes; requires any of [servers]";
  await assert.rejects(refusing(403, scopes), {
    code: "forbidden",
    hint: "Start it on the hub's page, or give a token with the scope servers!user=ana",
  });
  await assert.rejects(refusing(404, "No access to resources or resources not found"), { code: "forbidden" });
  await assert.rejects(refusing(429, "Too many users trying to log in"), { code: "jupyter_unreachable" });
});

Deno.test("Hub lets a caller go while the start continues", async () => {
  const going = Promise.withResolvers<Response>();
  const address = hubAddress("https://hub.example/user/ana/");
  assert.ok(address !== undefined);
  const made = new Hub({
    address,
    token,
    authFailed: () => new AppError("auth_failed", "refused"),
    send: (_, { method }) => method === "POST" ? going.promise : Promise.resolve(events(ready)),
  });
  const aborter = new AbortController();
  const first = made.start(aborter.signal);
  const second = made.start();
  aborter.abort(new Error("gone"));
  await assert.rejects(first, /gone/);
  going.resolve(new Response("", { status: 201 }));
  await second;
});

Deno.test("JupyterHttp tells of a Jupyter that is started here while requests wait for it", async () => {
  const started = Promise.withResolvers<void>();
  const http = new JupyterHttp({
    target: { url: "http://jupyter.test/", token: "t", origin: "managed" },
    ready: () => started.promise,
    fetch: () => Promise.resolve(Response.json({ version: "2" })),
  });
  const told: string[] = [];
  const end = http.onStarting(({ message }) => {
    told.push(message);
    started.resolve();
  });
  await http.json(z.object({ version: z.string() }), ["api"]);
  assert.match(told.join(), /^Jupyter is starting: \d s$/);
  end();
  http.close();
});
