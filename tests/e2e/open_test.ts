/** The way into the Jupyter that the compiled program starts: for an assistant, in the background, or for the person. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { connect } from "../harness/client.ts";
import { ownJupyter } from "../harness/own_jupyter.ts";
import { binaryPath } from "../harness/program.ts";
import { runBinary } from "../harness/run_binary.ts";
import { sharedJupyter } from "../harness/servers.ts";

/** An empty home with a JupyterLab on its PATH. */
async function inHome(
  work: (run: typeof runBinary, home: string, own: ReturnType<typeof ownJupyter>) => Promise<void>,
): Promise<void> {
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "jupyter-mcp-home-" }));
  const own = ownJupyter(home);
  try {
    await work((args, env) => runBinary(args, { ...own.env, ...env }, { cwd: home }), home, own);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** The link of a page that Jupyter shows to whoever has the link. */
async function assertOpens(link: string): Promise<void> {
  const response = await fetch(link.trim());
  assert.equal(response.status, 200);
  assert.match(await response.text(), /jupyter-config-data/);
}

Deno.test("the first session of a managed Jupyter says how to see it, and open shows it", async () => {
  await inHome(async (run, home, own) => {
    await Deno.mkdir(join(home, "work"));
    await using connection = await connect({ ...own, args: ["--jupyter-root", join(home, "work")] });
    const first = await connection.call("session_create", { notebook_path: "a b.ipynb" });
    const [note] = [first.at("notes")].flat();
    assert.match(
      String(note),
      new RegExp(
        `serves the folder ${join(home, "work")}; .* ${await Deno.realPath(
          binaryPath(),
        )} open --jupyter-root "${join(home, "work")}"$`,
      ),
    );
    assert.equal((await connection.call("session_create")).at("notes"), undefined);
    const plain = await run(["open", "--print"]);
    assert.equal(plain.code, 0, plain.stderr);
    await assertOpens(plain.stdout);
    for (const name of ["a b.ipynb", "a b"]) {
      const { stdout } = await run(["open", name, "--print"]);
      assert.match(stdout, /\/lab\/tree\/a%20b\.ipynb\?token=/);
      await assertOpens(stdout);
    }
    const absent = await run(["open", "absent.ipynb"]);
    assert.equal(absent.code, 1);
    assert.match(absent.stderr, /Cannot open notebook "absent.ipynb": it does not exist in .*\/work\n$/);
    assert.deepEqual(await run(["run", "-s", "a b.ipynb", "1 + 1"]), { code: 0, stdout: "2\n", stderr: "" });
  });
});

Deno.test("run starts a Jupyter in the background, the next commands use it, and open --stop ends it", async () => {
  await inHome(async (run) => {
    const first = await Promise.all([
      run(["run", "-s", "one", "a = 1"]),
      run(["run", "-s", "one", "c = 3"]),
      run(["run", "-s", "two", "b = 2"]),
    ]);
    for (const { code, stderr } of first) {
      assert.equal(code, 0, stderr);
    }
    assert.equal(
      (await run(["run", "-s", "one", "a + c"])).stdout,
      "4\n",
      "both have found the same Jupyter",
    );
    assert.equal((await run(["run", "-s", "two", "b"])).stdout, "2\n");
    assert.deepEqual((await run(["completions", "--sessions"])).stdout.split("\n").toSorted(), [
      "",
      "one",
      "two",
    ]);
    const link = (await run(["open", "--print"])).stdout;
    await assertOpens(link);
    assert.match(
      (await run(["doctor"])).stdout,
      /^✔ Collaboration [^!]*\nWorks: Jupyter, .*, Browser\nNot tested: In Jupyter\n$/m,
    );
    assert.match((await run(["open", "--stop"])).stderr, /^Stopped the Jupyter in the background\n$/);
    const removed = await run(["setup", "--remove"]);
    assert.equal(removed.code, 0, removed.stderr);
    assert.match((await run(["open", "--stop"])).stderr, /^No Jupyter is running in the background\n$/);
    await assert.rejects(fetch(link.trim()));
  });
});

Deno.test("open starts a Jupyter for the person, which other commands find, and ends it with Ctrl-C", async () => {
  await inHome(async (run, home, own) => {
    const child = new Deno.Command(binaryPath(), {
      args: ["open", "--print"],
      env: own.env,
      cwd: home,
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value: link = "" } = await reader.read();
    await assertOpens(link);
    assert.equal((await run(["run", "'found'"])).stdout, "'found'\n");
    child.kill("SIGINT");
    assert.equal((await child.status).code, 0);
    await reader.cancel();
    assert.match(await new Response(child.stderr).text(), /Press Ctrl-C to stop Jupyter\n$/);
    await assert.rejects(fetch(link.trim()));
  });
});

Deno.test("open gives the browser a private page that leads to the link, so that no process shows the token", async () => {
  await inHome(async (run, home, own) => {
    const { url, token } = sharedJupyter("plain");
    await Deno.mkdir(join(home, "bin"));
    const opener = join(home, "bin/xdg-open");
    await Deno.writeTextFile(opener, `#!/bin/sh\necho "$*" > ${home}/opened\n`);
    await Deno.chmod(opener, 0o755);
    const env = {
      PATH: `${home}/bin:${own.env.PATH}`,
      DISPLAY: ":0",
      JUPYTER_SERVER_URL: url,
      JUPYTER_TOKEN: token,
    };
    const { code, stderr } = await run(["open"], env);
    assert.equal(code, 0, stderr);
    assert.equal(stderr, `Opened ${url}\n`);
    const page = (await Deno.readTextFile(join(home, "opened"))).trim();
    assert.equal(((await Deno.stat(page)).mode ?? 0) & 0o077, 0);
    assert.ok((await Deno.readTextFile(page)).includes(`url=${url}?token=${token}"`));
    const chosen = { ...env, DISPLAY: "", BROWSER: "absent:false:xdg-open --new %s" };
    assert.equal((await run(["open"], chosen)).stderr, `Opened ${url}\n`);
    assert.equal((await Deno.readTextFile(join(home, "opened"))).trim(), `--new ${pathToFileURL(page).href}`);
    await Deno.mkdir(join(home, "helpers"));
    const remote = join(home, "helpers/browser.sh");
    await Deno.copyFile(opener, remote);
    for (const BROWSER of ["absent:false", remote]) {
      assert.equal((await run(["open"], { ...chosen, BROWSER })).stdout, `${url}?token=${token}\n`, BROWSER);
    }
    const refused = await run(["open"], { ...env, JUPYTER_TOKEN: "a-wrong-token" });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /the token was refused/);
    assert.ok(!refused.stderr.includes("a-wrong-token"));
  });
});

Deno.test("--jupyter-root refuses a folder that is not there, and a server that has one already", async () => {
  const absent = await runBinary(["--jupyter-root", "/not/there"]);
  assert.deepEqual([absent.code, absent.stderr], [
    2,
    'jupyter-mcp: Cannot use --jupyter-root "/not/there": there is no such folder\n',
  ]);
  const both = await runBinary([
    "doctor",
    "--jupyter-root",
    "/tmp",
    "--jupyter-url",
    "http://localhost:8888",
  ]);
  assert.equal(both.code, 1);
  assert.match(both.stdout, /Cannot use --jupyter-root with --jupyter-url/);
});
