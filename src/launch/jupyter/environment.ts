/**
 * The managed environment, a Python environment in our data folder, and where else `jupyter lab` may be found.
 *
 * Invariant: an environment counts only when `jupyter-mcp setup` has finished it, which it notes in a file inside.
 */

import { dataFolder, type Machine, pathsOf } from "../user_folders.ts";

/** What the managed environment holds; a change here makes `jupyter-mcp setup` complete older ones. */
export const managedPackages: readonly string[] = [
  "jupyterlab",
  "jupyter-collaboration",
  "ipykernel",
  "pandas",
  "pyarrow",
  "openpyxl",
  "matplotlib",
];

export interface ManagedEnvironment {
  readonly folder: string;
  readonly python: string;
  readonly jupyterLab: string;
}

/** A program with the arguments that come first. */
export type CommandPrefix = readonly [string, ...string[]];

/** Where the managed environment is, or would be. */
export function managedEnvironment(machine: Machine): ManagedEnvironment {
  const { join } = pathsOf(machine);
  const folder = join(dataFolder(machine), "venv");
  const program = (name: string) =>
    machine.os === "windows" ? join(folder, "Scripts", `${name}.exe`) : join(folder, "bin", name);
  return { folder, python: program("python"), jupyterLab: program("jupyter-lab") };
}

/** Whether setup has finished this environment and its programs are still there. */
export function isComplete(environment: ManagedEnvironment): boolean {
  const noted = readNote(environment);
  return managedPackages.every((name) => noted.includes(name)) && isFile(environment.python) &&
    isFile(environment.jupyterLab);
}

/** Notes that the environment is finished, and which packages it holds beside ours. */
export function noteComplete(environment: ManagedEnvironment, extra: readonly string[] = []): void {
  Deno.writeTextFileSync(notePath(environment), `${[...managedPackages, ...extra].join("\n")}\n`);
}

/** The packages that a person has added. */
export function addedPackages(environment: ManagedEnvironment): readonly string[] {
  return readNote(environment).filter((name) => name !== "" && !managedPackages.includes(name));
}

/** The command that starts JupyterLab: of the managed environment, else of PATH. */
export function findJupyterLab(machine: Machine): CommandPrefix | undefined {
  const environment = managedEnvironment(machine);
  if (isComplete(environment)) return [environment.jupyterLab];
  const lab = findProgram("jupyter-lab", machine);
  if (lab !== undefined) return [lab];
  const jupyter = findProgram("jupyter", machine);
  return jupyter === undefined ? undefined : [jupyter, "lab"];
}

/** The path of a program on PATH. */
export function findProgram(name: string, machine: Machine): string | undefined {
  const { join, delimiter } = pathsOf(machine);
  const path = machine.env.PATH ?? machine.env.Path ?? "";
  const names = machine.os === "windows" ? [`${name}.exe`, `${name}.cmd`, `${name}.bat`] : [name];
  return path.split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => names.map((candidate) => join(folder, candidate)))
    .find(isFile);
}

function notePath(environment: ManagedEnvironment): string {
  return `${environment.folder}/jupyter-mcp-packages.txt`;
}

function readNote(environment: ManagedEnvironment): readonly string[] {
  try {
    return Deno.readTextFileSync(notePath(environment)).split("\n");
  } catch {
    return []; // Never finished.
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
