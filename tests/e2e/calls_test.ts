/** `jupyter-mcp call` and `run` of the compiled program: tools without an MCP client. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import { eventually } from "../harness/eventually.ts";
import { freePort } from "../harness/jupyter.ts";
import { binaryPath } from "../harness/program.ts";
import { runBinary } from "../harness/run_binary.ts";
import { sharedJupyter } from "../harness/servers.ts";

const { url, token, root } = sharedJupyter("collaboration");
const env = { JUPYTER_SERVER_URL: url, JUPYTER_TOKEN: token };

function run(args: readonly string[], stdin?: string) {
  return runBinary(args, env, stdin === undefined ? {} : { stdin });
}

/** Runs the work with a name for a session, which is ended afterwards. */
async function withSession(work: (name: string) => Promise<void>): Promise<void> {
  const name = `cli-${crypto.randomUUID().slice(0, 8)}`;
  try {
    await work(name);
  } finally {
    const { code, stderr } = await run(["call", "session_delete", "--session_id", name]);
    assert.equal(code, 0, stderr);
  }
}

Deno.test("run makes a session by its name, and the next run finds its variables", async () => {
  await withSession(async (name) => {
    assert.deepEqual(await run(["run", "-s", name, "x = 20; print('made')"]), {
      code: 0,
      stdout: "made\n",
      stderr: "",
    });
    assert.deepEqual(await run(["run", `--session=${name}`, "x + 1"]), {
      code: 0,
      stdout: "21\n",
      stderr: "",
    });
    const piped = await run(["run", "-s", name, "-"], "import sys\nprint(x, file=sys.stderr)\nprint('ü')\n");
    assert.deepEqual(piped, { code: 0, stdout: "ü\n", stderr: "20\n" });
    const file = await Deno.makeTempFile({ suffix: ".py" });
    await Deno.writeTextFile(file, "print(x * 2)\n");
    assert.equal((await run(["run", "-s", name, file])).stdout, "40\n");
    await Deno.remove(file);
  });
});

Deno.test("run ends with 1 after an exception, whose traceback is on stderr, and with 2 after a mistake", async () => {
  await withSession(async (name) => {
    const failed = await run(["run", "-s", name, "print('before'); 1/0"]);
    assert.deepEqual([failed.code, failed.stdout], [1, "before\n"]);
    assert.match(failed.stderr, /ZeroDivisionError: division by zero\n$/);
    const late = await run(["run", "-s", name, "--timeout", "1", "import time; time.sleep(60)"]);
    assert.equal(late.code, 1);
    assert.match(
      late.stderr,
      /the run was interrupted at its --timeout\n$/,
      "and names no tool that cannot help",
    );
  });
  for (
    const args of [["run"], ["run", "absent.py"], ["run", "a.ipynb"], ["run", "1", "2"], [
      "run",
      "--timeout",
      "x",
      "1",
    ]]
  ) {
    const { code, stdout, stderr } = await run(args);
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr, /^jupyter-mcp: Cannot .*\n$/);
  }
});

Deno.test("run says in its own words what to do about several sessions and a long output", async () => {
  await withSession(async (one) => {
    await withSession(async (other) => {
      const long = await run(["run", "-s", one, "for i in range(20000): print(i * 7919)"]);
      assert.match(long.stderr, /^jupyter-mcp: stdout: .* left out; --max-chars prints more$/m);
      assert.equal((await run(["run", "-s", other, "1"])).stdout, "1\n");
      const several = await run(["run", "1"]);
      assert.equal(several.code, 2);
      const [mistake = "", advice = ""] = several.stderr.split("\n");
      assert.match(mistake, /^jupyter-mcp: Cannot tell which session is meant: \d+ are running$/);
      assert.match(advice, /^ {2}→ Name it with -s: /);
      assert.ok(advice.includes(one) && advice.includes(other), advice);
    });
  });
});

Deno.test("run --json says that code that raised an exception is not ok", async () => {
  await withSession(async (name) => {
    const outcome = z.object({ ok: z.boolean() });
    for (const [code, ok] of [["1", true], ["1/0", false]] as const) {
      const { stdout } = await run(["run", "-s", name, "--json", code]);
      assert.equal(outcome.parse(JSON.parse(stdout)).ok, ok, stdout);
    }
  });
});

