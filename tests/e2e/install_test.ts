/** `jupyter-mcp install` of the compiled program, on the files of clients. */

import assert from "node:assert/strict";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { connect } from "../harness/client.ts";
import { binaryPath } from "../harness/program.ts";
import { runBinary as run } from "../harness/run_binary.ts";
import { freePort } from "../harness/jupyter.ts";
import { sharedJupyter } from "../harness/servers.ts";

const entries = z.object({
  mcpServers: z.record(z.string(), z.object({ command: z.string(), args: z.array(z.string()) })),
});

Deno.test("install adds the program to a configuration, keeps the rest and makes a backup", async () => {
  const home = await Deno.makeTempDir();
  try {
    const path = join(home, ".cursor", "mcp.json");
    await Deno.mkdir(join(home, ".cursor"));
    const servers = { other: { command: "x" }, jupyter: { command: "old", env: { A: "1" } } };
    await Deno.writeTextFile(path, JSON.stringify({ mcpServers: servers }));
    const env = { HOME: home, JUPYTER_TOKEN: "s3cret-token" };
    const args = ["install", "--client", "cursor", "--jupyter-url", "http://localhost:8888/lab"];
    const { code, stderr } = await run(args, env);
    assert.equal(code, 0, stderr);
    const tokenFile = join(home, ".local/share/jupyter-mcp/tokens/cursor-jupyter");
    assert.deepEqual(JSON.parse(await Deno.readTextFile(path)).mcpServers, {
      other: { command: "x" },
      jupyter: {
        command: binaryPath(),
        args: ["--jupyter-url", "http://localhost:8888/", "--token-file", tokenFile],
        env: { A: "1" },
      },
    });
    assert.match(stderr, /^Kept from the existing entry: env$/m);
    assert.equal(await Deno.readTextFile(tokenFile), "s3cret-token\n");
    assert.equal(((await Deno.stat(tokenFile)).mode ?? 0) & 0o077, 0);
    assert(!stderr.includes("s3cret-token"));
    const names = [...Deno.readDirSync(join(home, ".cursor"))].map(({ name }) => name);
    assert.equal(names.filter((name) => name.endsWith(".bak")).length, 1);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install keeps the token of each server apart, and says which file a changed entry leaves behind", async () => {
  const home = await Deno.makeTempDir();
  try {
    const install = async (name: string, env: Record<string, string>) => {
      const { code, stderr } = await run(["install", "--client", "cursor", "--name", name], {
        HOME: home,
        ...env,
      });
      assert.equal(code, 0, stderr);
      return stderr;
    };
    await install("日本", { JUPYTER_SERVER_URL: "http://a:1", JUPYTER_TOKEN: "one" });
    await install("東京", { JUPYTER_SERVER_URL: "http://b:1", JUPYTER_TOKEN: "two" });
    const { mcpServers } = entries.parse(JSON.parse(await Deno.readTextFile(join(home, ".cursor/mcp.json"))));
    const files = Object.values(mcpServers).map(({ args }) => args[args.indexOf("--token-file") + 1] ?? "");
    const texts = await Promise.all(files.map((path) => Deno.readTextFile(path)));
    assert.deepEqual(texts, ["one\n", "two\n"]);
    assert.match(await install("日本", {}), /^Already configured /m);
    const said = await install("日本", { JUPYTER_SERVER_URL: "http://c:1" });
    assert.match(said, /^Not kept from the existing entry: --token-file$/m);
    assert.ok(said.includes(`No longer used by this entry: ${files[0]}; `), said);
    assert.equal(await Deno.readTextFile(files[0] ?? ""), "one\n");
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install repairs the command of an entry and keeps its options", async () => {
  const home = await Deno.makeTempDir();
  try {
    const env = { HOME: home };
    const path = join(home, ".cursor", "mcp.json");
    const options = [
      "--read-only",
      "--confirm",
      "writes",
      "--jupyter-url",
      `http://127.0.0.1:${freePort()}/`,
    ];
    await run(["install", "--client", "cursor", ...options], { ...env, JUPYTER_TOKEN: "t" });
    const written = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, written.replace(JSON.stringify(binaryPath()), '"/nope"'));
    const told = await run(["doctor", "--client", "cursor"], env);
    assert.match(told.stdout, /\/nope does not exist\n +→ Run \S+ install --client cursor, which keeps /);
    const { code, stderr } = await run(["install", "--client", "cursor"], env);
    assert.equal(code, 0, stderr);
    assert.equal(await Deno.readTextFile(path), written);
    assert.match(
      stderr,
      /^Kept from the existing entry: --jupyter-url, --token-file, --read-only, --confirm$/m,
    );
    const token = join(home, ".local/share/jupyter-mcp/tokens/cursor-jupyter");
    await Deno.remove(token);
    const gone = await run(["doctor", "--client", "cursor"], env);
    assert.match(
      gone.stdout,
      /→ Set JUPYTER_TOKEN, as \S+ does not exist, and run \S+ install --client cursor,/,
    );
    const refused = await run(["install", "--client", "cursor"], env);
    assert.deepEqual([refused.code, await Deno.readTextFile(path)], [2, written]);
    assert.match(refused.stderr, /Cannot keep --token-file of .* does not exist; set JUPYTER_TOKEN /);
    await run(["install", "--client", "cursor"], { ...env, JUPYTER_TOKEN: "again" });
    assert.equal(await Deno.readTextFile(path), written);
    assert.equal(await Deno.readTextFile(token), "again\n");
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install writes nothing over a configuration that it cannot read", async () => {
  const home = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(home, ".codex"));
    const path = join(home, ".codex", "config.toml");
    await Deno.writeTextFile(path, "not = = toml");
    const { code, stderr } = await run(["install", "--client", "codex"], { HOME: home });
    assert.equal(code, 2);
    assert.match(stderr, /not valid TOML at line 1; --print shows what to add by hand/);
    assert.equal(await Deno.readTextFile(path), "not = = toml");
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install that cannot keep the token leaves no configuration that points to it", async () => {
  const home = await Deno.makeTempDir();
  try {
    const folder = join(home, ".local/share/jupyter-mcp");
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(join(folder, "tokens"), "a file where the folder would be");
    const env = { HOME: home, JUPYTER_TOKEN: "s3cret-token" };
    const { code, stderr } = await run(["install", "--client", "cursor"], env);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^jupyter-mcp: Cannot store the token in "\S+": .*; use --token-file to name a file of your own$/m,
    );
    assert.deepEqual([...Deno.readDirSync(home)].map(({ name }) => name), [".local"]);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install that cannot write the configuration leaves no token behind, and an older one as it was", async () => {
  const home = await Deno.makeTempDir();
  try {
    // A link that leads nowhere: there is no file to read, and no folder can be made, by root either.
    await Deno.symlink(join(home, "nowhere"), join(home, "codex"));
    const env = { HOME: home, CODEX_HOME: join(home, "codex"), JUPYTER_TOKEN: "s3cret-token" };
    const tokens = join(home, ".local/share/jupyter-mcp/tokens");
    const refused = async () => {
      const { code, stderr } = await run(["install", "--client", "codex"], env);
      assert.equal(code, 2);
      assert.match(stderr, /^jupyter-mcp: Cannot write the configuration of Codex /m);
    };
    await refused();
    assert.deepEqual([...Deno.readDirSync(tokens)], []);
    await Deno.writeTextFile(join(tokens, "codex-jupyter"), "older-token\n");
    await refused();
    assert.equal(await Deno.readTextFile(join(tokens, "codex-jupyter")), "older-token\n");
    assert.equal([...Deno.readDirSync(tokens)].length, 1);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install warns in a sentence about a token file that others can read", async () => {
  const home = await Deno.makeTempDir();
  try {
    const path = join(home, "token");
    await Deno.writeTextFile(path, "t\n", { mode: 0o644 });
    const server = ["--jupyter-url", `http://127.0.0.1:${freePort()}`, "--token-file", path];
    const { stderr } = await run(["install", "--client", "cursor", ...server], { HOME: home });
    const said = stderr.split("\n").filter((line) => line.includes("can read"));
    assert.deepEqual(said, [
      `Warning: other users can read the token file; chmod 600 makes it private: ${path}`,
    ]);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install writes nothing that names a file or a folder that is not there", async () => {
  const home = await Deno.makeTempDir();
  try {
    for (const flag of ["--token-file", "--password-file", "--ca-cert", "--jupyter-root"]) {
      const { code, stderr } = await run(["install", "--client", "cursor", flag, "/absent"], { HOME: home });
      assert.equal(code, 2, stderr);
      assert.ok(stderr.startsWith(`jupyter-mcp: Cannot use ${flag} "/absent": `), stderr);
    }
    assert.deepEqual([...Deno.readDirSync(home)], []);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install --remove takes out the entry and its secrets, and nothing else", async () => {
  const home = await Deno.makeTempDir();
  try {
    const env = { HOME: home, JUPYTER_TOKEN: "s3cret-token" };
    const tokens = join(home, ".local/share/jupyter-mcp/tokens");
    const files = [
      [
        "cursor",
        ".cursor/mcp.json",
        '{\n  // mine\n  "mcpServers": {\n    "other": {"command": "x"} // theirs\n  }\n}\n',
      ],
      ["codex", ".codex/config.toml", '# mine\n[mcp_servers.other]\ncommand = "x" # theirs\n'],
    ] as const;
    for (const [client, place, text] of files) {
      const path = join(home, place);
      await Deno.mkdir(dirname(path), { recursive: true });
      await Deno.writeTextFile(path, text);
      await run(["install", "--client", client], env);
      assert.match(await Deno.readTextFile(path), /jupyter/);
      const { code, stderr } = await run(["install", "--remove", "--client", client], { HOME: home });
      assert.equal(code, 0, stderr);
      assert.equal((await Deno.readTextFile(path)).trimEnd(), text.trimEnd());
      assert.ok(stderr.includes(`Deleted ${join(tokens, `${client}-jupyter`)}`), stderr);
      const again = await run(["install", "--remove", "--client", client], { HOME: home });
      assert.equal(again.code, 0);
      assert.match(again.stderr, /has no server "jupyter"/);
    }
    assert.deepEqual([...Deno.readDirSync(tokens)], []);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install warns if the server that it is given refuses the token or does not answer, and installs anyway", async () => {
  const home = await Deno.makeTempDir();
  try {
    const { url, token } = sharedJupyter("plain");
    const install = async (address: string, secret: string) => {
      const env = { HOME: home, JUPYTER_TOKEN: secret };
      const { code, stderr } = await run(["install", "--client", "cursor", "--jupyter-url", address], env);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^(Wrote|Already configured in) /m);
      return stderr;
    };
    assert.doesNotMatch(await install(url, token), /Warning/);
    assert.match(
      await install(url, "another-token"),
      /^Warning: http:\S+ Token: refused\n {2}→ Set JUPYTER_TOKEN/m,
    );
    const gone = `http://127.0.0.1:${freePort()}/`;
    const said = await install(`${gone}?token=s3cret-token`, "another-token");
    assert.ok(said.includes(`Warning: ${gone}: Address: connection refused`), said);
    assert.ok(!said.includes("s3cret-token"));
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install without a home folder says so, instead of aiming at the top of the disk", async () => {
  for (const more of [[], ["--print"]]) {
    const { code, stderr } = await run(["install", "--client", "cursor", ...more], { HOME: "" });
    assert.equal(code, 2);
    assert.match(stderr, /^jupyter-mcp: Cannot install: HOME is not set, so your home folder is not known$/m);
  }
});

Deno.test("install --print shows what it would write, and where", async () => {
  const { code, stdout, stderr } = await run(["install", "--client", "claude-desktop", "--print"]);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), { mcpServers: { jupyter: { command: binaryPath(), args: [] } } });
  assert.match(stderr, /\/nowhere\/\.config\/Claude\/claude_desktop_config\.json/);
  const secret = await run(["install", "--client", "codex", "--print"], { JUPYTER_TOKEN: "s3cret-token" });
  assert.match(secret.stderr, /^Put the token into \S+\/tokens\/codex-jupyter, readable by you alone$/m);
  assert(!`${secret.stdout}${secret.stderr}`.includes("s3cret-token"));
});

Deno.test("install leaves a configuration that is not UTF-8 as it is, and says so", async () => {
  const home = await Deno.makeTempDir();
  try {
    for (
      const [client, place] of [["cursor", ".cursor/mcp.json"], ["codex", ".codex/config.toml"]] as const
    ) {
      const path = join(home, place);
      await Deno.mkdir(dirname(path));
      const text = client === "codex" ? '# ?\n[a]\nb = "x"\n' : '{ "a": "?" }\n';
      // Half of a Shift_JIS character, and a letter of Latin-1.
      const bytes = new TextEncoder().encode(text).map((byte) => byte === 0x3f ? 0xe9 : byte);
      await Deno.writeFile(path, bytes);
      const { code, stderr } = await run(["install", "--client", client], { HOME: home });
      assert.equal(code, 2, stderr);
      assert.match(stderr, /config.*: it is not UTF-8 text; .*--print shows/s);
      assert.deepEqual(await Deno.readFile(path), bytes);
      assert.deepEqual([...Deno.readDirSync(dirname(path))].map(({ name }) => name), [basename(path)]);
    }
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install writes an entry for the faces of other servers, and it starts", async () => {
  const home = await Deno.makeTempDir();
  try {
    const faces = [["datalayer", "use_notebook"], ["chartelier", "chartelier_visualize"]] as const;
    for (const [face, tool] of faces) {
      const args = ["install", "--client", "cursor", `--compat=${face}`, "--name", face];
      const { code, stderr } = await run(args, { HOME: home, JUPYTER_TOKEN: "s3cret-token" });
      assert.equal(code, 0, stderr);
      const { mcpServers } = entries.parse(
        JSON.parse(await Deno.readTextFile(join(home, ".cursor/mcp.json"))),
      );
      const entry = mcpServers[face];
      assert.ok(entry !== undefined);
      await using connection = await connect({
        program: { path: entry.command },
        args: entry.args,
        env: { HOME: home },
      });
      const { tools } = await connection.client.listTools();
      assert.ok(tools.some(({ name }) => name === tool), JSON.stringify(entry));
    }
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("install refuses options that the API of another server would refuse at every start", async () => {
  const args = ["install", "--client", "cursor", "--compat", "datalayer", "--read-only", "--print"];
  const { code, stderr } = await run(args);
  assert.equal(code, 2);
  assert.match(stderr, /Cannot use --read-only with --compat datalayer/);
});

Deno.test("install refuses options that mean nothing over stdio", async () => {
  for (
    const given of [["--transport", "http"], ["--host", "0.0.0.0"], ["--port", "1"], ["--stop-with", "1"]]
  ) {
    const { code, stderr } = await run(["install", "--client", "cursor", "--print", ...given]);
    assert.equal(code, 2);
    assert.match(
      stderr,
      new RegExp(`Cannot use ${given[0]}.* with "install": clients start it over stdio`),
    );
  }
});

Deno.test("install leaves a configuration that is write-protected as it is", async () => {
  const home = await Deno.makeTempDir();
  try {
    const path = join(home, ".cursor/mcp.json");
    await Deno.mkdir(dirname(path));
    await Deno.writeTextFile(path, "{}\n", { mode: 0o444 });
    const { code, stderr } = await run(["install", "--client", "cursor"], { HOME: home });
    assert.equal(code, 2);
    assert.match(stderr, /mcp\.json": it is write-protected; .*--print shows/);
    assert.equal(await Deno.readTextFile(path), "{}\n");
    assert.deepEqual([...Deno.readDirSync(dirname(path))].map(({ name }) => name), ["mcp.json"]);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
