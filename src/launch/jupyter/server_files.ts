/**
 * The server files (`jpserver-<pid>.json`, `nbserver-` for old ones) that running Jupyter servers write into their runtime
 * folder, and our notes about the managed ones.
 *
 * Parsed by hand: the schema library takes 30 ms to load, which would delay the first response.
 */

import { asRecord, textAt, tryParseJson } from "../../base/json.ts";
import { dataFolder, joinPath, jupyterRuntimeFolders, type Machine, namesIn } from "../user_folders.ts";

export interface ServerFile {
  readonly pid: number;
  readonly port: number;
  readonly hostname: string;
  readonly baseUrl: string;
  readonly secure: boolean;
  readonly rootDir: string;
  readonly token: string;
  readonly password: boolean;
}

/** A server file and when it was written. */
export interface WrittenServerFile {
  readonly path: string;
  readonly file: ServerFile;
  readonly modified: number;
}

/** Reads the server files in this user's runtime folders; ignores those of other users. */
export function readServerFiles(machine: Machine): readonly WrittenServerFile[] {
  return jupyterRuntimeFolders(machine).flatMap((folder) =>
    namesIn(folder)
      .filter((name) => /^(jp|nb)server-.*\.json$/.test(name))
      .flatMap((name) => readServerFile(joinPath(machine, folder, name)) ?? [])
  );
}

function readServerFile(path: string): WrittenServerFile | undefined {
  try {
    const { uid, mtime } = Deno.statSync(path);
    // Windows has no such number.
    if (uid !== null && uid !== Deno.uid()) return undefined;
    const file = parseServerFile(Deno.readTextFileSync(path));
    return file === undefined ? undefined : { path, file, modified: mtime?.getTime() ?? 0 };
  } catch {
    return undefined; // Removed meanwhile, or not readable.
  }
}

/** Parses a server file; undefined if we cannot use it. */
export function parseServerFile(text: string): ServerFile | undefined {
  const fields = asRecord(tryParseJson(text));
  const { pid, port } = fields;
  if (typeof pid !== "number" || typeof port !== "number") return undefined;
  // A server on a Unix socket has port 0, which a net permission cannot name.
  if (port < 1 || port > 65_535 || textAt(fields, "sock") !== "") return undefined;
  return {
    pid,
    port,
    hostname: textAt(fields, "hostname"),
    baseUrl: textAt(fields, "base_url") || "/",
    secure: fields.secure === true,
    rootDir: textAt(fields, "root_dir") || textAt(fields, "notebook_dir"),
    token: textAt(fields, "token"),
    password: fields.password === true,
  };
}

const everyAddress: ReadonlySet<string> = new Set(["", "*", "0.0.0.0", "::", "localhost"]);

/** Hosts at which the server may be reachable, best first. */
export function hostsOf({ hostname, secure }: ServerFile): readonly string[] {
  if (everyAddress.has(hostname)) return secure ? ["localhost"] : ["127.0.0.1", "localhost"];
  if (hostname.includes(":")) return [`[${hostname}]`];
  if (/^[\d.]+$/.test(hostname)) return [hostname];
  // A name, as in containers; a certificate would be for that name.
  return secure ? [hostname, "localhost"] : ["127.0.0.1", hostname];
}

/**
 * Records, in our data folder, which loopback ports belong to Jupyter servers that a jupyter-mcp has started: one file per
 * port with the process id of the launcher, valid while that process runs. A managed server ends with the client that it
 * was started for; one in the background is for every program of this user.
 */
export type Ownership = "managed" | "background";

/** The ports of all servers of this kind that run now, with the process ids of their launchers. */
export function ownedPorts(
  machine: Machine,
  kind: Ownership,
  isAlive: (pid: number) => boolean,
): ReadonlyMap<number, number> {
  const folder = notesFolder(machine, kind);
  const ports = new Map<number, number>();
  for (const name of namesIn(folder).filter((one) => /^\d+$/.test(one))) {
    const path = joinPath(machine, folder, name);
    const launcher = launcherOf(path);
    if (isAlive(launcher)) ports.set(Number(name), launcher);
    else forget(path);
  }
  return ports;
}

/** Records that the port is ours until {@linkcode forgetPort}. */
export function notePort(machine: Machine, kind: Ownership, port: number): void {
  const folder = notesFolder(machine, kind);
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(joinPath(machine, folder, String(port)), String(Deno.pid));
}

export function forgetPort(machine: Machine, kind: Ownership, port: number): void {
  forget(joinPath(machine, notesFolder(machine, kind), String(port)));
}

function notesFolder(machine: Machine, kind: Ownership): string {
  return joinPath(machine, dataFolder(machine), kind);
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
    // Another launcher has removed it.
  }
}
