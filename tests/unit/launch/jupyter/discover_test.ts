import assert from "node:assert/strict";
import { join } from "node:path";
import { discover } from "../../../../src/launch/jupyter/discover.ts";
import { notePort } from "../../../../src/launch/jupyter/server_files.ts";
import { processIsOurs } from "../../../../src/launch/processes.ts";
import type { Machine } from "../../../../src/launch/user_folders.ts";

interface Fixture extends Disposable {
  readonly machine: Machine;
  readonly home: string;
  /** Writes a server file; later ones are newer. */
  readonly add: (fields: Record<string, unknown>, name?: string) => void;
  readonly urls: (
    cwd?: string,
    options?: { alive?: boolean; reachable?: readonly string[] },
  ) => Promise<string[]>;
}

function fixture(): Fixture {
  const home = Deno.realPathSync(Deno.makeTempDirSync());
  const machine: Machine = { os: "linux", env: { HOME: home } };
  const runtime = join(home, ".local/share/jupyter/runtime");
  Deno.mkdirSync(runtime, { recursive: true });
  let count = 0;
  return {
    machine,
    home,
    add: (fields, name) => {
      count += 1;
      const usual = {
        pid: count,
        port: 8000 + count,
        hostname: "localhost",
        base_url: "/",
        token: "t",
        sock: "",
      };
      const path = join(runtime, name ?? `jpserver-${count}.json`);
      Deno.writeTextFileSync(
        path,
        JSON.stringify({ ...usual, secure: false, root_dir: "/nowhere", ...fields }),
      );
      Deno.utimeSync(path, 1_000 + count, 1_000 + count);
    },
    urls: async (cwd = home, { alive = true, reachable } = {}) => {
      const accepts = (host: string) => Promise.resolve(reachable?.includes(host) ?? true);
      const servers = await discover({ machine, cwd, isAlive: () => alive, accepts, isListener: () => true });
      return servers.map((server) => server.url);
    },
    [Symbol.dispose]: () => Deno.removeSync(home, { recursive: true }),
  };
}

Deno.test("discover puts the deepest root that holds the current folder first, then the newest", async () => {
  using jupyter = fixture();
  const project = join(jupyter.home, "a/b");
  Deno.mkdirSync(project, { recursive: true });
  jupyter.add({ port: 1001, root_dir: jupyter.home });
  jupyter.add({ port: 1002, root_dir: join(jupyter.home, "a") });
  jupyter.add({ port: 1003, root_dir: join(jupyter.home, "ab") });
  jupyter.add({ port: 1004, root_dir: "/elsewhere" });
  const ports = (await jupyter.urls(project)).map((url) => new URL(url).port);
  assert.deepEqual(ports, ["1002", "1001", "1004", "1003"]);
});

Deno.test("discover puts a server that wants a password last", async () => {
  using jupyter = fixture();
  jupyter.add({ port: 1001, root_dir: "/elsewhere" });
  jupyter.add({ port: 1002, root_dir: jupyter.home, password: true, token: "" });
  assert.deepEqual(await jupyter.urls(), ["http://127.0.0.1:1001/", "http://127.0.0.1:1002/"]);
});

Deno.test("discover passes over dead processes, closed ports, sockets and broken files", async () => {
  using jupyter = fixture();
  jupyter.add({ sock: "/run/jupyter.sock", port: 0 });
  jupyter.add({ port: "8888" });
  Deno.writeTextFileSync(
    join(jupyter.home, ".local/share/jupyter/runtime/jpserver-77.json"),
    '{"pid": 77, "por',
  );
  assert.deepEqual(await jupyter.urls(), []);
  jupyter.add({});
  assert.equal((await jupyter.urls()).length, 1);
  assert.deepEqual(await jupyter.urls(jupyter.home, { alive: false }), []);
  assert.deepEqual(await jupyter.urls(jupyter.home, { reachable: [] }), []);
});

Deno.test("discover reads servers of the old notebook too", async () => {
  using jupyter = fixture();
  jupyter.add({ notebook_dir: "/x", port: 1001 }, "nbserver-5.json");
  jupyter.add({ port: 1002 }, "kernel-5.json");
  assert.deepEqual(await jupyter.urls(), ["http://127.0.0.1:1001/"]);
});

Deno.test("discover turns every kind of host name into one that is reachable", async () => {
  const cases: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ hostname: "0.0.0.0" }, "http://127.0.0.1:8001/"],
    [{ hostname: "" }, "http://127.0.0.1:8001/"],
    [{ hostname: "::" }, "http://127.0.0.1:8001/"],
    [{ hostname: "0.0.0.0", secure: true }, "https://localhost:8001/"],
    [{ hostname: "192.168.1.5", base_url: "/user/ana" }, "http://192.168.1.5:8001/user/ana/"],
    [{ hostname: "::1" }, "http://[::1]:8001/"],
    [{ hostname: "3f2a1bcd" }, "http://127.0.0.1:8001/"],
  ];
  for (const [fields, url] of cases) {
    using jupyter = fixture();
    jupyter.add(fields);
    assert.deepEqual(await jupyter.urls(), [url]);
  }
  using named = fixture();
  named.add({ hostname: "box" });
  assert.deepEqual(await named.urls(named.home, { reachable: ["box"] }), ["http://box:8001/"]);
});

