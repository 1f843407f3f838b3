/** The compiled program's commands, as a person at a terminal meets them. */

import assert from "node:assert/strict";
import { z } from "zod";
import { commands } from "../../src/launch/commands.ts";
import { freePort } from "../harness/jupyter.ts";
import { binaryPath } from "../harness/program.ts";
import { processIsAlive, processIsExiting } from "../../src/launch/processes.ts";
import { runBinary as run } from "../harness/run_binary.ts";
import { environmentKinds } from "../harness/environment.ts";
import { startProxy } from "../harness/proxy.ts";
import { sharedJupyter } from "../harness/servers.ts";

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
  assert.match(stdout, /^\S+ Store .*\n.*--SQLiteYStore.db_path=:memory:/m);
  assert(!stdout.includes("\x1b"), "no colours where there is no terminal");
  assert(!stdout.includes(token));
});

for (const kind of environmentKinds) {
  Deno.test(`doctor asks a ${kind} Jupyter for no address that it refuses`, async () => {
    await using proxy = startProxy(sharedJupyter(kind));
    const { url, token } = proxy.server;
    const found = await states(["--jupyter-url", url], { JUPYTER_TOKEN: token });
    assert.equal(found["Collaboration"], kind === "plain" ? "warning" : "ok");
    assert.deepEqual(proxy.requests.filter((line) => /collaboration|fileid|mcp/.test(line)), []);
  });
}

