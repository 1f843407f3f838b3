/** The knowledge base of the compiled program: its folder, its walls, its commands, and disks that fail. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { DatabaseSync } from "node:sqlite";
import { serverPermissions } from "../../src/launch/workers/server_worker.ts";
import { connect } from "../harness/client.ts";
import { idsIn, startKnowledge } from "../harness/knowledge.ts";
import { binaryPath, programOf } from "../harness/program.ts";
import { StdioTransport } from "../harness/stdio_transport.ts";
import { toToolResult } from "../harness/tool_result.ts";

const jupyter = { url: "http://127.0.0.1:9/", token: "none" };

class Folder implements AsyncDisposable {
  readonly path = Deno.makeTempDirSync({ prefix: "knowledge-" });

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.chmod(this.path, 0o700);
    await Deno.remove(this.path, { recursive: true });
  }
}

async function run(args: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command(binaryPath(), { args: [...args], stdin: "null" })
    .output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test("the binary keeps, finds and links items", async () => {
  await using kb = await startKnowledge({ program: "compiled" });
  const first = await kb.create("売上データベース", { content: "login" });
  const second = await kb.create("second", { related: [first] });
  assert.deepEqual(await kb.search("データ"), [first]);
  assert.deepEqual(idsIn(await kb.ok("get_related_items", { id: second })), [first]);
});

Deno.test("without the option the knowledge base is in the user's data folder, made when the toolset is on", async () => {
  await using home = new Folder();
  const env = { HOME: home.path, XDG_DATA_HOME: join(home.path, "data") };
  const folder = join(home.path, "data", "jupyter-mcp", "knowledge");
  {
    await using usual = await connect({ program: "compiled", jupyter, env });
    await usual.client.listTools();
    await assert.rejects(Deno.stat(folder), Deno.errors.NotFound);
  }
  await using kb = await connect({ program: "compiled", jupyter, env, args: ["--toolsets", "all"] });
  assert.equal((await kb.call("create_item", { type: "t", title: "t" })).isError, false);
  assert.equal((await Deno.stat(join(folder, "knowledge.db"))).isFile, true);
  assert.equal(((await Deno.stat(folder)).mode ?? 0) & 0o777, 0o700);
});

Deno.test("the server's permissions open that folder, and only when the toolset is on", () => {
  const settings = {
    jupyter: { ...jupyter, origin: "given" as const },
    transport: { kind: "stdio" as const },
  };
  assert.partialDeepStrictEqual(serverPermissions(settings), { read: false, write: false });
  const open = serverPermissions({ ...settings, knowledgeFolder: "/a/b" });
  assert.partialDeepStrictEqual(open, {
    read: ["/a/b"],
    write: ["/a/b"],
    env: false,
    run: false,
    sys: false,
    ffi: false,
  });
});

Deno.test("a worker under those permissions reaches the folder and nothing beside it", async () => {
  await using folder = new Folder();
  await Deno.writeTextFile(join(folder.path, "inside"), "x");
  const permissions = serverPermissions({
    jupyter: { ...jupyter, origin: "given" },
    transport: { kind: "stdio" },
    knowledgeFolder: folder.path,
  });
  const code = `const tried = {};
    const attempt = (name, work) => { try { work(); tried[name] = "open"; } catch (e) { tried[name] = e.name; } };
    const { DatabaseSync } = await import("node:sqlite");
    attempt("inside", () => Deno.readTextFileSync(${JSON.stringify(join(folder.path, "inside"))}));
    attempt("database inside", () => new DatabaseSync(${JSON.stringify(join(folder.path, "a.db"))}).close());
    attempt("beside", () => Deno.readTextFileSync("/etc/hostname"));
    attempt("parent", () => [...Deno.readDirSync(${JSON.stringify(join(folder.path, ".."))})]);
    attempt("writing beside", () => Deno.writeTextFileSync("/tmp/jupyter-mcp-walls", "x"));
    attempt("database beside", () => new DatabaseSync("/tmp/jupyter-mcp-walls.db"));
    attempt("attached", () => {
      const db = new DatabaseSync(":memory:");
      try { db.exec("ATTACH '/tmp/jupyter-mcp-walls.db' AS other"); } finally { db.close(); }
    });
    self.postMessage(tried);`;
  const worker = new Worker(new URL(`data:application/javascript,${encodeURIComponent(code)}`), {
    type: "module",
    deno: { permissions },
  });
  const tried = await new Promise<unknown>((resolve) => worker.onmessage = ({ data }) => resolve(data));
  worker.terminate();
  assert.deepEqual(tried, {
    "inside": "open",
    "database inside": "open",
    "beside": "NotCapable",
    "parent": "NotCapable",
    "writing beside": "NotCapable",
    "database beside": "NotCapable",
    "attached": "Error",
  });
});

Deno.test("a knowledge base that cannot be used is said by its tools; nothing is lost and the rest works", async (t) => {
  await using folder = new Folder();
  const file = join(folder.path, "knowledge.db");
  const refuses = async (pattern: RegExp, args: readonly string[] = []) => {
    await using kb = await startKnowledge({ program: "compiled", folder: folder.path, args });
    for (const [tool, input] of [["get_stats", {}], ["create_item", { type: "t", title: "t" }]] as const) {
      const failure = await kb.fails(tool, input);
      assert.partialDeepStrictEqual(failure, { error: "database_error", code: -32003 });
      assert.match(String(failure["message"]), pattern);
      assert.equal(typeof failure["hint"], "string");
    }
  };

  await t.step("a damaged file", async () => {
    await Deno.writeTextFile(file, "no database at all ".repeat(500));
    const before = await Deno.readFile(file);
    await refuses(/damaged or not a database/);
    assert.deepEqual(await Deno.readFile(file), before);
    await Deno.remove(file);
  });

  await t.step("a newer schema", async () => {
    {
      await using kb = await startKnowledge({ program: "compiled", folder: folder.path });
      await kb.create("kept");
    }
    const database = new DatabaseSync(file);
    const version = database.prepare("PRAGMA user_version").get()?.["user_version"];
    database.exec("PRAGMA user_version = 99");
    database.close();
    await refuses(/newer version/);
    const again = new DatabaseSync(file);
    again.exec(`PRAGMA user_version = ${version}`);
    again.close();
    await using kb = await startKnowledge({ program: "compiled", folder: folder.path });
    assert.deepEqual(await kb.search("kept"), [1]);
  });

  await t.step("a folder that is a file", async () => {
    await Deno.writeTextFile(join(folder.path, "file"), "");
    await refuses(/cannot be opened/, ["--knowledge-dir", join(folder.path, "file")]);
  });
});

Deno.test("a disk that takes no more is reported, what was kept stays, and reading continues", async () => {
  await using folder = new Folder();
  const { command, args, env } = programOf({
    program: "compiled",
    args: ["--toolsets", "knowledge", "--knowledge-dir", folder.path, "--jupyter-url", jupyter.url],
  });
  // No file may grow past half a megabyte; without the signal, writing fails as it does on a full disk.
  const limited = ["-c", "ulimit -f 1024; trap '' XFSZ; exec \"$@\"", "sh", command, ...args];
  const transport = new StdioTransport({ command: "sh", args: limited, env });
  const client = new Client({ name: "tests", version: "0" });
  await client.connect(transport);
  const call = async (name: string, input: Record<string, unknown>) =>
    toToolResult(await client.callTool({ name, arguments: input }));
  const kept: number[] = [];
  let failure = await call("create_item", { type: "t", title: "first" });
  for (let n = 0; n < 100 && !failure.isError; n++) {
    kept.push(Number(failure.at("id")));
    failure = await call("create_item", { type: "t", title: `item ${n}`, content: `${n} `.repeat(10_000) });
  }
  assert.partialDeepStrictEqual(failure.json, { error: "database_error", code: -32003 });
  assert.match(failure.string("message"), /disk/);
  assert.equal((await call("list_items", {})).at("total"), kept.length);
  await client.close();
  await transport.close();
  await using kb = await startKnowledge({ program: "compiled", folder: folder.path });
  assert.equal((await kb.ok("get_stats")).at("totalItems"), kept.length);
  assert.ok(await kb.create("with room again", { content: "x".repeat(50_000) }) > 0);
});

Deno.test("knowledge export and import move a base, and can be repeated", async (t) => {
  await using folder = new Folder();
  const [base, copy, files] = ["base", "copy", "files"].map((name) => join(folder.path, name));
  assert.ok(base !== undefined && copy !== undefined && files !== undefined);
  await Deno.mkdir(base);
  {
    await using kb = await startKnowledge({ program: "compiled", folder: base });
    const first = await kb.create("一番", { content: "---\nbody", related_notebooks: ["a.ipynb"] });
    await kb.create("second", { related: [first], tags: ["x"] });
    await kb.ok("update_current_state", { content: "state", related: [first] });
  }

  await t.step("export writes Markdown files in folders of types", async () => {
    const { code, stdout, stderr } = await run(["knowledge", "export", files, "--knowledge-dir", base]);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, "");
    assert.match(stderr, /2 files written/);
    const text = await Deno.readTextFile(join(files, "note", "1-一番.md"));
    assert.match(
      text,
      /^---\nid: 1\ntype: note\ntitle: "一番"\nstatus: Open\npriority: MEDIUM\nrelated: \[2\]\n/,
    );
    assert.ok(text.endsWith("\n---\n\n---\nbody"));
    await Deno.stat(join(files, ".system", "current_state", "latest.md"));
  });

  await t.step("export of a base that is not there is an error, and makes none", async () => {
    const nowhere = join(folder.path, "nowhere");
    const { code, stderr } = await run(["knowledge", "export", files, "--knowledge-dir", nowhere]);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /nowhere.*knowledge\.db": there is none\n/);
    await assert.rejects(Deno.stat(nowhere), Deno.errors.NotFound);
  });

  await t.step("import reads them into another base, the second time without a change", async () => {
    const first = await run(["knowledge", "import", files, "--knowledge-dir", copy]);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /2 items new, 0 updated, 0 unchanged; 1 new relation, 1 new state/);
    const second = await run(["knowledge", "import", files, "--knowledge-dir", copy]);
    assert.match(second.stderr, /0 items new, 0 updated, 2 unchanged; 0 new relations, 0 new states/);
    await using there = await startKnowledge({ program: "compiled", folder: base });
    await using here = await startKnowledge({ program: "compiled", folder: copy });
    for (const id of [1, 2]) {
      assert.deepEqual((await here.ok("get_item", { id })).json, (await there.ok("get_item", { id })).json);
    }
    assert.deepEqual((await here.ok("get_current_state")).json, (await there.ok("get_current_state")).json);
  });

  await t.step("a file that is left out is told, and the exit code is 1", async () => {
    await Deno.writeTextFile(join(files, "no_id.md"), "---\ntype: note\ntitle: x\n---\n\ntext");
    const { code, stderr } = await run(["knowledge", "import", files, "--knowledge-dir", copy]);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /2 unchanged; .*; 1 file left out/);
    assert.match(stderr, /no_id\.md: left out, it lacks fields/);
    await Deno.remove(join(files, "no_id.md"));
  });

  await t.step("mistakes are one line and exit code 2, failures exit code 1", async () => {
    for (
      const args of [[], ["exprt", "x"], ["export"], ["export", "a", "b"], ["export", "a", "--port", "1"]]
    ) {
      const { code, stderr } = await run(["knowledge", ...args]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /^jupyter-mcp: [^\n]+\n$/);
    }
    const missing = await run(["knowledge", "import", join(folder.path, "nowhere"), "--knowledge-dir", copy]);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /nowhere/);
    const none = await run([
      "knowledge",
      "import-shirokuma",
      join(folder.path, "no.db"),
      "--knowledge-dir",
      copy,
    ]);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /there is no such file/);
  });

  await t.step("--help tells of all three", async () => {
    const { code, stdout } = await run(["knowledge", "--help"]);
    assert.equal(code, 0);
    for (const word of ["export <folder>", "import <folder>", "import-shirokuma <file>"]) {
      assert.ok(stdout.includes(word), word);
    }
  });
});
