/** Paths of notebooks, as Jupyter knows them. */

import { invalid, quoted } from "./failures.ts";

const longestPath = 1_000;

/** The same path whatever slashes and dots it is written with. */
export function plainPath(path: string): string {
  return path.trim().split("/").filter((part) => part !== "" && part !== ".").join("/");
}

export function checkNotebook(path: string): string {
  const wrong = wrongWith(path);
  if (wrong !== undefined) {
    throw invalid("related_notebooks", `Cannot use notebook path ${quoted(path)}: ${wrong}`);
  }
  const plain = plainPath(path);
  return /\.ipynb$/i.test(plain) ? plain : `${plain}.ipynb`;
}

function wrongWith(path: string): string | undefined {
  const { length } = [...path];
  if (length > longestPath) return `it has ${length} characters, ${longestPath} are allowed`;
  if (/^\s*[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    return "it is an address; give the path below the Jupyter root";
  }
  const plain = plainPath(path);
  // deno-lint-ignore no-control-regex
  if (plain === "" || plain.split("/").includes("..") || /[\u0000-\u001f\\]/.test(path)) {
    return "it is relative to the Jupyter root, / separated, without ..";
  }
  return undefined;
}
