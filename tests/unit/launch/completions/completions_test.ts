/** Completions, in bash itself; the other shells were tried by hand. */

import assert from "node:assert/strict";
import { commands } from "../../../../src/launch/commands.ts";
import { bashCompletions } from "../../../../src/launch/completions/bash.ts";
import { fishCompletions } from "../../../../src/launch/completions/fish.ts";
import { readGrammar } from "../../../../src/launch/completions/grammar.ts";
import { powershellCompletions } from "../../../../src/launch/completions/powershell.ts";
import { zshCompletions } from "../../../../src/launch/completions/zsh.ts";
import { allOptions } from "../../../../src/base/options.ts";

const grammar = await readGrammar(commands);

async function shell(name: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(name, { args: [...args] }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** What bash offers for the words, the last of which is being typed. */
function bash(...words: string[]): Promise<string[]> {
  return bashOf("jupyter-mcp", words);
}

async function bashOf(program: string, words: readonly string[]): Promise<string[]> {
  const script = `${bashCompletions(grammar)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _jupyter_mcp; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return (await shell("bash", ["-c", script, "bash", program, ...words])).split("\n").filter(Boolean);
}

const ignore = Deno.build.os === "windows";

Deno.test({
  name: "bash completes commands, options, their values, and words of commands",
  ignore,
  fn: async () => {
    assert.deepEqual(await bash("s"), ["setup"]);
    assert.deepEqual(await bash("call", "execute"), ["execute_code"]);
    assert.deepEqual(await bash("--tr"), ["--transport"]);
    assert.deepEqual(await bash("--transport", ""), ["stdio", "http"]);
    assert.deepEqual(await bash("--transport", "=", "h"), ["http"]);
    assert.deepEqual(await bash("--transport", "="), ["stdio", "http"]);
    assert.deepEqual(await bash("install", "--client", "cl"), ["claude-desktop", "claude-code"]);
    assert.deepEqual(await bash("install", "--to"), ["--token-file", "--toolsets"]);
    for (const refused of ["--tr", "--h", "--po", "--st"]) {
      assert.deepEqual(await bash("install", refused), refused === "--h" ? ["--help"] : [], refused);
    }
    assert.deepEqual(await bash("setup", "--"), ["--upgrade", "--with", "--remove", "--help"]);
    assert.deepEqual(await bash("tools", "execute"), ["execute_code"]);
    assert.deepEqual(await bash("knowledge", "import-"), ["import-shirokuma"]);
  },
});

Deno.test({
  name: "bash is left to complete file names after an option that takes one",
  ignore,
  fn: async () => {
    assert.deepEqual(await bash("--token-file", "/e"), []);
    assert.match(bashCompletions(grammar), /^complete -o default /m);
  },
});

Deno.test({
  name: "bash completes the running sessions, which the program itself lists",
  ignore,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const program = `${folder}/jupyter-mcp`;
      await Deno.writeTextFile(
        program,
        '#!/bin/sh\n[ "$*" = "completions --sessions" ] && echo "eda\na b.ipynb"\n',
      );
      await Deno.chmod(program, 0o755);
      for (const words of [["run", "-s"], ["run", "--session"], ["call", "get_variables", "--session_id"]]) {
        assert.deepEqual(await bashOf(program, [...words, ""]), ["eda", "a\\ b.ipynb"]);
        assert.deepEqual(await bashOf(program, [...words, "e"]), ["eda"]);
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "bash quotes the names of sessions, and runs nothing that they contain",
  ignore,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const program = `${folder}/jupyter-mcp`;
      const names = [
        `r$(touch ${folder}/ran).ipynb`,
        `r\`touch ${folder}/ran\`.ipynb`,
        `r;touch ${folder}/ran;.ipynb`,
        "r'apostrophe.ipynb",
        "r*.ipynb",
        "rest",
      ];
      await Deno.writeTextFile(`${folder}/names`, `${names.join("\n")}\n`);
      await Deno.writeTextFile(program, `#!/bin/sh\ncat ${folder}/names\n`);
      await Deno.chmod(program, 0o755);
      const offered = await bashOf(program, ["run", "-s", "r"]);
      const read = await shell("bash", ["-c", `printf '%s\\n' ${offered.join(" ")}`]);
      assert.deepEqual(read.split("\n").filter(Boolean), names);
      assert.deepEqual(await bashOf(program, ["run", "-s", "r\\$"]), offered.slice(0, 1));
      assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
        "jupyter-mcp",
        "names",
      ]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("every shell's script completes both names of the program", () => {
  const registered = [
    [bashCompletions, /^complete .* jupyter-mcp jupyter-live-mcp$/m],
    [zshCompletions, /compdef _jupyter_mcp jupyter-mcp jupyter-live-mcp;/],
    [fishCompletions, /^complete -c jupyter-live-mcp -f$/m],
    [powershellCompletions, /-CommandName @\('jupyter-mcp', 'jupyter-mcp.exe', 'jupyter-live-mcp',/],
  ] as const;
  for (const [write, pattern] of registered) assert.match(write(grammar), pattern, write.name);
});

Deno.test("every shell's script lists the sessions where one is named", () => {
  for (const write of [bashCompletions, zshCompletions, powershellCompletions, fishCompletions]) {
    assert.match(write(grammar), /completions --sessions/);
  }
});

Deno.test("every shell's script knows every command and every option", () => {
  const words = [...Object.keys(commands), ...allOptions.flatMap(({ flag }) => flag ?? [])];
  for (const write of [bashCompletions, zshCompletions, powershellCompletions]) {
    for (const word of words) assert.ok(write(grammar).includes(word), `${write.name} ${word}`);
  }
  for (const word of words) assert.ok(fishCompletions(grammar).includes(word.replace(/^--/, "-l ")), word);
});
