import assert from "node:assert/strict";
import { join } from "node:path";
import { findEntry } from "../../../../src/launch/doctor/client_entry.ts";
import { type ClientName, clients } from "../../../../src/launch/install/clients.ts";

async function inHome(work: (home: string) => Promise<void>): Promise<void> {
  const home = await Deno.realPath(await Deno.makeTempDir());
  try {
    await work(home);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

function find(clientId: ClientName, home: string, { env = {}, cwd = home }: Options = {}) {
  const machine = { os: "linux", env: { HOME: home, ...env } } as const;
  return findEntry({ client: clients[clientId], name: "jupyter", machine, cwd });
}

/** Texts as a configuration has them, and how each client reads them if HOST is `hub` and NONE is not set. */
const written = ["${HOST}", "${NONE:-x}", "${env:HOST}", "${userHome}", "$HOST", "${NONE}"] as const;
const reads = [
  ["claude-code", ["hub", "x", "${env:HOST}", "${userHome}", "$HOST", "${NONE}"], ["userHome", "NONE"]],
  ["gemini", ["hub", "x", "${env:HOST}", "${userHome}", "hub", "${NONE}"], ["userHome", "NONE"]],
  ["cursor", ["${HOST}", "${NONE:-x}", "hub", "HOME", "$HOST", "${NONE}"], []],
  ["windsurf", ["${HOST}", "${NONE:-x}", "hub", "HOME", "$HOST", "${NONE}"], []],
  ["vscode", ["${HOST}", "${NONE:-x}", "hub", "HOME", "$HOST", "${NONE}"], []],
  ["lm-studio", written, []],
] as const;

for (const [clientId, args, unset] of reads) {
  Deno.test(`variables in an entry are replaced as ${clientId} does`, async () => {
    await inHome(async (home) => {
      const { path, section } = clients[clientId];
      const place = path({ os: "linux", env: { HOME: home } });
      await Deno.mkdir(join(place, ".."), { recursive: true });
      const entry = { command: "jupyter-mcp", args: written, env: { A: written } };
      await Deno.writeTextFile(place, JSON.stringify({ [section]: { jupyter: entry } }));
      const all = args.map((text) => text === "HOME" ? home : text);
      assert.deepEqual(await find(clientId, home, { env: { HOST: "hub" } }), {
        kind: "entry",
        entry: { command: "jupyter-mcp", args: all, env: { A: all } },
        where: place,
        isOwn: true,
        inputs: [],
        unset,
      });
    });
  });
}

Deno.test("servers of a project come before those of the person, and their own before those that it shares", async () => {
  await inHome(async (home) => {
    const project = join(home, "project");
    const inside = join(project, "notebooks");
    await Deno.mkdir(join(project, ".git"), { recursive: true });
    await Deno.mkdir(inside);
    const servers = (command: string) => ({ mcpServers: { jupyter: { command } } });
    const settings = (record: object) =>
      Deno.writeTextFile(
        join(home, ".claude.json"),
        JSON.stringify({ ...servers("personal"), projects: { [project]: record } }),
      );
    const started = async (cwd: string) => {
      const found = await find("claude-code", home, { cwd });
      return found.kind === "entry" ? [found.entry.command, found.where] : [found.kind, found.problem];
    };
    const personal = ["personal", join(home, ".claude.json")];
    await settings({});
    assert.deepEqual(await started(inside), personal);

    const shared = join(project, ".mcp.json");
    await Deno.writeTextFile(shared, JSON.stringify(servers("shared")));
    const [kind, problem] = await started(inside);
    assert.equal(kind, "unusable", "whoever has written the file could have anything run");
    assert.match(String(problem), /not started: Claude Code has not asked whether you trust .*project$/);
    await settings({ hasTrustDialogAccepted: true });
    assert.deepEqual(await started(inside), ["shared", shared]);
    assert.deepEqual(await started(home), personal);

    await settings({ hasTrustDialogAccepted: true, ...servers("local") });
    assert.deepEqual(await started(inside), ["local", `${personal[1]}, for ${project}`]);
    assert.deepEqual(await started(project), ["local", `${personal[1]}, for ${project}`]);
    assert.deepEqual(await started(home), personal);
    await Deno.writeTextFile(shared, "{");
    await settings({});
    assert.match(
      (await started(project)).join(" "),
      /^unusable .*\.mcp\.json cannot be read: not valid JSON/,
    );
  });
});

/** Entries that their clients do not start: files of the home folder, and the folder to look from. */
const switchedOff = [
  ["cursor", { ".cursor/mcp.json": { mcpServers: { jupyter: { command: "x", disabled: true } } } }],
  ["windsurf", {
    ".codeium/windsurf/mcp_config.json": { mcpServers: { jupyter: { command: "x", disabled: true } } },
  }],
  ["zed", {
    ".config/zed/settings.json": { context_servers: { jupyter: { command: "x", enabled: false } } },
  }],
  ["codex", { ".codex/config.toml": '[mcp_servers.jupyter]\ncommand = "x"\nenabled = false\n' }],
  ["gemini", {
    ".gemini/settings.json": { mcpServers: { jupyter: { command: "x" } }, mcp: { excluded: ["jupyter"] } },
  }],
  ["claude-code", {
    ".claude.json": {
      mcpServers: { jupyter: { command: "x" } },
      projects: { HOME: { disabledMcpServers: ["jupyter"] } },
    },
  }],
  ["claude-code", {
    ".claude.json": { projects: { HOME: { hasTrustDialogAccepted: true } } },
    ".mcp.json": { mcpServers: { jupyter: { command: "x" } } },
    ".claude/settings.local.json": { disabledMcpjsonServers: ["jupyter"] },
  }],
] as const;

async function write(home: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await Deno.mkdir(join(home, path, ".."), { recursive: true });
    const text = typeof content === "string" ? content : JSON.stringify(content);
    await Deno.writeTextFile(join(home, path), text.replaceAll("HOME", home));
  }
}

for (const [clientId, files] of switchedOff) {
  Deno.test(`an entry that ${clientId} does not start is reported: ${Object.keys(files).at(-1)}`, async () => {
    await inHome(async (home) => {
      await write(home, files);
      const found = await find(clientId, home);
      assert.equal(found.kind, "unusable", JSON.stringify(found));
      assert.match(found.problem, /^"jupyter" is not started: it is switched off in /);
    });
  });
}

Deno.test("a project's entry that comes first is named, not started, if its trust is unknown", async () => {
  await inHome(async (home) => {
    await write(home, {
      ".cursor/mcp.json": { mcpServers: { jupyter: { command: "own" } } },
      "project/.cursor/mcp.json": { mcpServers: { jupyter: { command: "shared" } } },
    });
    const found = await find("cursor", home, { cwd: join(home, "project") });
    assert.equal(found.kind, "untested");
    assert.match(found.problem, /project\/\.cursor\/mcp\.json comes first, and is not tested/);
    assert.equal((await find("cursor", home)).kind, "entry");
  });
});

Deno.test("what a client asks the person for is found in an entry", async () => {
  await inHome(async (home) => {
    const entry = { command: "x", env: { JUPYTER_TOKEN: "${input:jupyter-token}" } };
    await write(home, { ".config/Code/User/mcp.json": { servers: { jupyter: entry } } });
    const found = await find("vscode", home);
    assert.ok(found.kind === "entry");
    assert.deepEqual(found.inputs, ["jupyter-token"]);
  });
});
