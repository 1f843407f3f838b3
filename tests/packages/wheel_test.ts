/** The wheel, installed into a fresh environment with Jupyter, and the program inside that Jupyter. */

import assert from "node:assert/strict";
import { join } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { createPinnedFetch } from "../../src/base/net/pinned_fetch.ts";
import { thisTarget } from "../../scripts/packages/targets.ts";
import { buildWheel } from "../../scripts/packages/wheel.ts";
import { connectHttp } from "../harness/client.ts";
import { environmentOf } from "../harness/environment.ts";
import { eventually } from "../harness/eventually.ts";
import { startHub } from "../harness/hub.ts";
import { freePort, startJupyter } from "../harness/jupyter.ts";
import { code, putCells } from "../harness/notebook.ts";
import { binaryPath } from "../harness/program.ts";
import { spawnSecureJupyter } from "../harness/secure_jupyter.ts";
import { isThere, processesWith } from "./processes.ts";
import { run } from "./run.ts";

/** A new environment that sees the packages of the plain one, so that only what the wheel adds is installed. */
async function environmentWithWheel(
  folder: string,
): Promise<{ folder: string; python: string; wheel: string }> {
  const wheel = await buildWheel({
    target: thisTarget(),
    program: binaryPath(),
    version: config.version,
    folder,
    level: 0,
  });
  const venv = { folder: join(folder, "venv"), python: join(folder, "venv", "bin", "python"), wheel };
  await run([environmentOf("plain").python, "-m", "venv", venv.folder]);
  const find = "import site; print(site.getsitepackages()[0])";
  const [own, shared] = await Promise.all([
    run([venv.python, "-c", find]),
    run([environmentOf("plain").python, "-c", find]),
  ]);
  await Deno.writeTextFile(join(own.trim(), "shared.pth"), shared);
  await run([venv.python, "-m", "pip", "install", "--quiet", "--no-input", `${wheel}[server]`]);
  await run([venv.python, "-m", "ipykernel", "install", "--sys-prefix"]);
  return venv;
}

function message(method: string, params: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** The headers of a client that has opened a session. */
async function openSession(url: string, authorised: Record<string, string>): Promise<Record<string, string>> {
  const headers = {
    ...authorised,
    Accept: "application/json, text/event-stream",
    "Content-Type": "application/json",
  };
  const body = message("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "0" },
  });
  const response = await fetch(url, { method: "POST", headers, body });
  await response.text();
  return { ...headers, "mcp-session-id": response.headers.get("mcp-session-id") ?? "" };
}

