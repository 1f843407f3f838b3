import assert from "node:assert/strict";
import { commandsOf, examplesOf, optionsOf } from "../../harness/documented.ts";

const page = `
Run \`jupyter-mcp doctor\`, or \`jupyter-mcp install
--client codex\`; the file \`jupyter-mcp\` is the program. \`--port\` and \`--log-level debug\` are options.

\`\`\`sh
jupyter-mcp tools   # all of them
# only a comment
docker run \\
  --rm x
\`\`\`

\`\`\`text
execute_code {code}   → an answer
jupyter-mcp --read-only
\`\`\`

  \`\`\`
  $ npx -y deno task demo
  \`\`\`
`;

Deno.test("commandsOf finds commands in shells, in other fences and in the running text", () => {
  assert.deepEqual(commandsOf(page), [
    "jupyter-mcp tools",
    "docker run --rm x",
    "jupyter-mcp --read-only",
    "npx -y deno task demo",
    "jupyter-mcp doctor",
    "jupyter-mcp install --client codex",
  ]);
});

Deno.test("optionsOf finds options in the running text", () => {
  assert.deepEqual(optionsOf(page), ["--client", "--port", "--log-level"]);
});

Deno.test("examplesOf gives the commands below a help's examples", () => {
  const help = "Usage:\n  x [options]\n\nExamples:\n  x        without a word\n  x --port 1   with one\n";
  assert.deepEqual(examplesOf(help), ["x", "x --port 1"]);
});
