/** Finds a Python that can make environments. */

import { type CommandPrefix, findProgram } from "../jupyter/environment.ts";
import { runCommand } from "./run_command.ts";
import { SetupError } from "./setup_error.ts";
import type { Machine } from "../user_folders.ts";

export interface Python {
  readonly command: CommandPrefix;
  readonly version: string;
}

const oldest = { major: 3, minor: 9 } as const;

const names: readonly string[] = ["python3", "python", ...[14, 13, 12, 11, 10, 9].map((n) => `python3.${n}`)];

const probe = `import importlib.util as u, sys
print("%d %d %d" % sys.version_info[:3], bool(u.find_spec("venv") and u.find_spec("ensurepip")))`;

/** The first Python of PATH that is new enough and has venv; throws {@linkcode SetupError}. */
export async function findPython(machine: Machine, signal?: AbortSignal): Promise<Python> {
  const seen: Probed[] = [];
  for (const command of candidates(machine)) {
    const found = await probePython(command, { machine, signal });
    if (found === undefined) continue;
    if (found.recent && found.venv) return { command, version: found.version };
    seen.push(found);
  }
  throw new SetupError(explain(seen));
}

interface Probed {
  readonly path: string;
  readonly version: string;
  readonly recent: boolean;
  readonly venv: boolean;
}

function candidates(machine: Machine): readonly CommandPrefix[] {
  const launcher = machine.os === "windows" ? findProgram("py", machine) : undefined;
  const found = names.flatMap((name) => findProgram(name, machine) ?? []);
  return [
    ...(launcher === undefined ? [] : [[launcher, "-3"] as const]),
    ...found.map((path) => [path] as const),
  ];
}

async function probePython(
  command: CommandPrefix,
  { machine, signal }: { readonly machine: Machine; readonly signal: AbortSignal | undefined },
): Promise<Probed | undefined> {
  const { ok, lines } = await runCommand([...command, "-c", probe], { env: machine.env, signal });
  const match = /^(\d+) (\d+) (\d+) (True|False)$/.exec(lines.at(-1) ?? "");
  if (!ok || match === null) return undefined;
  const [, major = "", minor = "", patch = "", venv] = match;
  const recent = Number(major) === oldest.major && Number(minor) >= oldest.minor;
  return { path: command[0], version: `${major}.${minor}.${patch}`, recent, venv: venv === "True" };
}

function explain(seen: readonly Probed[]): { message: string; hint: string } {
  const noVenv = seen.find((python) => python.recent);
  if (noVenv !== undefined) {
    return {
      message: `Cannot make an environment: Python ${noVenv.version} at "${noVenv.path}" has no venv module`,
      hint:
        "On Debian and Ubuntu run: sudo apt install python3-venv. Or install uv: https://docs.astral.sh/uv/",
    };
  }
  const old = seen[0];
  return {
    message: old === undefined
      ? "Cannot make an environment: there is no python3 on PATH"
      : `Cannot make an environment: Python ${old.version} at "${old.path}" is older than 3.9`,
    hint: "Install Python from https://www.python.org/downloads/ or uv from https://docs.astral.sh/uv/",
  };
}