Deno.test("--save-to that cannot be used is refused before anything runs", async () => {
  const file = await Deno.makeTempFile();
  const cases = [[file, "it is not a folder"], ["/proc/absent", "files cannot be created there"]] as const;
  for (const [folder, state] of cases) {
    for (const command of [["run", "1/0"], ["call", "execute_code", "--code", "1/0"]]) {
      const { code, stdout, stderr } = await run([...command, "--save-to", folder]);
      assert.deepEqual([code, stdout], [2, ""], stderr);
      assert.ok(stderr.startsWith(`jupyter-mcp: Cannot use --save-to "${folder}": ${state}`), stderr);
    }
  }
  await Deno.remove(file);
});

Deno.test("call says what becomes of the output of a run that continues, and names no tool that cannot get it", async () => {
  await withSession(async (name) => {
    assert.equal((await run(["run", "-s", name, "1"])).code, 0);
    const fields = {
      session_id: name,
      code: "import time; time.sleep(3)",
      timeout: 1,
      on_timeout: "continue",
    };
    const { code, stdout } = await run(["call", "execute_code", "--json", JSON.stringify(fields)]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /"hint":"the code is still running; its output is not kept/);
    assert.doesNotMatch(stdout, /execution_get/);
  });
});

Deno.test("run saves images, and prints their paths", async () => {
  const folder = await Deno.makeTempDir();
  await withSession(async (name) => {
    const code = "from IPython.display import Image, display\nimport base64\n" +
      "display(Image(data=base64.b64decode('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==')))";
    const args = ["run", "-s", name, "--save-to", folder];
    assert.equal((await run([...args, code])).stdout, `${join(folder, "output-001.png")}\n`);
    const bytes = await Deno.readFile(join(folder, "output-001.png"));
    assert.deepEqual([...bytes.slice(1, 4)].map((byte) => String.fromCharCode(byte)).join(""), "PNG");
    const { files } = z.object({ files: z.array(z.object({ path: z.string(), mime_type: z.string() })) })
      .parse(JSON.parse((await run([...args, "--json", code])).stdout));
    assert.deepEqual(files, [{ path: join(folder, "output-001.png"), mime_type: "image/png" }]);
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("call takes fields or JSON, and prints the text that a client would get", async () => {
  await withSession(async (name) => {
    assert.equal((await run(["call", "session_create", "--name", name])).code, 0);
    const text = await run(["call", "execute_code", "--session_id", name, "--code", "6 * 7"]);
    assert.equal(text.code, 0, text.stderr);
    assert.equal(JSON.parse(text.stdout).result, "42");
    const json = JSON.stringify({ session_id: name, code: "'a' * 3" });
    const object = JSON.parse((await run(["call", "execute_code", "--json", json])).stdout);
    assert.deepEqual([object.ok, object.result.result, object.files], [true, "'aaa'", []]);
    const mixed = await run(["call", "execute_code", "--json", "-", "--code", "1"], json);
    assert.equal(JSON.parse(mixed.stdout).result.result, "1");
    assert.equal((await run(["call", "execute_code", "--session-id", name, "--code", "1/0"])).code, 1);
  });
});

Deno.test("call takes arguments that the docs name and models are not told about", async () => {
  const { code, stderr } = await run(["call", "session_list", "--max_chars", "2000"]);
  assert.equal(code, 0, stderr);
});

Deno.test("call tells mistakes, and what the tool could not do, by its exit code", async () => {
  const cases = [
    [["call"], 2, /its name is missing/],
    [["call", "session_lst"], 2, /did you mean "session_list"/],
    [["call", "session_list", "--nam", "a"], 2, /Cannot call session_list with "--nam"/],
    [["call", "execute_code", "--sesion_id", "a"], 2, /did you mean "--session_id"/],
    [["call", "execute_code", "--json", "{broken"], 2, /expected a JSON object/],
    [["call", "execute_code"], 2, /"error":"invalid_argument"/],
    [["call", "notebook_get", "--notebook_path", "absent.ipynb"], 1, /"error":"notebook_not_found"/],
    [["call", "session_create", "--read-only"], 1, /"error":"read_only"/],
  ] as const;
  for (const [args, expected, message] of cases) {
    const { code, stdout, stderr } = await run(args);
    assert.deepEqual([code, stdout], [expected, ""], args.join(" "));
    assert.match(stderr, message);
  }
  const away = await runBinary(["call", "session_list", "--json"], {
    JUPYTER_SERVER_URL: `http://127.0.0.1:${freePort()}`,
    JUPYTER_TOKEN: "s3cret-token",
  });
  assert.deepEqual([away.code, JSON.parse(away.stdout).error], [1, "jupyter_unreachable"]);
  assert.ok(!`${away.stdout}${away.stderr}`.includes("s3cret-token"));
});

Deno.test("call reaches the knowledge base, which needs no Jupyter", async () => {
  const home = await Deno.makeTempDir();
  const own = { HOME: home, PATH: "/nowhere" };
  const args = [
    "--type",
    "note",
    "--title",
    "A title",
    "--description",
    "d",
    "--content",
    "c",
    "--tags",
    "a",
    "--tags",
    "b",
  ];
  const made = await runBinary(["call", "create_item", ...args], own);
  assert.equal(made.code, 0, made.stderr);
  assert.match((await runBinary(["call", "get_item", "--id", "1"], own)).stdout, /"tags":\["a","b"\]/);
  const none = await runBinary(["run", "1"], own);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /^jupyter-mcp: .*\n {2}→ .*jupyter-mcp setup/m);
  await Deno.remove(home, { recursive: true });
});

Deno.test("run records in a notebook whose session it has started, and in others if asked to", async () => {
  const path = `recorded-${crypto.randomUUID()}.ipynb`;
  const sources = async () => {
    const { cells } = z.object({
      cells: z.array(z.object({ source: z.union([z.string(), z.array(z.string())]) })),
    })
      .parse(JSON.parse(await Deno.readTextFile(join(root, path))));
    return cells.map(({ source }) => [source].flat().join(""));
  };
  const end = async () => assert.equal((await run(["call", "session_delete", "--session_id", path])).code, 0);
  for (const code of ["a = 1", "a + 1"]) assert.equal((await run(["run", "-s", path, code])).code, 0);
  assert.deepEqual(await sources(), ["a = 1", "a + 1"]);
  await end();
  assert.equal((await run(["call", "session_create", "--notebook_path", path])).code, 0);
  assert.equal((await run(["run", "-s", path, "'not recorded'"])).code, 0);
  assert.equal((await run(["run", "-s", path, "--record", "'asked for'"])).code, 0);
  assert.deepEqual(await sources(), ["a = 1", "a + 1", "'asked for'"]);
  await end();
  await Deno.remove(join(root, path));
});

Deno.test("a run in the background goes on in its notebook when the command has ended", async () => {
  const path = `background-${crypto.randomUUID()}.ipynb`;
  const gate = join(root, `${path}.gate`);
  const code = `import os, time\nprint("begun", flush=True)\nwhile not os.path.exists(${
    JSON.stringify(gate)
  }): time.sleep(0.05)\nprint("done")`;
  const { code: exit, stderr } = await run(["run", "-s", path, "--background", code]);
  assert.equal(exit, 0, stderr);
  assert.match(stderr, /still running; its output goes to the notebook/);
  await Deno.writeTextFile(gate, "");
  await eventually(async () => (await Deno.readTextFile(join(root, path))).includes("done\\n"), {
    what: "the end of the run in the notebook",
  });
  assert.equal((await run(["call", "session_delete", "--session_id", path])).code, 0);
  for (const file of [gate, join(root, path)]) await Deno.remove(file);
});

Deno.test("a signal interrupts the run that the command waits for, whose output so far is printed", async () => {
  await withSession(async (name) => {
    assert.equal((await run(["run", "-s", name, "y = 1"])).code, 0);
    const marker = await Deno.makeTempFile();
    await Deno.remove(marker);
    const code = `import time\nprint("so far", flush=True)\nopen(${
      JSON.stringify(marker)
    }, "w").close()\ntime.sleep(120)\ny = 2`;
    const child = new Deno.Command(binaryPath(), {
      args: ["run", "-s", name, code],
      env,
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    await eventually(() => exists(marker), { what: "the start of the run" });
    child.kill("SIGINT");
    const { code: exit, stdout, stderr } = await child.output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assert.deepEqual([exit, text(stdout)], [130, "so far\n"]);
    assert.match(text(stderr), /the run ended as interrupted\n$/);
    assert.equal((await run(["run", "-s", name, "--timeout", "20", "y"])).stdout, "1\n");
    await Deno.remove(marker);
  });
});

function exists(path: string): Promise<boolean> {
  return Deno.stat(path).then(() => true, () => false);
}