Deno.test("discover passes over a server that another jupyter-mcp manages, while that one lives", async () => {
  using jupyter = fixture();
  jupyter.add({ port: 1001 });
  notePort(jupyter.machine, "managed", 1001);
  assert.deepEqual(await jupyter.urls(), []);
  const servers = await discover({
    machine: jupyter.machine,
    cwd: jupyter.home,
    isAlive: (pid) => pid !== Deno.pid,
    accepts: () => Promise.resolve(true),
    isListener: () => true,
  });
  assert.equal(servers.length, 1);
});

Deno.test("discover lists managed servers for commands, after all others", async () => {
  using jupyter = fixture();
  jupyter.add({ port: 1001 });
  jupyter.add({ port: 1002, root_dir: "/elsewhere" });
  notePort(jupyter.machine, "managed", 1001);
  const servers = await discover({
    machine: jupyter.machine,
    cwd: jupyter.home,
    withManaged: true,
    isAlive: () => true,
    accepts: () => Promise.resolve(true),
    isListener: () => true,
  });
  assert.deepEqual(servers.map(({ url }) => new URL(url).port), ["1002", "1001"]);
});

Deno.test("discover puts a managed server first for commands in its folder, unless another one serves that too", async () => {
  using jupyter = fixture();
  const [inside, outside] = ["work", "elsewhere"].map((name) => `${jupyter.home}/${name}`);
  jupyter.add({ port: 1001, root_dir: inside });
  notePort(jupyter.machine, "managed", 1001);
  jupyter.add({ port: 1002, root_dir: outside });
  const ports = async () => {
    const servers = await discover({
      machine: jupyter.machine,
      cwd: `${inside}/deeper`,
      withManaged: true,
      isAlive: () => true,
      accepts: () => Promise.resolve(true),
      isListener: () => true,
    });
    return servers.map(({ url }) => new URL(url).port);
  };
  assert.deepEqual(await ports(), ["1001", "1002"]);
  jupyter.add({ port: 1003, root_dir: jupyter.home });
  assert.deepEqual(await ports(), ["1003", "1002", "1001"]);
});

Deno.test("discover checks a real port", async () => {
  using jupyter = fixture();
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  jupyter.add({ pid: Deno.pid, port: listener.addr.port });
  const find = () => discover({ machine: jupyter.machine, cwd: jupyter.home });
  assert.equal((await find()).length, 1);
  listener.close();
  assert.equal((await find()).length, 0);
});

/** Linux tells who listens on a port. */
const ignore = Deno.build.os !== "linux";

/** A process of its own that listens, which it says with its port. */
async function listenElsewhere(hostname: string, port = 0) {
  const code = `console.log(Deno.listen({ hostname: "${hostname}", port: ${port} }).addr.port);
    await new Promise((resolve) => setTimeout(resolve, 600_000));`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-config", code],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  const said = new TextDecoder().decode((await reader.read()).value);
  return {
    port: Number(said),
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
    },
  };
}

Deno.test({
  name: "discover passes over a server file whose port has gone to another program",
  ignore,
  fn: async () => {
    using jupyter = fixture();
    await using other = await listenElsewhere("127.0.0.1");
    jupyter.add({ pid: Deno.pid, port: other.port });
    assert.deepEqual(await discover({ machine: jupyter.machine, cwd: jupyter.home }), []);
  },
});

Deno.test({
  name: "discover connects where the process of the file listens, not beside it",
  ignore,
  fn: async () => {
    using jupyter = fixture();
    using listener = Deno.listen({ hostname: "127.0.0.2", port: 0 });
    const { port } = listener.addr;
    await using _other = await listenElsewhere("127.0.0.1", port);
    jupyter.add({ pid: Deno.pid, port, hostname: "localhost" });
    jupyter.add({ pid: Deno.pid, port, hostname: "127.0.0.2" });
    const accepts = () => Promise.resolve(true);
    const found = await discover({ machine: jupyter.machine, cwd: jupyter.home, accepts });
    assert.deepEqual(found.map(({ url }) => url), [`http://127.0.0.2:${port}/`]);
  },
});

Deno.test({
  name: "discover passes over a server file whose process id has gone to another user",
  ignore,
  fn: async () => {
    using jupyter = fixture();
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    await using other = processOfAnotherUser();
    jupyter.add({ pid: other.pid, port: listener.addr.port });
    const accepts = () => Promise.resolve(true);
    assert.deepEqual(await discover({ machine: jupyter.machine, cwd: jupyter.home, accepts }), []);
    assert.equal(processIsOurs(other.pid), false);
    assert.equal(processIsOurs(Deno.pid), true);
  },
});

/** Root can start one; for everybody else the first process is one. */
function processOfAnotherUser() {
  if (Deno.uid() !== 0) return { pid: 1, [Symbol.asyncDispose]: () => Promise.resolve() };
  const child = new Deno.Command("sleep", { args: ["600"], uid: 65_534, stdin: "null" }).spawn();
  return {
    pid: child.pid,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}
