import assert from "node:assert/strict";
import { serverEntry, withFormer } from "../../../../src/launch/install/server_entry.ts";
import { permanentCommand } from "../../../../src/launch/own_program.ts";
import { readOptions } from "../../../../src/base/options.ts";
import { dirname, join } from "node:path";

function entryOf(flags: Record<string, string>, env: Record<string, string> = {}) {
  const given = new Map(Object.entries(flags));
  return serverEntry({
    program: ["/bin/jm"],
    options: readOptions(given, env),
    given,
    absolute: (path) => `/here/${path}`,
    tokenFile: "/data/tokens/jupyter",
    passwordFile: "/data/passwords/jupyter",
  });
}

Deno.test("serverEntry writes no address if none was given", () => {
  assert.deepEqual(entryOf({}), { entry: { command: "/bin/jm", args: [] }, secrets: [] });
});

Deno.test("serverEntry keeps a token out of the arguments, however it was given", () => {
  const args = ["--jupyter-url", "http://localhost:8888/", "--token-file", "/data/tokens/jupyter"];
  const secrets = [{ what: "token", path: "/data/tokens/jupyter", text: "s3cret" }];
  const inUrl = entryOf({ "--jupyter-url": "http://localhost:8888/lab?token=s3cret" });
  assert.deepEqual(inUrl, { entry: { command: "/bin/jm", args }, secrets });
  const inVariables = entryOf({}, { JUPYTER_SERVER_URL: "http://localhost:8888", JUPYTER_TOKEN: "s3cret" });
  assert.deepEqual(inVariables, inUrl);
});

Deno.test("serverEntry makes paths absolute and leaves other options as they are", () => {
  const { entry, secrets } = entryOf({ "--token-file": "t", "--read-only": "", "--max-sessions": "3" });
  assert.deepEqual(entry.args, ["--token-file", "/here/t", "--read-only", "--max-sessions", "3"]);
  assert.deepEqual(secrets, []);
});

Deno.test("serverEntry keeps a password out of the arguments as well", () => {
  const { entry, secrets } = entryOf({}, { JUPYTER_PASSWORD: "two words" });
  assert.deepEqual(entry.args, ["--password-file", "/data/passwords/jupyter"]);
  assert.deepEqual(secrets, [{ what: "password", path: "/data/passwords/jupyter", text: "two words" }]);
  const byFile = entryOf({ "--password-file": "p" }, { JUPYTER_PASSWORD: "two words" });
  assert.deepEqual(byFile, {
    entry: { command: "/bin/jm", args: ["--password-file", "/here/p"] },
    secrets: [],
  });
});

const linux = { os: "linux", env: {} } as const;

