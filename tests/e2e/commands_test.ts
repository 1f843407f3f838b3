/** The compiled program's commands, as a person at a terminal meets them. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import { commands } from "../../src/launch/commands.ts";
import { freePort } from "../harness/jupyter.ts";
import { binaryPath } from "../harness/program.ts";
import { sharedJupyter } from "../harness/servers.ts";

interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  const output = await new Deno.Command(binaryPath(), {
    args: [...args],
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: "/nowhere", ...env },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return {
    code: output.code,
    stdout: decoder.decode(output.stdout),
    stderr: decoder.decode(output.stderr),
  };
}

const report = z.object({
  ok: z.boolean(),
  checks: z.array(
    z.object({ name: z.string(), state: z.string(), found: z.string(), fix: z.string().optional() }),
  ),
});

async function states(args: readonly string[], env: Record<string, string>): Promise<Record<string, string>> {
  const { stdout } = await run(["doctor", "--json", ...args], env);
  return Object.fromEntries(report.parse(JSON.parse(stdout)).checks.map(({ name, state }) => [name, state]));
}

Deno.test("doctor finds everything right on a server with collaboration", async () => {
  const { url, token } = sharedJupyter("collaboration");
  const { code, stdout } = await run(["doctor", "--jupyter-url", url], { JUPYTER_TOKEN: token });
  assert.equal(code, 0, stdout);
  for (
    const name of [
      "Address",
      "Token",
      "Kernels",
      "WebSocket",
      "Collaboration",
      "Browser",
      "Version",
      "Proxy",
      "Clock",
      "TLS",
    ]
  ) {
    assert.match(stdout, new RegExp(`^✔ ${name} `, "m"));
  }
  assert(!stdout.includes("\x1b"), "no colours where there is no terminal");
  assert(!stdout.includes(token));
});

Deno.test("doctor warns where a person sees changes only after a reload", async () => {
  const { url, token } = sharedJupyter("plain");
  const found = await states(["--jupyter-url", url], { JUPYTER_TOKEN: token });
  assert.equal(found["Collaboration"], "warning");
  assert.equal(found["Browser"], "warning");
});

Deno.test("doctor says what is wrong with the token, the address and the scheme", async () => {
  const { url } = sharedJupyter("plain");
  const wrong = await run(["doctor", "--jupyter-url", url], { JUPYTER_TOKEN: "a-wrong-token" });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stdout, /^✘ Token +refused\n +→ Set JUPYTER_TOKEN/m);
  assert(!`${wrong.stdout}${wrong.stderr}`.includes("a-wrong-token"));
  const gone = await run(["doctor", "--jupyter-url", `http://127.0.0.1:${freePort()}`]);
  assert.match(gone.stdout, /^✘ Address +connection refused/m);
  const secure = await run(["doctor", "--jupyter-url", url.replace("http:", "https:")]);
  assert.match(secure.stdout, /^✔ Address .*\n✘ TLS +it does not speak https\n +→ Use http:/m);
});

Deno.test("doctor does not blame Jupyter alone for a proxy that is gone", async () => {
  const proxy = `http://127.0.0.1:${freePort()}`;
  const { code, stdout } = await run(["doctor", "--jupyter-url", "http://jupyter.invalid:8888"], {
    HTTP_PROXY: proxy,
  });
  assert.equal(code, 1);
  assert.match(stdout, /^✘ Address +connection refused, which may be the proxy's doing\n +→ .* HTTP_PROXY /m);
});

Deno.test("tools shows the reference, as text without colours into a pipe and as JSON", async () => {
  const { code, stdout } = await run(["tools"]);
  assert.equal(code, 0);
  assert.ok(!stdout.includes("\x1b"));
  const json = await run(["tools", "--json"]);
  const { tools } = z.object({ tools: z.array(z.looseObject({ name: z.string() })) }).parse(
    JSON.parse(json.stdout),
  );
  assert.ok(tools.length >= 30);
  for (const { name } of tools) assert.match(stdout, new RegExp(`^  ${name}  `, "m"));
  const one = await run(["tools", "execute_code"]);
  assert.match(one.stdout, /timeout {2}number, default 30/);
  const wrong = await run(["tools", "execute_cod"]);
  assert.deepEqual([wrong.code, wrong.stderr], [
    2,
    'jupyter-mcp: Unknown tool "execute_cod": did you mean "execute_code"?\n',
  ]);
});

Deno.test("every command has a help of its own", async () => {
  for (const name of Object.keys(commands)) {
    const { code, stdout, stderr } = await run([name, "--help"]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`^jupyter-mcp ${name} `));
    assert.match(stdout, new RegExp(`\nUsage:\n {2}jupyter-mcp ${name}`));
    for (const line of stdout.split("\n")) assert.ok(line.length <= 100, line);
  }
});

Deno.test("completions are printed for each shell, and mistakes are told", async () => {
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    const { code, stdout } = await run(["completions", shell]);
    assert.equal(code, 0);
    assert.match(stdout, /jupyter-url/);
  }
  assert.equal((await run(["completions"])).code, 2);
  assert.match((await run(["completions", "bahs"])).stderr, /did you mean "bash"/);
  assert.match((await run(["setup", "--with=-r"])).stderr, /expected a package/);
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
    assert.match(stderr, /^Kept of the entry that was there: env$/m);
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
    const config = z.object({ mcpServers: z.record(z.string(), z.object({ args: z.array(z.string()) })) });
    const { mcpServers } = config.parse(JSON.parse(await Deno.readTextFile(join(home, ".cursor/mcp.json"))));
    const files = Object.values(mcpServers).map(({ args }) => args[args.indexOf("--token-file") + 1] ?? "");
    const texts = await Promise.all(files.map((path) => Deno.readTextFile(path)));
    assert.deepEqual(texts, ["one\n", "two\n"]);
    const said = await install("日本", {});
    assert.ok(said.includes(`No longer read by this entry: ${files[0]}; `), said);
    assert.equal(await Deno.readTextFile(files[0] ?? ""), "one\n");
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
      /^jupyter-mcp: Cannot keep the token in "\S+": .*; --token-file takes one of your own$/m,
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

Deno.test("install without a home folder says so, instead of aiming at the top of the disk", async () => {
  for (const more of [[], ["--print"]]) {
    const { code, stderr } = await run(["install", "--client", "cursor", ...more], { HOME: "" });
    assert.equal(code, 2);
    assert.match(stderr, /^jupyter-mcp: Cannot install: HOME is not set, so your folder is not known$/m);
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
