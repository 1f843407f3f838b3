/** The npm packages, installed as a stranger would install them. */

import assert from "node:assert/strict";
import { join } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { buildMainPackage, buildPlatformPackage } from "../../scripts/packages/npm_packages.ts";
import { thisTarget } from "../../scripts/packages/targets.ts";
import { connect } from "../harness/client.ts";
import { binaryPath } from "../harness/program.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { run } from "./run.ts";

Deno.test("the npm package runs the executable of this platform", async (t) => {
  const folder = await Deno.makeTempDir();
  try {
    const options = { version: config.version, folder };
    const platform = await buildPlatformPackage({ target: thisTarget(), program: binaryPath() }, options);
    const main = await buildMainPackage(options);
    const home = join(folder, "home");
    await Deno.mkdir(home);
    await Deno.writeTextFile(join(home, "package.json"), "{}");
    const packed = (path: string) => run(["npm", "pack", "--silent", path], { cwd: folder });
    const archives = [await packed(main), await packed(platform)].map((name) => join(folder, name.trim()));
    // The packages of the other platforms are in no registry yet, and optional.
    const quiet = ["--no-audit", "--no-fund", "--silent"];
    await run(["npm", "install", "--offline", "--omit=optional", ...quiet, ...archives], { cwd: home });
    const program = join(home, "node_modules/.bin/jupyter-mcp");

    await t.step("says its version", async () => {
      assert.equal(await run([program, "--version"]), `jupyter-mcp ${config.version}\n`);
    });

    await t.step("is found by npx by either name, from the folder it was installed in", async () => {
      for (const name of ["jupyter-live-mcp", "jupyter-mcp"]) {
        const version = await run(["npx", "--no-install", name, "--version"], { cwd: home });
        assert.equal(version, `jupyter-mcp ${config.version}\n`);
      }
    });

    await t.step("carries a README that installs the package itself", async () => {
      const readme = await Deno.readTextFile(join(home, "node_modules/jupyter-live-mcp/README.md"));
      assert.match(readme, /npx -y jupyter-live-mcp/);
      assert.doesNotMatch(readme, /task compile/);
    });

    await t.step("is not installed out of npx's cache by a name that it did not come by", async () => {
      const from = archives.flatMap((archive) => ["--package", archive]);
      const { code, stderr } = await new Deno.Command("npx", {
        args: ["--yes", "--offline", ...from, "jupyter-live-mcp", "install", "--client", "cursor", "--print"],
        cwd: folder,
        env: { npm_config_cache: join(folder, "cache") },
        stdin: "null",
      }).output();
      const said = new TextDecoder().decode(stderr);
      assert.equal(code, 2, said);
      assert.match(said, /in a cache that may be emptied at any time, ".*_npx.*"/);
    });

    await t.step("ends with the program's own exit code, and its words on stderr", async () => {
      const { code, stdout, stderr } = await new Deno.Command(program, { args: ["no-such-command"] })
        .output();
      assert.equal(code, 2);
      assert.equal(stdout.length, 0);
      assert.match(new TextDecoder().decode(stderr), /^jupyter-mcp: Unknown command/);
    });

    await t.step("passes a signal on, and leaves no program behind", async () => {
      const args = ["--transport", "http", "--port", "0", "--jupyter-url", "http://127.0.0.1:1/"];
      const child = new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "piped" })
        .spawn();
      const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
      let said = "";
      while (!said.includes("listens on")) said += (await reader.read()).value ?? assert.fail(said);
      const inner = (await run(["ps", "--ppid", String(child.pid), "-o", "pid="])).trim();
      child.kill("SIGTERM");
      assert.equal((await child.status).code, 0);
      await reader.cancel();
      assert.throws(() => Deno.kill(Number(inner), "SIGCONT"), Deno.errors.NotFound);
    });

    await t.step("says on which platforms there is no program", async () => {
      const script = join(home, "node_modules/jupyter-live-mcp/bin/jupyter-mcp.cjs");
      const saidWhere = async (pretence: string) => {
        const preload = join(folder, "pretend.cjs");
        await Deno.writeTextFile(preload, pretence);
        const { code, stderr } = await new Deno.Command("node", { args: ["--require", preload, script] })
          .output();
        assert.equal(code, 1);
        return new TextDecoder().decode(stderr);
      };
      const as = (platform: string) =>
        `Object.defineProperty(process, "platform", { value: "${platform}" });`;
      assert.match(await saidWhere(as("freebsd")), /no program for freebsd-\w+, only for linux-x64, /);
      assert.match(
        await saidWhere(as("win32")),
        /not installed: optional dependencies were left out|no program for/,
      );
      const musl = "process.report.getReport = () => ({ header: {} });";
      assert.match(await saidWhere(as("linux") + musl), /no program for Linux with musl/);
    });

    await t.step("passes MCP through, and ends with its client", async () => {
      await using connection = await connect({ program: { path: program }, jupyter: sharedJupyter("plain") });
      const { json } = await connection.call("kernel_list");
      assert.ok("kernelspecs" in json);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
