/** The parts of the suite in the order in which they run: the cheap ones first. */

export type Part =
  /** One command that passes or fails as a whole. */
  | { readonly kind: "check"; readonly name: string; readonly args: readonly string[] }
  | {
    readonly kind: "tests";
    readonly name: string;
    readonly folder: string;
    readonly needs: readonly Need[];
  };

export type Need = "jupyter" | "binary" | "chromium" | "r";

const run = ["run", "--allow-all"];

/** Parts that need a Jupyter share one queue of test files: those that take longest come first. */
export const parts: readonly Part[] = [
  { kind: "check", name: "format", args: ["fmt", "--check"] },
  { kind: "check", name: "lint", args: ["lint"] },
  { kind: "check", name: "types", args: ["check", "main.ts", "src", "tests", "scripts"] },
  { kind: "check", name: "layers", args: [...run, "scripts/check_deps.ts"] },
  { kind: "check", name: "docs", args: [...run, "scripts/generate_docs.ts", "--check"] },
  { kind: "tests", name: "unit", folder: "tests/unit", needs: [] },
  { kind: "check", name: "compile", args: [...run, "scripts/compile.ts"] },
  { kind: "tests", name: "faults", folder: "tests/faults", needs: ["jupyter", "binary"] },
  { kind: "tests", name: "browser", folder: "tests/browser", needs: ["jupyter", "binary", "chromium"] },
  { kind: "tests", name: "e2e", folder: "tests/e2e", needs: ["jupyter", "binary"] },
  { kind: "tests", name: "packages", folder: "tests/packages", needs: ["jupyter", "binary"] },
  { kind: "tests", name: "r", folder: "tests/r", needs: ["jupyter", "binary", "r"] },
  { kind: "tests", name: "tools", folder: "tests/tools", needs: ["jupyter", "binary"] },
];

/** Names of parts that a task runs alone, such as `deno task check`. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  check: ["format", "lint", "types", "layers", "docs"],
  unit: ["unit"],
  tools: ["tools"],
};
