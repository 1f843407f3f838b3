/** What pages and helps tell people to type: commands, client configurations and options. Pure. */

/** Languages of fences whose every line is a command. */
const shells: ReadonlySet<string> = new Set(["sh", "bash", "shell", "console"]);
/** Programs whose name makes a line of any other fence a command too. */
const programs = /^(\$ )?(jupyter-mcp|\/path\/to\/jupyter-mcp|deno|npx|uvx|npm|pip|claude|docker|curl|ssh) /;

export interface Fence {
  readonly language: string;
  readonly text: string;
}

export function fencesOf(page: string): readonly Fence[] {
  return [...page.matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```/gm)]
    .map(([, , language = "", text = ""]) => ({ language, text }));
}

/** Commands in fences of every language and in the running text, each on one line, without comments. */
export function commandsOf(page: string): readonly string[] {
  const fenced = fencesOf(page).flatMap(({ language, text }) =>
    linesOf(text).filter((line) => shells.has(language) || programs.test(line))
  );
  const inline = spansOf(page).filter((span) => /^(jupyter-mcp|deno|npx) \S/.test(span));
  return [...fenced, ...inline].map((line) => line.replace(/^\$ /, ""));
}

/** The lines below "Examples:" in a help. */
export function examplesOf(help: string): readonly string[] {
  const [, examples = ""] = help.split(/^Examples:\n/m);
  return examples.split("\n").filter((line) => line.startsWith("  "))
    .map((line) => line.trim().replace(/\s{3,}.*$/, ""));
}

/** Every `--option` that stands in the running text as code. */
export function optionsOf(page: string): readonly string[] {
  return spansOf(page).flatMap((span) => span.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? []);
}

/** Code in the running text; one that goes on in the next line is one. */
function spansOf(page: string): readonly string[] {
  const running = page.replaceAll(/^( *)```[\s\S]*?^\1```/gm, "");
  return [...running.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span.replaceAll(/\s*\n\s*/g, " "));
}

/** A line that ends in a backslash goes on in the next. */
function linesOf(block: string): readonly string[] {
  return block.replaceAll(/\\\n\s*/g, "").split("\n")
    .map((line) => line.replace(/\s+#\s.*$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
