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