Deno.test("the wheel", async (t) => {
  const folder = await Deno.makeTempDir();
  try {
    const venv = await environmentWithWheel(folder);

    const version = (name: string) => run([join(venv.folder, "bin", name), "--version"]);

    await t.step("puts the executable into the environment, under two names", async () => {
      for (const name of ["jupyter-live-mcp", "jupyter-mcp"]) {
        assert.equal(await version(name), `jupyter-mcp ${config.version}\n`);
      }
    });

    await using jupyter = await startJupyter({
      environment: "plain",
      venv,
      extraArgs: ["--ServerApp.base_url=/team/ana/"],
    });
    const url = `${jupyter.url}mcp`;
    const authorised = { Authorization: `token ${jupyter.token}` };

    await t.step("is active in Jupyter, and doctor says so", async () => {
      const doctor = await run([binaryPath(), "doctor", "--jupyter-url", jupyter.url], {
        env: { JUPYTER_TOKEN: jupyter.token },
      });
      assert.match(doctor, /^✔ In Jupyter +version .* at .*\/team\/ana\/mcp$/m);
    });

    await t.step("has no addresses of another server by itself", async () => {
      for (const path of ["healthz", "tools/list"]) {
        const response = await fetch(`${url}/${path}`, { headers: authorised });
        await response.body?.cancel();
        assert.equal(response.status, 404);
      }
    });

    await t.step("is not reached without Jupyter's token", async () => {
      for (const headers of [{}, { Authorization: "token wrong" }]) {
        const response = await fetch(url, { method: "POST", headers, body: "{}", redirect: "manual" });
        await response.body?.cancel();
        assert.equal(response.status, 403);
      }
    });

    await t.step("keeps pages of other sites away from the person's cookie", async () => {
      const login = await fetch(`${jupyter.url}lab?token=${jupyter.token}`, { redirect: "manual" });
      await login.body?.cancel();
      const cookie = login.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
      const statusFrom = async (origin: string) => {
        const headers = { Cookie: cookie, Origin: origin };
        const response = await fetch(url, { method: "POST", headers, body: "{}" });
        await response.body?.cancel();
        return response.status;
      };
      assert.equal(await statusFrom("http://evil.example"), 403);
      assert.notEqual(await statusFrom(new URL(jupyter.url).origin), 403);
    });

    await t.step("runs code with progress while it runs, in both protocol eras", async () => {
      for (const era of ["legacy", "modern"] as const) {
        await using connection = await connectHttp({ url, token: jupyter.token, era });
        const { session_id } = (await connection.call("session_create")).json;
        const messages: string[] = [];
        const code = "import time\nfor i in range(3):\n    print('step', i, flush=True)\n    time.sleep(0.6)";
        const { json, text } = await connection.call("execute_code", { session_id, code }, {
          onProgress: ({ message }) => messages.push(message ?? ""),
        });
        assert.equal(json.stdout, "step 0\nstep 1\nstep 2\n", text);
        assert.ok(messages.some((message) => message.includes("step 0")), "before the last line was printed");
      }
    });

    await t.step("passes the opening of a silent stream on, long before its keepalive", async () => {
      await using connection = await connectHttp({ url, token: jupyter.token, era: "legacy" });
      const { session_id } = (await connection.call("session_create")).json;
      const opening = await openSession(url, authorised);
      const call = {
        name: "execute_code",
        arguments: { session_id, code: "import time; time.sleep(60)", timeout: 60 },
      };
      const silent = [
        { headers: opening },
        { method: "POST", headers: opening, body: message("tools/call", call) },
      ];
      for (const init of silent) {
        const stream = await fetch(url, { ...init, signal: AbortSignal.timeout(8_000) });
        assert.equal(stream.headers.get("content-type"), "text/event-stream");
        await stream.body?.cancel();
      }
      await connection.call("session_delete", { session_id });
    });

    await t.step("is started anew after a crash, and requests wait for it", async () => {
      await using old = await connectHttp({ url, token: jupyter.token, era: "modern" });
      await old.call("session_list");
      const [crashed] = await programsIn(venv.folder);
      assert.ok(crashed !== undefined);
      const pid = Number(crashed.trim().split(" ")[0]);
      Deno.kill(pid, "SIGKILL");
      // Its socket takes connections until the system is through with it, which is when Jupyter has heard of its end.
      await eventually(() => !isThere(pid), { what: "its end" });
      const answers = await Promise.all([1, 2, 3].map(() => old.call("session_list")));
      assert.ok(answers.every(({ isError }) => !isError));
      const [now] = await programsIn(venv.folder);
      assert.notEqual(now, crashed);
    });

    await t.step("ends with a Jupyter that is told to stop, which ends its kernels as usual", async () => {
      const response = await fetch(`${url}/about`, { headers: authorised });
      assert.deepEqual(await response.json(), {
        name: "jupyter-mcp",
        version: config.version,
        running: true,
      });
      const kernels = () => processesWith(join(jupyter.runtimeDir, "kernel-"));
      assert.equal((await programsIn(venv.folder)).length, 1);
      assert.notEqual((await kernels()).length, 0);
      await jupyter.stop();
      assert.match(jupyter.log(), /Shutting down \d+ kernels?/, "not killed, since it did not end");
      const isOver = async () => [...await programsIn(venv.folder), ...await kernels()].length === 0;
      await eventually(isOver, { what: "the program and the kernels end" });
    });

    await t.step("takes the place of Datalayer's extension, with its traits and addresses", async () => {
      await using replaced = await startJupyter({
        environment: "plain",
        venv,
        extraArgs: [
          "--JupyterMcp.compat=datalayer",
          "--JupyterMCPServerExtensionApp.document_id=first.ipynb",
        ],
      });
      await putCells(replaced, [code("one", "6 * 7")], "first.ipynb");
      const headers = { Authorization: `token ${replaced.token}` };
      const ask = async (path: string, init: RequestInit = {}) => {
        const response = await fetch(`${replaced.url}mcp/${path}`, { headers, ...init });
        return { status: response.status, json: await response.json() };
      };
      const call = (tool_name: string, args: Record<string, unknown> = {}) =>
        ask("tools/call", { method: "POST", body: JSON.stringify({ tool_name, arguments: args }) });
      assert.deepEqual((await ask("healthz")).json, {
        status: "healthy",
        context_type: "JUPYTER_SERVER",
        document_url: "local",
        code_sandbox_url: "local",
        extension: "jupyter_mcp_server",
        version: config.version,
      });
      // As a page, a list is what people are asked to log in for.
      for (
        const [path, method, status] of [["healthz", "GET", 403], ["tools/list", "GET", 302], [
          "tools/call",
          "POST",
          403,
        ]] as const
      ) {
        const response = await fetch(`${replaced.url}mcp/${path}`, { method, redirect: "manual" });
        await response.body?.cancel();
        assert.equal(response.status, status);
      }
      // There is no other Jupyter to connect to.
      assert.partialDeepStrictEqual((await ask("tools/list")).json, { count: 17 });
      const ran = await call("execute_cell", { cell_index: 0, stream: false });
      assert.partialDeepStrictEqual(ran, {
        status: 200,
        json: { success: true, result: { content: [{ text: "42" }] } },
      });
      assert.partialDeepStrictEqual(await call("none"), { status: 500, json: { success: false } });
      await using client = await connectHttp({ url: `${replaced.url}mcp`, token: replaced.token });
      assert.match((await client.call("list_notebooks")).text, /\ndefault\tfirst\.ipynb\t/);
    });

    await t.step("works in a Jupyter that has a password and no token", async () => {
      await using locked = await startJupyter({
        environment: "plain",
        venv,
        token: "",
        extraArgs: ["--PasswordIdentityProvider.hashed_password=sha1:0123456789ab:" + await passwordHash()],
      });
      const headers = { Cookie: await logIn(locked.url), Origin: new URL(locked.url).origin };
      await using person = await connectHttp({ url: `${locked.url}mcp`, token: "", headers });
      const { isError, text } = await person.call("kernel_list");
      assert.ok(!isError, text);
    });

    await t.step("works behind a JupyterHub, for its own user alone", async () => {
      await using hub = await startHub({ venv });
      const [ana, bob] = [await hub.tokenOf("ana"), await hub.tokenOf("bob")];
      await (await hub.api("POST", "users/ana/server")).body?.cancel();
      const own = `${hub.url}user/ana/mcp`;
      const statusOf = async (path: string, token: string) => {
        const response = await fetch(path, {
          headers: { Authorization: `token ${token}` },
          redirect: "manual",
        });
        await response.body?.cancel();
        return response.status;
      };
      await eventually(async () => await statusOf(`${own}/about`, ana) === 200, {
        what: "the user's server answers",
        limit: 180_000,
      });
      assert.equal(await statusOf(own, bob), 403);
      await using person = await connectHttp({ url: own, token: ana });
      const { session_id } = (await person.call("session_create")).json;
      const code = "import os\nos.environ['JUPYTERHUB_USER']";
      const { json, text } = await person.call("execute_code", { session_id, code });
      assert.equal(json.result, "'ana'", text);
    });

    await t.step("works in a Jupyter whose certificate is for another name than its address", async () => {
      await using secure = await startSecure(venv, folder);
      const created = await secure.call("session_create", { name: "secure" });
      const ran = await secure.call("execute_code", { session_id: "secure", code: "6 * 7" });
      assert.match(ran, /\\"result\\":\\"42\\"/, `${created} ${ran}`);
    });
    await t.step(
      "leaves script and address to Datalayer's package, and stays whole after it is gone",
      async () => {
        const pip = [venv.python, "-m", "pip"] as const;
        const others = ["jupyter-mcp==0.0.1", "jupyter-mcp-server==2.2.4"];
        await run([...pip, "install", "--quiet", "--no-input", "--no-deps", ...others]);
        // As if ours had been installed last.
        await run([...pip, "install", "--quiet", "--no-input", "--no-deps", "--force-reinstall", venv.wheel]);
        const check = "import jupyter_live_mcp; print(jupyter_live_mcp.__version__)";
        assert.equal(await run([venv.python, "-c", check]), `${config.version}\n`);
        assert.equal(await version("jupyter-live-mcp"), `jupyter-mcp ${config.version}\n`);
        await assert.rejects(
          version("jupyter-mcp"),
          /jupyter_mcp_server/,
          "theirs runs, and lacks what it needs",
        );
        await using both = await startJupyter({ environment: "plain", venv });
        assert.match(both.log(), /jupyter-mcp is not served here: jupyter_mcp_server has the same address/);
        await run([...pip, "uninstall", "--quiet", "--yes", "jupyter-mcp", "jupyter-mcp-server"]);
        assert.equal(await version("jupyter-live-mcp"), `jupyter-mcp ${config.version}\n`);
      },
    );

    await t.step(
      "does not disturb a Jupyter that lacks what the extension needs, and says what that is",
      async () => {
        const pip = [venv.python, "-m", "pip"] as const;
        await run([...pip, "uninstall", "--quiet", "--yes", "jupyter-server-proxy"]);
        await using plain = await startJupyter({ environment: "plain", venv });
        assert.match(plain.log(), /there is no jupyter_server_proxy; install jupyter-live-mcp\[server\]/);
      },
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** A Jupyter with a certificate of its own for `localhost`, and calls of tools that know it. */
async function startSecure(venv: { readonly python: string }, folder: string) {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  await run([
    "openssl",
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
    ...["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert],
  ]);
  const [port, token] = [freePort(), crypto.randomUUID()];
  const child = spawnSecureJupyter(venv.python, { folder, port, token, cert, key });
  const pinned = createPinnedFetch(await Deno.readTextFile(cert));
  const url = `https://localhost:${port}/`;
  const close = async () => {
    pinned.close();
    child.kill("SIGTERM");
    await child.status;
  };
  const isUp = () =>
    pinned.fetch(`${url}api`).then(async (response) => {
      await response.body?.cancel();
      return response.ok;
    }, () => false);
  try {
    await eventually(isUp, { what: "Jupyter answers", limit: 120_000 });
  } catch (error) {
    await close();
    throw error;
  }
  const post = async (method: string, params: unknown, session?: string | null) => {
    const response = await pinned.fetch(`${url}mcp`, {
      method: "POST",
      headers: {
        Authorization: `token ${token}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...(session ? { "Mcp-Session-Id": session } : {}),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return { session: response.headers.get("Mcp-Session-Id"), text: await response.text() };
  };
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "0" } };
  const call = async (name: string, args: Record<string, unknown>) => {
    const { session } = await post("initialize", hello);
    return (await post("tools/call", { name, arguments: args }, session)).text;
  };
  return { call, [Symbol.asyncDispose]: close };
}

const password = "open sesame";

async function passwordHash(): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(`${password}0123456789ab`));
  return new Uint8Array(bytes).toHex();
}

/** The cookies of a person who has logged in with the password. */
async function logIn(url: string): Promise<string> {
  const page = await fetch(`${url}login`);
  await page.body?.cancel();
  const cookies = page.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const xsrf = cookies.find((cookie) => cookie.startsWith("_xsrf="))?.slice("_xsrf=".length) ?? "";
  const answer = await fetch(`${url}login`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookies.join("; ") },
    body: new URLSearchParams({ password, _xsrf: xsrf }),
  });
  await answer.body?.cancel();
  return [...cookies, ...answer.headers.getSetCookie().map((line) => line.split(";")[0])].join("; ");
}

/** The processes that run the executable of this environment, each with its id first. */
function programsIn(folder: string): Promise<readonly string[]> {
  return processesWith(join(folder, "bin", "jupyter-live-mcp"));
}
