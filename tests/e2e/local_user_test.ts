/** What another user of the same machine can do to the compiled program: nothing. */

import assert from "node:assert/strict";
import { basename, join } from "node:path";
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

Deno.test({
  name: "another user who takes the port before Jupyter does is sent no token",
  // Linux tells which port the program keeps.
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const home = await Deno.makeTempDir({ prefix: "jupyter-mcp-home-" });
    {
      await using connection = await connect(ownJupyter(home));
      const port = heldPort(connection.pid);
      const child = new Deno.Command("/usr/bin/env", {
        args: ["python3", "-c", thief, String(port)],
        cwd: "/",
        // Only root can start a program as somebody else; for the others another program must do.
        ...(Deno.uid() === 0 ? { uid: 65_534, gid: 65_534, env: { PATH: "/usr/bin:/bin" } } : {}),
        stdin: "null",
        stdout: "piped",
      }).spawn();
      const output = child.stdout.pipeThrough(new TextDecoderStream());
      const reader = output.getReader();
      const { value: first } = await reader.read();
      const { json, text } = await connection.call("session_create");
      assert.equal(json["error"], "no_jupyter", text);
      assert.equal((await connection.call("session_create")).at("error"), "no_jupyter");
      child.kill("SIGKILL");
      await child.status;
      reader.releaseLock();
      assert.equal([first, ...await Array.fromAsync(output)].join(""), "ready\ntook the port\n");
    }
    await Deno.remove(home, { recursive: true });
  },
});

/** The port on which this process listens. */
function heldPort(pid: number): number {
  const sockets = [...Deno.readDirSync(`/proc/${pid}/fd`)].map(({ name }) =>
    Deno.readLinkSync(`/proc/${pid}/fd/${name}`)
  );
  for (const line of Deno.readTextFileSync("/proc/net/tcp").split("\n")) {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    if (state === "0A" && sockets.includes(`socket:[${inode}]`)) {
      return parseInt(local.split(":")[1] ?? "", 16);
    }
  }
  throw new Error("Cannot find the port that the program keeps: it listens on none");
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
