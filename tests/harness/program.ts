/**
 * How our program is started in tests: as what is shipped, the compiled binary, in an environment made from nothing, as
 * clients that spawn stdio servers do. Scripts that run without it start the source.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Program } from "./stdio_transport.ts";

/** A path is that of an installed program. */
export type ProgramKind = "compiled" | "source" | { readonly path: string };

export interface ProgramOptions {
  readonly program?: ProgramKind;
  readonly args?: readonly string[];
  /** Added to the little that every client passes on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The root of the repository. */
export const projectRoot: string = fileURLToPath(new URL("../../", import.meta.url));

/** The compiled binary; `JUPYTER_MCP_TEST_BINARY` names another one. */
export function binaryPath(): string {
  const name = Deno.build.os === "windows" ? "jupyter-mcp.exe" : "jupyter-mcp";
  return Deno.env.get("JUPYTER_MCP_TEST_BINARY") ?? join(projectRoot, "dist", name);
}

/** The variables that the MCP SDK's client hands to the servers it spawns, and no others. */
const inheritedNames = Deno.build.os === "windows"
  ? [
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "USERPROFILE",
  ]
  : ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];

export function programOf({ program = "compiled", args = [], env, cwd }: ProgramOptions): Program {
  const isSource = program === "source";
  const source = ["run", "--quiet", "--no-prompt", "-A", join(projectRoot, "main.ts")];
  return {
    command: isSource ? Deno.execPath() : program === "compiled" ? binaryPath() : program.path,
    args: isSource ? [...source, ...args] : args,
    env: {
      ...inherited(inheritedNames),
      ...(isSource ? inherited(["DENO_DIR"]) : {}),
      // The journal of whoever runs the tests stays as it is.
      XDG_STATE_HOME: join(projectRoot, "dist", "state"),
      ...env,
    },
    ...(cwd === undefined ? {} : { cwd }),
  };
}

function inherited(names: readonly string[]): Record<string, string> {
  const found = names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}
