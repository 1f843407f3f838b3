/**
 * Every shell command in the README and the docs is run, or stands in a small table with the reason why it cannot be
 * run here. A command that nobody has thought about fails the test.
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { binaryPath, projectRoot } from "../harness/program.ts";
import { sharedJupyter } from "../harness/servers.ts";

const ownPages = /^(README(\.ja)?\.md|CONTRIBUTING\.md|docs\/.*\.md)$/;

/** Commands that are tried elsewhere, or cannot be here: what they begin with, and why. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [
    /^npx -y deno@\S+ task (demo|test|compile)/,
    "run by the suite itself (tests/e2e/demo_test.ts; the suite)",
  ],
  [
    /^deno task (demo|dev|test|compile|bench|docs|fuzz|package|screenshot|gallery)/,
    "tasks, checked by name below",
  ],
  [/^claude mcp add /, "the client is not installed where tests run; its file is written by install"],
  [
    /^jupyter-mcp setup/,
    "makes an environment of 700 MB; tests/unit/launch/setup_test.ts runs it on small packages",
  ],
  [/^jupyter-mcp start --compat datalayer/, "served in tests/tools/datalayer/http_test.ts"],
  [/^pip install /, "installs into a person's own environment"],
  [
    /^(npx|npm|uvx|docker|curl|brew|ssh|sh|chmod|mv|sha256sum) ?/,
    "needs a published release, or another machine",
  ],
  [/^\(umask 077; cat > ~\/\.jupyter-token\)/, "waits for a person to paste"],
  [/^jupyter-mcp knowledge import-shirokuma/, "run with a real file in tests/e2e/knowledge_test.ts"],
  [/^jupyter(hub| |-lab|-server)/, "Jupyter's own commands"],
  [
    /^(export|cd|git|python3?|source|openssl|kubectl|helm|configurable-http-proxy) ?/,
    "prepares the person's machine",
  ],
];

/** Commands of ours that serve until they are stopped: one is run to its first sign of life. */
const serving = /^jupyter-mcp( --|$)/;

async function pages(): Promise<string[]> {
  const { stdout } = await new Deno.Command("git", { args: ["ls-files", "*.md"], cwd: projectRoot }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((path) => ownPages.test(path));
}

/** The lines of fenced shell blocks, without comments; a line that ends in a backslash goes on. */
function commandsOf(page: string): string[] {
  const blocks = [...page.matchAll(/^ *```(?:sh|bash|shell|console)\n([\s\S]*?)^ *```/gm)];
  return blocks.flatMap(([, block = ""]) => block.replaceAll(/\\\n\s*/g, "").split("\n"))
    .map((line) => line.replace(/^\$ /, "").replace(/\s+#\s.*$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

interface Finished {
  readonly code: number;
  readonly text: string;
}

/** Runs a command line of ours in bash, the program on its PATH, in a home of its own. */
async function runShell(command: string, home: string): Promise<Finished> {
  const { url, token } = sharedJupyter("collaboration");
  const output = await new Deno.Command("bash", {
    args: ["-c", command],
    cwd: home,
    clearEnv: true,
    env: {
      PATH: `${join(binaryPath(), "..")}:${Deno.env.get("PATH") ?? ""}`,
      HOME: home,
      JUPYTER_SERVER_URL: url,
      JUPYTER_TOKEN: token,
    },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code: output.code, text: decoder.decode(output.stdout) + decoder.decode(output.stderr) };
}

/** Serves on a free port until the address has been said. */
function untilListening(line: string): string {
  return `exec 3< <(exec ${line} --port 0 2>&1); pid=$!
while read -r said <&3; do echo "$said"; [[ $said == *http://*/mcp* ]] && break; done; kill $pid`;
}

/** Placeholders of the docs in the form that they can be run with. */
function filledIn(command: string): string {
  return command.replaceAll("/path/to/jupyter-mcp", "jupyter-mcp").replaceAll(/<(folder|path)>/g, "exported");
}

Deno.test("every command in the README and the docs runs", async (t) => {
  const home = await Deno.makeTempDir();
  const seen = new Set<string>();
  try {
    for (const path of await pages()) {
      for (const command of commandsOf(await Deno.readTextFile(join(projectRoot, path)))) {
        const line = filledIn(command);
        if (seen.has(line) || elsewhere.some(([begin]) => begin.test(line))) continue;
        seen.add(line);
        await t.step(`${path}: ${line}`, async () => {
          assert.match(line, /^jupyter-mcp\b/, "a command that is neither run nor in the table");
          // stdin is at its end, so that one which serves over stdio ends by itself.
          const isHttp = serving.test(line) && line.includes("--transport http");
          const { code, text } = await runShell(isHttp ? untilListening(line) : line, home);
          assert.equal(code, 0, text);
          if (isHttp) assert.match(text, /http:\/\/127\.0\.0\.1:\d+\/mcp/);
        });
      }
    }
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("every task that the docs name is one of deno.json", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(join(projectRoot, "deno.json")));
  for (const path of await pages()) {
    const page = await Deno.readTextFile(join(projectRoot, path));
    for (const [, task = ""] of page.matchAll(/\b(?:deno|deno@[\d.]+) task ([\w:]+)/g)) {
      assert.ok(Object.hasOwn(tasks, task), `${path}: deno task ${task}`);
    }
  }
});
