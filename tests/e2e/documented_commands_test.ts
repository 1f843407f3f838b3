/**
 * Every command in the README, the docs and the helps is run, or stands in a small table with the reason why it cannot
 * be run here. A command that nobody has thought about fails the test.
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { z } from "zod";
import config from "../../deno.json" with { type: "json" };
import { commands } from "../../src/launch/commands.ts";
import { datalayerOptions } from "../../src/launch/datalayer/options.ts";
import { helpText } from "../../src/launch/help.ts";
import { allOptions } from "../../src/base/options.ts";
import { commandsOf, examplesOf, fencesOf, optionsOf } from "../harness/documented.ts";
import { binaryPath, projectRoot } from "../harness/program.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { makeWheels, managedWheels } from "../harness/wheels.ts";

const ownPages = /^(README(\.ja)?|CONTRIBUTING|SECURITY|CHANGELOG|docs\/[\w-]+)\.md$/;

/** The helps, whose examples are taken from the commands themselves; the rest is how each is used in general. */
const shownHelps = /<!-- commands:start -->[\s\S]*<!-- commands:end -->/;

/** Commands that are tried elsewhere, or cannot be here: what they begin with, and why. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [/^(npx -y deno@\S+|deno) task /, "tasks: their names are checked below, and the suite runs on them"],
  [/^claude mcp add /, "the client weighs 170 MB; tried with it by hand, and what it is to start is run"],
  [/^goose session --with-extension jupyter-mcp$/, "the client is not installed; what it is to start is run"],
  [/^jupyter-mcp knowledge (export|import)$/, "run with a folder, where the docs give one"],
  [/^jupyter-mcp knowledge import-shirokuma/, "run with a real file in tests/e2e/knowledge_test.ts"],
  [/^jupyter-mcp open \w/, "needs a notebook; run in tests/e2e/open_test.ts"],
  [/^jupyter-mcp install$/, "run with a client, where the docs give one"],
  [/^jupyter-mcp healthcheck$/, "needs a server; run in tests/tools/server/observability_test.ts"],
  [/^pip install jupyter-collaboration$/, "the environment of the tests is made in this way"],
  [/^pip install "\S*\.whl\[server\]"$/, "run in tests/packages/wheel_test.ts"],
  [/^jupyter lab --SQLiteYStore/, "serves until it is stopped"],
  [/^jupyter lab --certfile/, "started so by tests/harness/secure_jupyter.ts"],
  [/^npx jupyter-live-mcp$/, "run from packed archives in tests/packages/npm_test.ts"],
  [/^(npm login$|for file in npm\/)/, "publishes, by those who own the name"],
  [/^docker (build|run) /, "there is no Docker where tests run; docs/packages.md says so"],
  [/^ssh -N -L /, "needs another machine"],
];

async function pages(): Promise<{ readonly path: string; readonly text: string }[]> {
  const { stdout } = await new Deno.Command("git", { args: ["ls-files", "*.md"], cwd: projectRoot }).output();
  const paths = new TextDecoder().decode(stdout).split("\n").filter((path) => ownPages.test(path));
  return await Promise.all(
    paths.map(async (path) => {
      const text = await Deno.readTextFile(join(projectRoot, path));
      return { path, text: text.replace(shownHelps, "") };
    }),
  );
}

/** The command lines of pages and helps, each once, by where they stand. */
async function documented(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { path, text } of await pages()) for (const line of commandsOf(text)) found.set(line, path);
  const helps = await Promise.all(Object.values(commands).map(async ({ load }) => (await load()).help));
  for (const line of [helpText(), ...helps].flatMap(examplesOf)) found.set(line, "--help");
  return found;
}

