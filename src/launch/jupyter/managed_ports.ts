/**
 * Notes, in our data folder, which loopback ports belong to Jupyter servers that a jupyter-mcp started for itself.
 * One file a port, holding the id of the launcher; a note counts only while that launcher lives.
 */

import { dataFolder, type Machine, pathsOf } from "../user_folders.ts";

/** The ports of all managed servers that run now. */
export function managedPorts(machine: Machine, isAlive: (pid: number) => boolean): ReadonlySet<number> {
  const folder = notesFolder(machine);
  const ports = new Set<number>();
  for (const name of noteNames(folder)) {
    const path = pathsOf(machine).join(folder, name);
    if (isAlive(launcherOf(path))) ports.add(Number(name));
    else forget(path);
  }
  return ports;
}

/** Notes that the port is ours until {@linkcode forgetManagedPort}. */
export function noteManagedPort(machine: Machine, port: number): void {
  const folder = notesFolder(machine);
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(pathsOf(machine).join(folder, String(port)), String(Deno.pid));
}

export function forgetManagedPort(machine: Machine, port: number): void {
  forget(pathsOf(machine).join(notesFolder(machine), String(port)));
}

function notesFolder(machine: Machine): string {
  return pathsOf(machine).join(dataFolder(machine), "managed");
}

function noteNames(folder: string): readonly string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // No managed server has ever run here.
  }
}

function launcherOf(path: string): number {
  try {
    return Number(Deno.readTextFileSync(path)) || -1;
  } catch {
    return -1;
  }
}

function forget(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Another launcher was quicker.
  }
}