Deno.test("doctor warns if a notebook cannot be open and edited by the AI at the same time", async () => {
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

Deno.test("doctor diagnoses an address and files that cannot be used, also as JSON", async () => {
  const key = await Deno.makeTempFile({ suffix: ".pem" });
  await Deno.writeTextFile(key, "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n");
  const url = "http://127.0.0.1:9/";
  const mistakes = [
    [["--jupyter-url", "ftp://x"], "Address", /http:\/\/localhost:8888\//],
    [["--jupyter-url", "not a url"], "Address", /http:\/\/localhost:8888\//],
    [["--jupyter-url", url, "--token-file", "/nope"], "Token", /JUPYTER_TOKEN/],
    [["--jupyter-url", url, "--password-file", "/nope"], "Password", /JUPYTER_PASSWORD/],
    [["--jupyter-url", url, "--ca-cert", key], "TLS", /not its key/],
  ] as const;
  for (const [args, name, fix] of mistakes) {
    const { code, stdout, stderr } = await run(["doctor", ...args]);
    assert.deepEqual([code, stderr], [1, ""], stdout);
    assert.match(stdout, new RegExp(`^✘ ${name} +Cannot use .*\\n +→ .*${fix.source}`));
    const json = await run(["doctor", "--json", ...args]);
    assert.equal(json.code, 1);
    const { ok, checks } = report.parse(JSON.parse(json.stdout));
    const made = checks.filter(({ state }) => state !== "skipped");
    assert.deepEqual([ok, made.map((check) => check.name)], [false, [name]]);
    assert.equal(checks.length, name === "Password" ? 13 : 12, "the others are named");
  }
  const other = await run(["doctor"], { MCP_PORT: "many" });
  assert.match(other.stdout, /^✘ Options +Cannot use MCP_PORT "many"/);
  assert.equal((await run(["doctor", "--jsn"])).code, 2);
  await Deno.remove(key);
});

Deno.test("doctor does not blame Jupyter alone for a proxy that is gone", async () => {
  const proxy = `http://127.0.0.1:${freePort()}`;
  const { code, stdout } = await run(["doctor", "--jupyter-url", "http://jupyter.invalid:8888"], {
    HTTP_PROXY: proxy,
  });
  assert.equal(code, 1);
  assert.match(stdout, /^✘ Address +connection refused, possibly because of the proxy\n +→ .* HTTP_PROXY /m);
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
    for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
  }
});

Deno.test("the help of the program fits into 80 columns", async () => {
  const { stdout } = await run(["--help"]);
  const datalayer = await run(["--compat", "datalayer", "--help"]);
  for (const line of `${stdout}${datalayer.stdout}`.split("\n")) assert.ok(line.length <= 80, line);
  assert.match(datalayer.stdout, /^ +--start-new-code-sandbox, --start-new-runtime <value>\n +START_NEW/m);
  assert.match(stdout, /^ +notebooks \(1900 tokens\), /m);
});

Deno.test("doctor --client starts a client's entry as the client would, and lists its tools", async () => {
  const home = await Deno.makeTempDir();
  try {
    const env = { HOME: home };
    const absent = await run(["doctor", "--client", "codex"], env);
    assert.equal(absent.code, 1);
    const again = `→ Run ${await Deno.realPath(binaryPath())} install --client codex\n`;
    assert.match(absent.stdout, /^✘ Entry .*config.toml does not exist$/m);
    assert.ok(absent.stdout.includes(again), "it is not on PATH, so its path is named");
    const { url, token } = sharedJupyter("plain");
    await run(["install", "--client", "codex", "--jupyter-url", url], { ...env, JUPYTER_TOKEN: token });
    const good = await run(["doctor", "--client", "codex"], env);
    assert.equal(good.code, 0, good.stdout);
    assert.match(good.stdout, /^✔ Command +jupyter-mcp \S+ answers in \d+ ms$/m);
    assert.match(good.stdout, /^✔ Tools +\d+: session_create, /m);
    assert.match(good.stdout, /^✔ Jupyter +answers\n\nWorks: Entry, Command, Tools, Jupyter\n$/m);
    const config = `${home}/.codex/config.toml`;
    for (
      const [command, reason] of [["/nope", "/nope does not exist"], ["false", "not answer as an MCP server"]]
    ) {
      await Deno.writeTextFile(config, `[mcp_servers.jupyter]\ncommand = "${command}"\n`);
      const { code, stdout } = await run(["doctor", "--client", "codex", "--json"], env);
      assert.equal(code, 1);
      const { checks } = report.parse(JSON.parse(stdout));
      assert.deepEqual(checks.map(({ name, state }) => [name, state]), [["Entry", "ok"], [
        "Command",
        "failed",
      ]]);
      assert.ok(checks[1]?.found.includes(reason ?? ""), stdout);
    }
    await Deno.writeTextFile(
      config,
      `[mcp_servers.jupyter]\ncommand = "sh"\nargs = ["-c", "echo why >&2; exit 1"]\n`,
    );
    assert.match((await run(["doctor", "--client", "codex"], env)).stdout, /; its last line was: why\n/);
    await Deno.writeTextFile(config, "= broken");
    assert.match(
      (await run(["doctor", "--client", "codex"], env)).stdout,
      /✘ Entry .*not valid TOML.*\n +→ Correct \S+config.toml by hand\n/,
    );
    const gone = `http://127.0.0.1:${freePort()}/`;
    await run(["install", "--client", "cursor", "--jupyter-url", gone], env);
    const silent = await run(["doctor", "--client", "cursor"], env);
    assert.equal(silent.code, 1, silent.stdout);
    assert.match(silent.stdout, /^✘ Jupyter +Cannot /m);
    const servers = { jupyter: { url: `${gone}mcp?token=s3cret` }, nothing: {} };
    await Deno.writeTextFile(`${home}/.cursor/mcp.json`, JSON.stringify({ mcpServers: servers }));
    const remote = await run(["doctor", "--client", "cursor"], env);
    assert.equal(remote.code, 1, remote.stdout);
    assert.ok(remote.stdout.includes(`✘ Server         ${gone}mcp does not answer`), remote.stdout);
    assert.equal((await run(["doctor", "--client", "cursor", "--name", "nothing"], env)).code, 1);
    assert.equal((await run(["doctor", "--client", "codecs"], env)).code, 2);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("doctor --client that is interrupted ends the command and what it has started", async () => {
  const home = await Deno.makeTempDir();
  try {
    const script = `sleep 500 & echo $! > ${home}/child; wait`;
    await Deno.mkdir(`${home}/.cursor`);
    const servers = { jupyter: { command: "sh", args: ["-c", script] } };
    await Deno.writeTextFile(`${home}/.cursor/mcp.json`, JSON.stringify({ mcpServers: servers }));
    const watcher = Deno.watchFs(home);
    const doctor = new Deno.Command(binaryPath(), {
      args: ["doctor", "--client", "cursor"],
      env: { HOME: home },
      stdout: "null",
    }).spawn();
    for await (const { kind, paths } of watcher) {
      if (kind === "modify" && paths.some((path) => path.endsWith("/child"))) break;
    }
    doctor.kill("SIGINT");
    assert.equal((await doctor.status).code, 130);
    const child = Number(await Deno.readTextFile(`${home}/child`));
    assert.ok(!processIsAlive(child) || processIsExiting(child));
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("doctor --client does not ask for what its client asks the person, nor list tools at an address", async () => {
  const home = await Deno.makeTempDir();
  await using server = Deno.serve({ port: 0, onListen: () => {} }, () => Response.json({}));
  try {
    const folder = `${home}/.config/Code/User`;
    await Deno.mkdir(folder, { recursive: true });
    const jupyter = { command: "/nope", env: { JUPYTER_TOKEN: "${input:jupyter-token}" } };
    const far = { type: "http", url: `http://127.0.0.1:${server.addr.port}/mcp` };
    await Deno.writeTextFile(`${folder}/mcp.json`, JSON.stringify({ servers: { jupyter, far } }));
    const { code, stdout } = await run(["doctor", "--client", "vscode"], { HOME: home });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^– Command +not tested: Visual Studio Code asks you for jupyter-token /m);
    const remote = await run(["doctor", "--client", "vscode", "--name", "far"], { HOME: home });
    assert.match(remote.stdout, /\nWorks: Entry, Server\nNot tested: Tools\n$/);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("doctor --client does not say that everything works where no Jupyter is", async () => {
  const home = await Deno.makeTempDir();
  try {
    const env = { HOME: home, PATH: "/usr/bin:/bin" };
    await run(["install", "--client", "cursor"], env);
    const none = await run(["doctor", "--client", "cursor"], env);
    assert.equal(none.code, 1, none.stdout);
    assert.match(none.stdout, /^✘ Jupyter +no server is running .* none is installed\n +→ Run \/.* setup, /m);
    await Deno.mkdir(`${home}/bin`);
    await Deno.writeTextFile(`${home}/bin/jupyter-lab`, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const some = await run(["doctor", "--client", "cursor"], { ...env, PATH: `${home}/bin:${env.PATH}` });
    assert.equal(some.code, 0, some.stdout);
    assert.match(some.stdout, /^– Jupyter +not tested: .*jupyter-lab is started when needed\n\n/m);
    assert.match(some.stdout, /\nWorks: Entry, Command, Tools\nNot tested: Jupyter\n$/);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("doctor --client uses a running Jupyter as the program would, and variables as the client would", async () => {
  const home = await Deno.realPath(await Deno.makeTempDir());
  try {
    const { url, token } = sharedJupyter("plain");
    const entry = {
      command: "${PROGRAM}",
      args: ["--jupyter-url", "${JUPYTER:-http://127.0.0.1:9/}"],
      env: { JUPYTER_TOKEN: "${SECRET}" },
    };
    const project = `${home}/project`;
    await Deno.mkdir(project);
    await Deno.writeTextFile(`${project}/.mcp.json`, JSON.stringify({ mcpServers: { jupyter: entry } }));
    const trusted = { projects: { [project]: { hasTrustDialogAccepted: true } } };
    await Deno.writeTextFile(`${home}/.claude.json`, JSON.stringify(trusted));
    const env = { HOME: home, PROGRAM: binaryPath(), JUPYTER: url, SECRET: token };
    const args = ["doctor", "--client", "claude-code"];
    const good = await run(args, env, { cwd: project });
    assert.equal(good.code, 0, good.stdout);
    assert.match(good.stdout, /^✔ Entry .*project\/\.mcp\.json starts \/.*\n.*\n.*\n✔ Jupyter +answers\n/m);
    const { SECRET: _, ...without } = env;
    const bad = await run(args, without, { cwd: project });
    assert.equal(bad.code, 1, bad.stdout);
    assert.match(bad.stdout, /^! Variables +not set here, .*: SECRET\n +→ Set them where Claude Code is /m);
    assert.ok(!`${good.stdout}${bad.stdout}`.includes(token));
    const broken = { mcpServers: { jupyter: { ...entry, command: "/nope" } } };
    await Deno.writeTextFile(`${project}/.mcp.json`, JSON.stringify(broken));
    const { stdout } = await run(args, env, { cwd: project });
    assert.match(stdout, /nope does not exist\n +→ Correct the entry in \S+project\/\.mcp\.json by hand\n/);
    assert.match((await run(args, env)).stdout, /^✘ Entry +Claude Code has no server "jupyter" in /m);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("upgrade says how, and changes nothing", async () => {
  const { code, stdout } = await run(["upgrade"]);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^This is version \d+\.\d+\.\d+, \/.*\nIt is compiled from its sources: git pull, then /,
  );
});

Deno.test("completions are printed for each shell, and mistakes are told", async () => {
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    const { code, stdout } = await run(["completions", shell]);
    assert.equal(code, 0);
    assert.match(stdout, /jupyter-url/);
  }
  assert.equal((await run(["completions"])).code, 2);
  assert.match((await run(["completions", "bahs"])).stderr, /did you mean "bash"/);
  assert.match((await run(["completions", "tcsh"])).stderr, /supported are bash, zsh, fish, powershell/);
  assert.match((await run(["setup", "--with=-r"])).stderr, /expected a package/);
});