interface Run {
  readonly home: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command line in bash, the program on its PATH, in a home of its own, and says what it printed. */
async function runShell(command: string, { home, stdin = "", env = {} }: Run): Promise<string> {
  const { url, token } = sharedJupyter("collaboration");
  const child = new Deno.Command("bash", {
    args: ["-c", command],
    cwd: home,
    clearEnv: true,
    env: {
      PATH: `${join(binaryPath(), "..")}:${Deno.env.get("PATH") ?? ""}`,
      HOME: home,
      JUPYTER_SERVER_URL: url,
      JUPYTER_TOKEN: token,
      MCP_TOKEN: "mcp-token",
      PIP_NO_INDEX: "1",
      PIP_FIND_LINKS: home,
      UV_OFFLINE: "1",
      ...env,
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  // At its end, so that a program which serves over stdio ends by itself.
  await ReadableStream.from([new TextEncoder().encode(stdin)]).pipeTo(child.stdin).catch(() => undefined);
  const output = await child.output();
  const decoder = new TextDecoder();
  const text = decoder.decode(output.stdout) + decoder.decode(output.stderr);
  assert.equal(output.code, 0, `${command}\n${text}`);
  return text;
}

/** Serves on a free port until the address has been said. */
function untilListening(line: string): string {
  return `exec 3< <(exec ${line} --port 0 2>&1); pid=$!
while read -r said <&3; do echo "$said"; [[ $said == *http://*/mcp* ]] && found=1 && break; done
kill $pid; [[ $found == 1 ]]`;
}

/** Placeholders of the docs in the form that they can be run with. */
function filledIn(command: string, home: string): string {
  return command.replaceAll(/(\/path\/to|\bdist)\/jupyter-mcp(?= |$)/g, "jupyter-mcp")
    .replaceAll(/<(folder|path)>/g, "exported")
    .replaceAll("<name>", "cursor")
    .replaceAll("PACKAGE", "scikit-learn")
    .replaceAll("/home/ana/", `${home}/`)
    .replaceAll("/etc/ssl/our-ca.pem", `${home}/our-ca.pem`)
    // What another program is told to start is what we can run of it.
    .replace(/^claude mcp add .* -- (?=jupyter-mcp)/, "");
}

/** What a person has who reads the docs: a token, a folder, a certificate, something downloaded, an item kept, and packages. */
async function prepare(home: string): Promise<void> {
  await Deno.writeTextFile(join(home, ".jupyter-token"), "a-token\n");
  await Deno.mkdir(join(home, "analysis"));
  await runShell(
    "echo downloaded > file && sha256sum file > SHA256SUMS && " +
      "openssl req -x509 -newkey rsa:2048 -nodes -keyout /dev/null -out our-ca.pem -subj /CN=ours",
    { home },
  );
  await Deno.mkdir(join(home, "kept/note"), { recursive: true });
  await Deno.writeTextFile(
    join(home, "kept/note/1.md"),
    "---\nid: 1\ntype: note\ntitle: A note\n---\ntext\n",
  );
  await runShell("jupyter-mcp knowledge import kept", { home });
  // Empty ones of the same names for setup: the real ones weigh 700 MB.
  await makeWheels(home, [
    ...managedWheels,
    { name: "scikit-learn", module: "sklearn", version: "1.0" },
    { name: "polars", module: "polars", version: "1.0" },
  ]);
}

async function inHome(work: (home: string) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir();
  try {
    await prepare(home);
    await work(home);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("every command in the README, the docs and the helps runs", async (t) => {
  await inHome(async (home) => {
    let ran = 0;
    for (const [command, path] of await documented()) {
      const line = filledIn(command, home);
      if (elsewhere.some(([begin]) => begin.test(line))) continue;
      ran++;
      await t.step(`${path}: ${command}`, async () => {
        const isServedOverHttp = /^jupyter-mcp .*--transport (streamable-)?http/.test(line);
        const stdin = line.includes("cat >") ? "a-token\n" : "";
        // Either says which Jupyter it is.
        const env = line.includes("--jupyter-root") ? { JUPYTER_SERVER_URL: "" } : {};
        const text = await runShell(isServedOverHttp ? untilListening(line) : line, { home, stdin, env });
        if (isServedOverHttp) assert.match(text, /http:\/\/127\.0\.0\.1:\d+\/mcp/);
      });
    }
    assert.ok(ran > 25, `${ran} commands were run`);
  });
});

const entry = z.object({
  command: z.string(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string().transform((value) => value.replaceAll(" ", "-"))).default({}),
});

/** Every entry of a client's configuration that a page shows. */
function entriesOf(page: string): readonly z.infer<typeof entry>[] {
  return fencesOf(page).flatMap(({ language, text }) => {
    if (language !== "json" && language !== "toml") return [];
    const shown: unknown = language === "json" ? JSON.parse(text) : parseToml(text);
    const sections = z.object({
      mcpServers: z.record(z.string(), entry).optional(),
      servers: z.record(z.string(), entry).optional(),
      mcp_servers: z.record(z.string(), entry).optional(),
      context_servers: z.record(z.string(), entry).optional(),
    }).parse(shown);
    return Object.values(sections).flatMap((servers) => Object.values(servers ?? {}));
  });
}

Deno.test("every configuration of a client in the README and the docs starts the program", async (t) => {
  await inHome(async (home) => {
    let ran = 0;
    for (const { path, text } of await pages()) {
      for (const { command, args, env } of entriesOf(text)) {
        ran++;
        const line = filledIn([command, ...args].join(" "), home);
        await t.step(`${path}: ${line}`, async () => void await runShell(line, { home, env }));
      }
    }
    assert.ok(ran >= 8, `${ran} entries were started`);
  });
});

Deno.test("every task that the docs name is one of deno.json, run by the Deno that is pinned", async () => {
  for (const { path, text } of await pages()) {
    for (const [, version, task = ""] of text.matchAll(/\b(?:deno|deno@([\d.]+)) task ([\w:]+)/g)) {
      assert.ok(Object.hasOwn(config.tasks, task), `${path}: deno task ${task}`);
      assert.equal(version ?? Deno.version.deno, Deno.version.deno, path);
    }
  }
});

/** Options of tasks of ours, and of other programs. */
const otherOptions = ["--help", "--version", "--peers", "--target", "--seed", "--messages", "--minutes"]
  .concat(["--repo", "--debug", "--chaos", "--agent", "--review", "--global", "--channels"])
  .concat(["--dangerously-load-development-channels", "--with-extension"]);

Deno.test("every option that the docs name exists", async () => {
  const loaded = await Promise.all(Object.values(commands).map(({ load }) => load()));
  const known = new Set<string | undefined>([
    ...allOptions.map(({ flag }) => flag),
    ...loaded.flatMap(({ flags }) => flags.map(({ flag }) => flag)),
    ...Object.values(datalayerOptions).flatMap(({ flags }) => flags),
    ...otherOptions,
  ]);
  for (const { path, text } of await pages()) {
    for (const option of optionsOf(text)) assert.ok(known.has(option), `${path}: ${option}`);
  }
});
