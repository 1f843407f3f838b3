/** What the suite consists of, in the order of its run: cheap checks first, then what needs more and more of the world. */

export type Part =
  /** One command that passes or fails as a whole. */
  | { readonly kind: "check"; readonly name: string; readonly args: readonly string[] }
  | {
    readonly kind: "tests";
    readonly name: string;
    readonly folder: string;
    readonly needs: readonly Need[];
    /** Lanes run side by side once everything without a lane is done; within a lane parts follow each other. */
    readonly lane?: "quick" | "slow";
  };

export type Need = "jupyter" | "binary" | "chromium" | "r";

const run = ["run", "--allow-all"];

export const parts: readonly Part[] = [
  { kind: "check", name: "format", args: ["fmt", "--check"] },
  { kind: "check", name: "lint", args: ["lint"] },
  { kind: "check", name: "types", args: ["check", "main.ts", "src", "tests", "scripts"] },
  { kind: "check", name: "layers", args: [...run, "scripts/check_deps.ts"] },
  { kind: "check", name: "docs", args: [...run, "scripts/generate_docs.ts", "--check"] },
  { kind: "tests", name: "unit", folder: "tests/unit", needs: [] },
  { kind: "check", name: "compile", args: [...run, "scripts/compile.ts"] },
  { kind: "tests", name: "tools", folder: "tests/tools", needs: ["jupyter", "binary"], lane: "quick" },
  { kind: "tests", name: "r", folder: "tests/r", needs: ["jupyter", "binary", "r"], lane: "quick" },
  { kind: "tests", name: "faults", folder: "tests/faults", needs: ["jupyter", "binary"], lane: "slow" },
  {
    kind: "tests",
    name: "browser",
    folder: "tests/browser",
    needs: ["jupyter", "binary", "chromium"],
    lane: "slow",
  },
  { kind: "tests", name: "e2e", folder: "tests/e2e", needs: ["jupyter", "binary"], lane: "slow" },
  { kind: "tests", name: "packages", folder: "tests/packages", needs: ["jupyter", "binary"], lane: "slow" },
];
