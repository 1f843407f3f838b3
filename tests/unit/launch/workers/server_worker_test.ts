import assert from "node:assert/strict";
import { encodeFrame } from "../../../../src/base/frames.ts";
import { serverPermissions, ServerWorker } from "../../../../src/launch/workers/server_worker.ts";
import { prepareLauncher, startServerWorker } from "../../../../src/launch/workers/start_server_worker.ts";
import { createLogger } from "../../../../src/base/log.ts";
import type { ServerSettings } from "../../../../src/base/protocol.ts";

const settings: ServerSettings = {
  version: "0.0.0",
  jupyter: { url: "http://127.0.0.1:18888/", token: "t", origin: "given" },
  transport: { kind: "stdio" },
  toolsets: [],
  readOnly: false,
  confirm: "never",
  confirmByModel: false,
  markCells: false,
  logLevel: "error",
  logFormat: "text",
  logCode: false,
  maxSessions: 1,
  maxResultBytes: 10_000,
  maxTextBytes: 10_000,
  noFigureText: false,
};

function room(source: string): URL {
  return new URL(`data:application/javascript,${encodeURIComponent(source)}`);
}

/** Starts a server room of this source; what it tells through `listening` is collected. */
function start(server: string) {
  const told: string[] = [];
  const log: string[] = [];
  const worker = new ServerWorker({
    entries: {
      main: new URL("../../../../main.ts", import.meta.url),
      server: room(server),
      renderer: room(""),
    },
    settings,
    logger: createLogger({ level: "debug", write: (line) => log.push(line) }),
    startJupyter: () => Promise.resolve({ kind: "jupyter_ready" }),
    onListening: (url) => told.push(url),
    acquireLock(name) {
      told.push(`take ${name}`);
      return Promise.resolve({ isLocked: true, record: "", release: () => void told.push(`end ${name}`) });
    },
  });
  return { worker, told, log };
}

Deno.test("the server may reach the Jupyter host, with its port named, and nothing else", () => {
  const netOf = (url: string) =>
    serverPermissions({ ...settings, jupyter: { ...settings.jupyter, url } }).net;
  assert.deepEqual(netOf("http://h/user/ana/"), ["h:80"]);
  assert.deepEqual(netOf("https://h/"), ["h:443"]);
  assert.deepEqual(netOf("http://[::1]:8888/"), ["[::1]:8888"]);
  assert.deepEqual(
    serverPermissions({ ...settings, transport: { kind: "launcher" } }),
    serverPermissions(settings),
  );
  const { net, ...rest } = serverPermissions(settings);
  assert.deepEqual(net, ["127.0.0.1:18888"]);
  assert.deepEqual([...new Set(Object.values(rest))], [false]);
  assert.deepEqual(Object.keys(rest).toSorted(), ["env", "ffi", "import", "read", "run", "sys", "write"]);
});

Deno.test("over HTTP the server may also listen on its own address", () => {
  const transport = { kind: "http", host: "::1", port: 3001, token: "x" } as const;
  assert.deepEqual(serverPermissions({ ...settings, transport }).net, ["127.0.0.1:18888", "[::1]:3001"]);
});

Deno.test("ServerWorker acquires and releases locks for the server", async () => {
  const { worker, told } = start(`
    self.onmessage = ({ data }) => {
      if (data.kind === "start") self.postMessage({ kind: "need_lock", id: 1, name: "a.ipynb" });
      if (data.kind === "lock") {
        self.postMessage({ kind: "release_lock", id: data.id });
        self.postMessage({ kind: "closed" });
      }
    };
  `);
  await worker.ended;
  await worker.stop(0);
  assert.deepEqual(told, ["take a.ipynb", "end a.ipynb"]);
});

Deno.test("ServerWorker answers need_jupyter and ends with the client", async () => {
  const { worker, told } = start(`
    self.onmessage = ({ data }) => {
      if (data.kind === "start") self.postMessage({ kind: "need_jupyter" });
      if (data.kind === "jupyter_ready") {
        self.postMessage({ kind: "listening", url: "ready" });
        self.postMessage({ kind: "closed" });
      }
      if (data.kind === "stop") self.postMessage({ kind: "closed" });
    };`);
  assert.deepEqual(await worker.ended, { kind: "closed" });
  assert.deepEqual(told, ["ready"]);
  await worker.stop(1000);
});

Deno.test("the log of a launcher shows no token of its Jupyter, nor one that arrives with the start", async () => {
  const log: string[] = [];
  const launcher = prepareLauncher({ os: "linux", env: {} }, {
    level: "info",
    write: (line) => log.push(line.replace(/^\S+ /, "")),
  });
  const worker = startServerWorker(launcher, {
    entries: {
      main: new URL("../../../../main.ts", import.meta.url),
      server: room(`
        self.onmessage = ({ data }) => {
          if (data.kind === "start") self.postMessage({ kind: "need_jupyter" });
          if (data.kind === "jupyter_ready") self.postMessage({ kind: "closed" });
        };`),
      renderer: room(""),
    },
    settings,
    jupyter: {
      target: { ...settings.jupyter, token: "token-of-before" },
      start: () => Promise.resolve({ kind: "jupyter_ready", token: "token-of-this-start" }),
    },
  });
  await worker.ended;
  launcher.logger.info("token-of-before token-of-this-start");
  assert.deepEqual(log, ["info [redacted] [redacted]\n"]);
  await worker.stop(0);
});

Deno.test("ServerWorker starts a renderer process for each wish, and ends them all", async () => {
  const frame = [...encodeFrame({ id: 1, kind: "draw_placeholder", text: "a", width: 100, height: 50 })];
  const { worker, told } = start(`
    let answers = 0;
    self.onmessage = ({ data }) => {
      if (data.kind === "start") for (const _ of [1, 2]) self.postMessage({ kind: "need_renderer" });
      if (data.kind === "stop") self.postMessage({ kind: "closed" });
      if (data.kind !== "renderer") return;
      data.port.onmessage = ({ data: reply }) => {
        const kind = /"kind":"(\\w+)"/.exec(new TextDecoder().decode(reply))[1];
        self.postMessage({ kind: "listening", url: kind });
        if (++answers === 2) self.postMessage({ kind: "closed" });
      };
      data.port.postMessage(new Uint8Array(${JSON.stringify(frame)}));
    };`);
  assert.deepEqual(await worker.ended, { kind: "closed" });
  assert.deepEqual(told, ["done", "done"]);
  await worker.stop(1000);
});

Deno.test("ServerWorker tells that the server cannot listen", async () => {
  const { worker } = start(`self.postMessage({ kind: "failed", message: "Cannot listen" });`);
  assert.deepEqual(await worker.ended, { kind: "failed", message: "Cannot listen" });
  await worker.stop(10);
});
