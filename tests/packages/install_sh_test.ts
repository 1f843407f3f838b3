/** `install.sh` against a server of releases on this machine. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { thisTarget } from "../../scripts/packages/targets.ts";
import { projectRoot } from "../harness/program.ts";

const file = `jupyter-mcp-${thisTarget().triple}`;
const program = "#!/bin/sh\necho jupyter-mcp 9.9.9\n";
const sum = createHash("sha256").update(program).digest("hex");

interface Release {
  readonly program?: string;
  /** The text of SHA256SUMS; null where there is none. */
  readonly sums?: string | null;
}

interface Installed {
  readonly code: number;
  readonly said: string;
  readonly folder: string;
  readonly asked: readonly string[];
}

/** Runs the script in a folder of its own. */
async function install(
  release: Release,
  { env = {}, before }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly before?: (folder: string) => Promise<void>;
  } = {},
): Promise<Installed & AsyncDisposable> {
  const asked: string[] = [];
  const files: Readonly<Record<string, string | null>> = {
    [file]: release.program ?? program,
    SHA256SUMS: release.sums === undefined ? `${sum}  ${file}\n` : release.sums,
  };
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    const body = files[pathname.slice(pathname.lastIndexOf("/") + 1)] ?? null;
    return new Response(body ?? "Not found", { status: body === null ? 404 : 200 });
  });
  const home = await Deno.makeTempDir();
  const folder = join(home, "my bin");
  await before?.(folder);
  const { code, stderr } = await new Deno.Command("sh", {
    args: [join(projectRoot, "scripts/install.sh")],
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      HOME: home,
      JUPYTER_MCP_BASE_URL: `http://127.0.0.1:${server.addr.port}/releases`,
      JUPYTER_MCP_INSTALL_DIR: folder,
      ...env,
    },
    clearEnv: true,
  }).output();
  return {
    code,
    said: new TextDecoder().decode(stderr),
    folder,
    asked,
    [Symbol.asyncDispose]: () => Deno.remove(home, { recursive: true }),
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
}

Deno.test("install.sh installs a program whose checksum is right, and says what to do next", async () => {
  await using done = await install({});
  assert.equal(done.code, 0, done.said);
  assert.deepEqual(await namesIn(done.folder), ["jupyter-mcp"]);
  const path = join(done.folder, "jupyter-mcp");
  assert.equal(await Deno.readTextFile(path), program);
  assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o755);
  assert.match(done.said, /installed jupyter-mcp 9\.9\.9 as .*my bin\/jupyter-mcp/);
  assert.match(done.said, /is not on your PATH/);
  assert.deepEqual(done.asked, [`/releases/latest/download/${file}`, "/releases/latest/download/SHA256SUMS"]);
});

Deno.test("install.sh takes the version that is asked for", async () => {
  await using done = await install({}, { env: { JUPYTER_MCP_VERSION: "v1.2.3" } });
  assert.equal(done.code, 0, done.said);
  assert.equal(done.asked[0], `/releases/download/v1.2.3/${file}`);
});

Deno.test("install.sh installs nothing whose checksum is wrong, missing or not to be had", async () => {
  const old = async (folder: string) => {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(join(folder, "jupyter-mcp"), "the old one");
  };
  const cases = [
    [{ sums: `${"0".repeat(64)}  ${file}\n` }, /checksum of .* is wrong: nothing was installed/],
    [{ program: `${program}evil\n` }, /checksum of .* is wrong: nothing was installed/],
    [{ sums: `${sum}  ${file}.other\n` }, /there is no checksum for .*: nothing was installed/],
    [{ sums: "" }, /there is no checksum for/],
    [{ sums: null }, /cannot download .*SHA256SUMS/],
  ] as const;
  for (const [release, said] of cases) {
    await using done = await install(release, { before: old });
    assert.equal(done.code, 1, done.said);
    assert.match(done.said, said);
    assert.deepEqual(await namesIn(done.folder), ["jupyter-mcp"], "nothing is left behind");
    assert.equal(await Deno.readTextFile(join(done.folder, "jupyter-mcp")), "the old one");
  }
});

Deno.test("install.sh replaces an older program", async () => {
  await using done = await install({}, {
    before: async (folder) => {
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(join(folder, "jupyter-mcp"), "the old one");
    },
  });
  assert.equal(done.code, 0, done.said);
  assert.equal(await Deno.readTextFile(join(done.folder, "jupyter-mcp")), program);
});

Deno.test("install.sh keeps the old program if the new one does not run", async () => {
  const broken = "#!/bin/sh\necho cannot run here >&2\nexit 1\n";
  const sums = `${createHash("sha256").update(broken).digest("hex")}  ${file}\n`;
  await using done = await install({ program: broken, sums });
  assert.equal(done.code, 1);
  assert.match(done.said, /does not run on this machine: cannot run here/);
  assert.deepEqual(await namesIn(done.folder), []);
});

Deno.test("install.sh says on which machines there is no program", async () => {
  const fake = await Deno.makeTempDir();
  const pretend = async (os: string, cpu: string) => {
    await Deno.writeTextFile(
      join(fake, "uname"),
      `#!/bin/sh\nif [ "$1" = -s ]; then echo ${os}; else echo ${cpu}; fi\n`,
      { mode: 0o755 },
    );
    return await install({}, { env: { PATH: `${fake}:${Deno.env.get("PATH") ?? ""}` } });
  };
  {
    await using done = await pretend("FreeBSD", "amd64");
    assert.equal(done.code, 1);
    assert.match(done.said, /there is no program for FreeBSD/);
    assert.deepEqual(done.asked, []);
  }
  {
    await using done = await pretend("Linux", "riscv64");
    assert.equal(done.code, 1);
    assert.match(done.said, /there is no program for Linux on riscv64/);
  }
  await Deno.remove(fake, { recursive: true });
});
