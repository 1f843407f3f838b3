/**
 * The managed environment, a Python environment in our data folder, and other places where JupyterLab may be installed.
 *
 * An environment counts only once `jupyter-mcp setup` has completed it, which it records in a file inside.
 */

import { dataFolder, isFile, joinPath, type Machine, pathsOf } from "../user_folders.ts";

/** The packages of the managed environment; after a change here, `jupyter-mcp setup` updates older environments. */
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

/** A program with its first arguments. */
export type CommandPrefix = readonly [string, ...string[]];

/** Where the managed environment is, or would be. */
export function managedEnvironment(machine: Machine): ManagedEnvironment {
  const { join } = pathsOf(machine);
  const folder = join(dataFolder(machine), "venv");
  const program = (name: string) =>
    machine.os === "windows" ? join(folder, "Scripts", `${name}.exe`) : join(folder, "bin", name);
  return { folder, python: program("python"), jupyterLab: program("jupyter-lab") };
}

/** Whether setup has completed this environment and its programs still exist. */
export function isComplete(environment: ManagedEnvironment): boolean {
  const noted = readNote(environment);
  return managedPackages.every((name) => noted.includes(name)) && isFile(environment.python) &&
    isFile(environment.jupyterLab);
}

/** Records that the environment is complete, and which packages it contains besides ours. */
export function noteComplete(environment: ManagedEnvironment, extra: readonly string[] = []): void {
  Deno.writeTextFileSync(notePath(environment), `${[...managedPackages, ...extra].join("\n")}\n`);
}

/** The packages that the user has added. */
export function addedPackages(environment: ManagedEnvironment): readonly string[] {
  return readNote(environment).filter((name) => name !== "" && !managedPackages.includes(name));
}

/** The command that starts JupyterLab: from the managed environment, else from PATH. */
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
  const path = machine.env.PATH ?? machine.env.Path ?? "";
  const isWindows = machine.os === "windows";
  const names = isWindows ? [`${name}.exe`, `${name}.cmd`, `${name}.bat`] : [name];
  return path.split(isWindows ? ";" : ":")
    .filter((folder) => folder !== "")
    .flatMap((folder) => names.map((candidate) => joinPath(machine, folder, candidate)))
    .find(isFile);
}

function notePath(environment: ManagedEnvironment): string {
  return `${environment.folder}/jupyter-mcp-packages.txt`;
}

function readNote(environment: ManagedEnvironment): readonly string[] {
  try {
    return Deno.readTextFileSync(notePath(environment)).split("\n");
  } catch {
    return []; // Never completed.
  }
}
