/** What another user of the same machine can do to the compiled program: nothing. */

import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { descendantsOf, processIsAlive } from "../../src/launch/processes.ts";
import { connect } from "../harness/client.ts";
import { ownJupyter } from "../harness/own_jupyter.ts";
import { binaryPath } from "../harness/program.ts";
import { openSession } from "../harness/session.ts";

Deno.test("the binary neither reads nor writes V8's code cache in the temp folder", async () => {
  const folder = await Deno.makeTempDir();
  // Where `deno compile` looks for it; it replaces what it has read and cannot use.
  const planted = join(folder, `deno-compile-${basename(binaryPath())}.cache`);
  await Deno.writeTextFile(planted, "planted");
  {
    await using connection = await connect({
      program: "compiled",
      jupyter: { url: "http://127.0.0.1:9/", token: "none" },
      env: { TMPDIR: folder, TEMP: folder, TMP: folder },
    });
    await connection.client.listTools();
  }
  assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), [basename(planted)]);
  assert.equal((await Deno.stat(planted)).size, "planted".length);
  await Deno.remove(folder, { recursive: true });
});

/** Takes the port as soon as it is free and shows all that it is sent there. */
const thief = `
import socket, sys, threading, time
print("ready", flush=True)
while True:
    try:
        server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
        break
    except OSError:
        time.sleep(0.0005)
print("took the port", flush=True)
while True:
    connection, _ = server.accept()
    print(connection.recv(65536), flush=True)
    connection.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n{}")
`;

/** Runs the thief as another user; only root can, for the others another program must do. */
class Thief implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #output = "";

  constructor(port: number) {
    this.#child = new Deno.Command("/usr/bin/env", {
      args: ["python3", "-c", thief, String(port)],
      cwd: "/",
      ...(Deno.uid() === 0 ? { uid: 65_534, gid: 65_534, env: { PATH: "/usr/bin:/bin" } } : {}),
      stdin: "null",
      stdout: "piped",
    }).spawn();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  async until(line: string): Promise<void> {
    while (!this.#output.includes(`${line}\n`)) {
      const { value } = await this.#reader.read();
      assert.ok(value !== undefined, `the thief has ended: ${this.#output}`);
      this.#output += value;
    }
  }

  /** Ends it; returns all that it has shown. */
  async end(): Promise<string> {
    this.#child.kill("SIGKILL");
    await this.#child.status;
    for (let part = await this.#reader.read(); !part.done; part = await this.#reader.read()) {
      this.#output += part.value;
    }
    return this.#output;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.end();
    } catch {
      // Ended before.
    }
  }
}

Deno.test({
  name: "another user who takes the port before Jupyter does is sent no token",
  // Linux tells which port the program keeps.
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const home = await Deno.makeTempDir({ prefix: "jupyter-mcp-home-" });
    {
      await using connection = await connect(ownJupyter(home));
      await using thief = new Thief(heldPort(connection.pid));
      await thief.until("ready");
      const { json, text } = await connection.call("session_create");
      assert.equal(json["error"], "no_jupyter", text);
      assert.equal((await connection.call("session_create")).at("error"), "no_jupyter");
      assert.equal(await thief.end(), "ready\ntook the port\n");
    }
    await Deno.remove(home, { recursive: true });
  },
});

Deno.test({
  name:
    "another user who takes the port of a Jupyter that hangs at its end is sent nothing, and Jupyter comes back",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const home = await Deno.makeTempDir({ prefix: "jupyter-mcp-home-" });
    {
      await using connection = await connect(ownJupyter(home));
      const port = heldPort(connection.pid);
      // jupyter-collaboration does not end while somebody is in a document.
      await connection.call("notebook_create", { name: "shared.ipynb" });
      const { isError, text: added } = await connection.call("notebook_add_cell", {
        notebook_path: "shared.ipynb",
        cell_type: "code",
        source: "1",
      });
      assert.ok(!isError, added);
      const jupyter = (await descendantsOf(connection.pid)).find((pid) => listeningPorts(pid).includes(port));
      assert.ok(jupyter !== undefined);
      await using thief = new Thief(port);
      await thief.until("ready");
      Deno.kill(jupyter, "SIGTERM");
      await thief.until("took the port");
      const { json, text } = await connection.call("notebook_get", { notebook_path: "shared.ipynb" });
      assert.equal(json["error"], "no_jupyter", text);
      assert.ok(!processIsAlive(jupyter));
      assert.equal(await thief.end(), "ready\ntook the port\n");
      const { text: cells } = await connection.call("notebook_get", { notebook_path: "shared.ipynb" });
      assert.match(cells, /"outline":\["0 /);
    }
    await Deno.remove(home, { recursive: true });
  },
});

function heldPort(pid: number): number {
  const [port] = listeningPorts(pid);
  assert.ok(port !== undefined, "the program keeps no port");
  return port;
}

/** The ports on which this process listens. */
function listeningPorts(pid: number): number[] {
  const sockets = [...Deno.readDirSync(`/proc/${pid}/fd`)].map(({ name }) => {
    try {
      return Deno.readLinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return ""; // Closed meanwhile.
    }
  });
  return Deno.readTextFileSync("/proc/net/tcp").split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    const isOurs = state === "0A" && sockets.includes(`socket:[${inode}]`);
    return isOurs ? [parseInt(local.split(":")[1] ?? "", 16)] : [];
  });
}

Deno.test("no secret of the program reaches the kernels of its own Jupyter", async () => {
  const home = await Deno.makeTempDir({ prefix: "jupyter-mcp-home-" });
  {
    const { env, ...own } = ownJupyter(home);
    const secrets = { JUPYTER_PASSWORD: "the-password-of-another", MCP_TOKEN: "the-token-of-clients" };
    await using connection = await connect({ ...own, env: { ...env, ...secrets } });
    const session = await openSession(connection);
    const { text } = await session.run(
      "import os, pathlib\n" +
        "print(*os.environ.items(), pathlib.Path(f'/proc/{os.getppid()}/environ').read_text('latin1'), sep='\\n')",
    );
    assert.match(text, /PATH/);
    for (const secret of Object.values(secrets)) assert.ok(!text.includes(secret), secret);
  }
  await Deno.remove(home, { recursive: true });
});
