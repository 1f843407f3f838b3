/** The compiled program as people meet it: its command line, both transports, and its end. */

import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { connect } from "../harness/client.ts";
import type { Connection, Era, StdioConnection } from "../harness/client.ts";
import { environmentKinds } from "../harness/environment.ts";
import { startHttpProgram } from "../harness/http_program.ts";
import { ownJupyter } from "../harness/own_jupyter.ts";
import { binaryPath } from "../harness/program.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

/** Runs the program to its end. */
async function run(args: readonly string[], env: Record<string, string> = {}) {
  const command = new Deno.Command(binaryPath(), { args: [...args], env, clearEnv: true, stdin: "null" });
  const { code, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test("jupyter-mcp --help says what it is and ends well", async () => {
  for (const flag of ["--help", "-h"]) {
    const { code, stdout, stderr } = await run([flag]);
    assert.equal(code, 0);
    assert.equal(stderr, "");
    for (const word of ["Usage:", "--jupyter-url", "JUPYTER_TOKEN", "--transport", "setup"]) {
      assert.ok(stdout.includes(word), word);
    }
    for (const line of stdout.split("\n")) assert.ok(line.length <= 100, line);
  }
});

Deno.test("jupyter-mcp --version says the version", async () => {
  assert.deepEqual(await run(["--version"]), {
    code: 0,
    stdout: `jupyter-mcp ${config.version}\n`,
    stderr: "",
  });
});

Deno.test("a mistake on the command line is one line and exit code 2", async (t) => {
  const mistakes = {
    "an unknown flag": ["--jupiter-url", "x"],
    "an unknown command": ["instal"],
    "a missing value": ["--jupyter-url"],
    "a value for a switch": ["--read-only=yes"],
    "an unknown transport": ["--transport", "pigeon"],
    "a port that is none": ["--port", "99999"],
    "an unknown toolset": ["--toolsets", "sessions,nothing"],
    "an address that is none": ["--jupyter-url", "ftp://x/"],
    "a token file that is not there": [
      "--jupyter-url",
      "http://127.0.0.1:1/",
      "--token-file",
      "/no/such/file",
    ],
    "a limit out of bounds": ["--max-sessions", "0"],
  };
  for (const [what, args] of Object.entries(mistakes)) {
    await t.step(what, async () => {
      const { code, stdout, stderr } = await run(args);
      assert.equal(code, 2, stderr);
      assert.equal(stdout, "");
      assert.match(stderr, /^jupyter-mcp: [^\n]+\n$/);
    });
  }

  await t.step("a token on the command line, which is not repeated", async () => {
    const { code, stderr } = await run(["--token", "s3cret"]);
    assert.equal(code, 2);
    assert.match(stderr, /JUPYTER_TOKEN/);
    assert.ok(!stderr.includes("s3cret"));
  });

  await t.step("a wrong token in a variable, which is not shown", async () => {
    const { code, stderr } = await run([], { JUPYTER_TOKEN: "s3cret with spaces" });
    assert.equal(code, 2);
    assert.ok(!stderr.includes("s3cret"));
  });
});

async function works(connection: Connection): Promise<void> {
  await using session = await openSession(connection);
  const result = await session.run(
    "import matplotlib.pyplot as plt\nprint('compiled')\nplt.plot([1, 2])\nplt.show()",
  );
  assert.equal(result.at("stdout"), "compiled\n", result.text);
  assert.equal(result.images[0]?.mimeType, "image/png");
  // Drawing and scaling happen in the third room.
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="9" height="9"/></svg>';
  const drawn = await session.run(`from IPython.display import SVG\nSVG('${svg}')`);
  assert.equal(drawn.images[0]?.mimeType, "image/png", drawn.text);
}

for (const kind of environmentKinds) {
  for (const era of ["legacy", "modern"] satisfies Era[]) {
    Deno.test(`the binary runs code and draws over stdio, ${era}, on a ${kind} Jupyter`, async () => {
      await using connection = await connect({ program: "compiled", jupyter: sharedJupyter(kind), era });
      await works(connection);
    });
  }
}

Deno.test("the binary runs code and draws over HTTP, in both eras", async () => {
  await using program = await startHttpProgram({
    program: "compiled",
    jupyter: sharedJupyter("collaboration"),
  });
  for (const era of ["legacy", "modern"] satisfies Era[]) {
    await using connection = await program.connect({ era });
    await works(connection);
  }
});

/** Linux tells of processes in /proc. */
const ignore = Deno.build.os !== "linux";

/** How the program is asked to end. */
const endings = {
  SIGTERM: (connection: StdioConnection) => connection.kill("SIGTERM"),
  SIGINT: (connection: StdioConnection) => connection.kill("SIGINT"),
  "the end of stdin": (connection: StdioConnection) => void connection.client.close(),
};

for (const [what, end] of Object.entries(endings)) {
  Deno.test(`${what} ends the binary in the middle of a run`, async () => {
    const jupyter = sharedJupyter("collaboration");
    await using cleaner = await connect({ jupyter });
    await using connection = await connect({ program: "compiled", jupyter });
    const session = await openSession(connection);
    const running = session.run("import time; time.sleep(60)", { timeout: 60 }).catch(() =>
      "cut off" as const
    );
    end(connection);
    const { code, signal } = await connection.status;
    assert.deepEqual({ code, signal }, { code: 0, signal: null });
    const outcome = await running;
    assert.ok(outcome === "cut off" || outcome.at("status") === "interrupted", "it was not waited for");
    await cleaner.call("session_delete", { session_id: session.id });
  });
}

async function isAlive(pid: number): Promise<boolean> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => undefined);
  // A zombie has ended; only its parent has not looked yet.
  return stat !== undefined && !/\) Z /.test(stat);
}

for (const [what, end] of Object.entries(endings)) {
  Deno.test({
    name: `${what} leaves no Jupyter and no kernel of the binary behind`,
    ignore,
    fn: async () => {
      const home = await Deno.makeTempDir({ prefix: "jupyter-mcp-home-" });
      {
        await using connection = await connect(ownJupyter(home));
        const session = await openSession(connection);
        const told = await session.run("import os; print(os.getpid(), os.getppid())");
        const pids = told.string("stdout").trim().split(" ").map(Number);
        assert.equal(pids.length, 2);
        for (const pid of pids) assert.ok(await isAlive(pid), `${pid} runs`);
        end(connection);
        assert.equal((await connection.status).code, 0);
        for (const pid of pids) assert.ok(!await isAlive(pid), `${pid} has ended`);
      }
      await Deno.remove(home, { recursive: true });
    },
  });
}