/** A folder with these files. */
async function withFiles(
  files: Readonly<Record<string, string>>,
  look: (folder: string) => void,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
      await Deno.writeTextFile(join(folder, path), text);
    }
    look(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function npxFolder(asked: string, version: string): Readonly<Record<string, string>> {
  const file = { dependencies: { "jupyter-live-mcp": version }, _npx: { packages: [asked] } };
  return { "_npx/ab12/package.json": JSON.stringify(file) };
}

const ofNpx = "_npx/ab12/node_modules/@jupyter-live-mcp/linux-x64/bin/jupyter-mcp";

Deno.test("permanentCommand is the path of a program that was installed for good", () => {
  for (
    const path of [
      "/home/ana/.local/bin/jupyter-mcp",
      "/usr/lib/node_modules/jupyter-live-mcp/node_modules/@jupyter-live-mcp/linux-x64/bin/jupyter-mcp",
      "/home/ana/.local/share/uv/tools/jupyter-live-mcp/bin/jupyter-live-mcp",
      "/home/ana/dlx/jupyter-mcp",
    ]
  ) assert.deepEqual(permanentCommand(path, linux), [path]);
});

Deno.test("permanentCommand out of npx's cache is npx, with the version that was asked for", async () => {
  for (const asked of ["jupyter-live-mcp", "jupyter-live-mcp@0.1.0", "jupyter-live-mcp@latest"]) {
    await withFiles(npxFolder(asked, "^0.1.0"), (folder) => {
      assert.deepEqual(permanentCommand(join(folder, ofNpx), linux), ["npx", "-y", asked]);
      assert.deepEqual(permanentCommand(join(folder, ofNpx), { os: "windows", env: {} }).slice(0, 3), [
        "cmd",
        "/c",
        "npx",
      ]);
    });
  }
});

Deno.test("permanentCommand out of uv's cache is uvx", async () => {
  const info = "archive-v0/x1/lib/python3.13/site-packages/jupyter_live_mcp-0.1.0.dist-info";
  const program = "archive-v0/x1/bin/jupyter-live-mcp";
  await withFiles({ [`${info}/METADATA`]: "" }, (folder) => {
    assert.deepEqual(permanentCommand(join(folder, program), linux), ["uvx", "jupyter-live-mcp"]);
  });
  await withFiles({ [`${info}/direct_url.json`]: "{}" }, (folder) => {
    assert.throws(
      () => permanentCommand(join(folder, program), linux),
      /may be emptied at any time.*permanently/,
    );
  });
});

Deno.test("permanentCommand writes no name down if the program came from a file, or nobody knows from where", async () => {
  const file = npxFolder("jupyter-live-mcp", "file:../../jupyter-live-mcp-0.1.0.tgz");
  for (const files of [file, npxFolder("./x.tgz", "file:x.tgz"), npxFolder("jupyter-mcp", "^1.0.0"), {}]) {
    await withFiles(files, (folder) => {
      assert.throws(() => permanentCommand(join(folder, ofNpx), linux), /may be emptied at any time/);
    });
  }
  for (
    const path of [
      "/home/ana/.cache/pnpm/dlx/ab/node_modules/@jupyter-live-mcp/linux-x64/bin/jupyter-mcp",
      "/tmp/bunx-1000-jupyter-live-mcp@latest/node_modules/@jupyter-live-mcp/linux-x64/bin/jupyter-mcp",
      "/home/ana/.local/pipx/.cache/ab/bin/jupyter-mcp",
    ]
  ) assert.throws(() => permanentCommand(path, linux), /may be emptied at any time/);
});

const former = ["--jupyter-url", "http://a:1/", "--token-file", "/t", "--read-only", "--confirm", "writes"];

/** What is given, and what the new entry then has of the former one. */
const merges = [
  { given: {}, kept: ["--jupyter-url", "--token-file", "--read-only", "--confirm"], dropped: [] },
  { given: { "--confirm": "never" }, kept: ["--jupyter-url", "--token-file", "--read-only"], dropped: [] },
  {
    given: { "--jupyter-url": "http://a:1/lab" },
    kept: ["--token-file", "--read-only", "--confirm"],
    dropped: [],
  },
  {
    given: { "--jupyter-url": "http://b:1/" },
    kept: ["--read-only", "--confirm"],
    dropped: ["--token-file"],
  },
  {
    given: { "--jupyter-root": "/data" },
    kept: ["--read-only", "--confirm"],
    dropped: ["--jupyter-url", "--token-file"],
  },
  {
    given: {},
    variables: { JUPYTER_TOKEN: "new" },
    kept: ["--jupyter-url", "--read-only", "--confirm"],
    dropped: [],
  },
  { given: {}, args: ["-y", "jupyter-live-mcp", "--read-only"], kept: ["--read-only"], dropped: [] },
  {
    given: {},
    args: ["other-server", "--jupyter-url=http://a:1", "--jupyter-token", "s3cret"],
    kept: [],
    dropped: ["--jupyter-url", "--jupyter-token"],
  },
] as const;

for (const { given, kept, dropped, ...rest } of merges) {
  const args = "args" in rest ? rest.args : former;
  const variables = "variables" in rest ? rest.variables : {};
  const what = JSON.stringify({ ...given, ...variables });
  Deno.test(`an entry with ${args.join(" ")} that gets ${what} keeps what belongs to its server`, () => {
    const merged = withFormer(new Map(Object.entries(given)), { former: args, variables });
    assert.deepEqual([merged.kept, merged.dropped], [kept, dropped]);
    for (const [flag, value] of Object.entries(given)) assert.equal(merged.serving.get(flag), value);
  });
}
