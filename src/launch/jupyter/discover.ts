/**
 * Finds the Jupyter servers that run on this machine, by the server files in Jupyter's runtime folder.
 *
 * 1. A file whose process or port no longer exists, or belongs to another program now, is ignored: that program would
 *    receive the token.
 * 2. A server that another jupyter-mcp started for itself is ignored, because it stops with that one.
 * 3. All of it takes milliseconds, because the sandbox cannot be created before.
 */

import { hostsOf, managedPorts, readServerFiles, type ServerFile } from "./server_files.ts";
import { processIsAlive, processIsOurs } from "../processes.ts";
import { type Machine, pathsOf } from "../user_folders.ts";

export interface RunningServer {
  readonly url: string;
  /** Empty if the server needs none, or uses a password. */
  readonly token: string;
  readonly rootDir: string;
}

export interface DiscoverOptions {
  readonly machine: Machine;
  readonly cwd: string;
  readonly isAlive?: (pid: number) => boolean;
  readonly accepts?: (host: string, port: number) => Promise<boolean>;
  /** Whether the process is this user's and the one that listens there. */
  readonly isListener?: (listening: Listening) => boolean;
}

interface Candidate {
  readonly file: ServerFile;
  readonly modified: number;
  /** Length of the root folder's path if it contains the current folder, else -1. */
  readonly depth: number;
}

/** Lists the servers that respond, best match first. */
export async function discover(options: DiscoverOptions): Promise<readonly RunningServer[]> {
  const { machine, cwd, isAlive = processIsAlive } = options;
  const managed = managedPorts(machine, isAlive);
  const candidates = readServerFiles(machine)
    .filter(({ file }) => !managed.has(file.port) && isAlive(file.pid))
    .map(({ file, modified }) => ({ file, modified, depth: depthOf(file.rootDir, { machine, cwd }) }))
    .toSorted(compare);
  const servers = await Promise.all(candidates.map(({ file }) => locate(file, options)));
  return servers.filter((server) => server !== undefined);
}

function depthOf(
  root: string,
  { machine, cwd }: { readonly machine: Machine; readonly cwd: string },
): number {
  if (root === "") return -1;
  const { relative, isAbsolute } = pathsOf(machine);
  const [from, to] = [realPath(root), realPath(cwd)];
  const way = relative(from, to);
  return way === ".." || /^\.\.[/\\]/.test(way) || isAbsolute(way) ? -1 : from.length;
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

function compare(a: Candidate, b: Candidate): number {
  return Number(needsPassword(a.file)) - Number(needsPassword(b.file)) || b.depth - a.depth ||
    b.modified - a.modified;
}

function needsPassword(file: ServerFile): boolean {
  return file.password && file.token === "";
}

async function locate(
  file: ServerFile,
  { accepts = acceptsConnections, isListener = isOurListener }: DiscoverOptions,
): Promise<RunningServer | undefined> {
  const { pid, port } = file;
  for (const host of hostsOf(file)) {
    if (!isListener({ pid, host, port }) || !await accepts(host, port)) continue;
    const base = file.baseUrl.replace(/^\/*/, "/").replace(/\/*$/, "/");
    const url = new URL(base, `${file.secure ? "https" : "http"}://${host}:${port}`).href;
    return { url, token: file.token, rootDir: file.rootDir };
  }
  return undefined;
}

const connectLimitMs = 200;

/** Whether something accepts connections there. */
export async function acceptsConnections(host: string, port: number): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), connectLimitMs);
  try {
    const hostname = host.replace(/^\[(.*)\]$/, "$1");
    (await Deno.connect({ hostname, port, signal: controller.signal })).close();
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether a process of this user is the one that listens on a port, so that it may receive the token of its server file.
 *
 * Server files remain after a server was killed: its process id may now belong to another program, and its port to
 * another user. Linux reports the owner of a process and its sockets; elsewhere only the owner is known, and not to root.
 */

interface Listening {
  readonly pid: number;
  /** A name or an address as in a URL. */
  readonly host: string;
  readonly port: number;
}

/** Whether a connection to this host and port would reach this process, and it belongs to this user. */
function isOurListener({ pid, host, port }: Listening): boolean {
  if (!processIsOurs(pid)) return false;
  return Deno.build.os !== "linux" || holdsSockets(pid, socketsServing(host, port));
}

interface ListeningSocket {
  /** As the kernel writes it: hexadecimal, in the byte order of the machine. */
  readonly address: string;
  readonly inode: string;
}

/** Reading one takes about 8 ms, because Linux walks through its table of all connections. */
const lists = { ipv4: "/proc/net/tcp", ipv6: "/proc/net/tcp6" } as const;

const every = { ipv4: "0".repeat(8), ipv6: "0".repeat(32) } as const;
const ipv6Loopback = `${"0".repeat(24)}01000000`;
const ipv4InIpv6 = "0000000000000000FFFF0000";

/** The sockets, one of which would get the connection. */
function socketsServing(host: string, port: number): readonly ListeningSocket[] {
  if (host === "localhost") return [...toIpv4("127.0.0.1", port), ...toIpv6Loopback(port)];
  if (host === "[::1]") return toIpv6Loopback(port);
  if (/^\d+(\.\d+){3}$/.test(host)) return toIpv4(host, port);
  // Other host names are not resolved here: any listener on the port may be meant.
  return [...listeningSockets(lists.ipv4, port), ...listeningSockets(lists.ipv6, port)];
}

function toIpv4(ip: string, port: number): readonly ListeningSocket[] {
  const address = ipv4(ip);
  const found = nearest(listeningSockets(lists.ipv4, port), [address, every.ipv4]);
  if (found.length > 0) return found;
  return nearest(listeningSockets(lists.ipv6, port), [ipv4InIpv6 + address, every.ipv6]);
}

function toIpv6Loopback(port: number): readonly ListeningSocket[] {
  return nearest(listeningSockets(lists.ipv6, port), [ipv6Loopback, every.ipv6]);
}

/** The most specific address gets the connection. */
function nearest(
  sockets: readonly ListeningSocket[],
  addresses: readonly string[],
): readonly ListeningSocket[] {
  const found = addresses.map((address) => sockets.filter((socket) => socket.address === address));
  return found.find(({ length }) => length > 0) ?? [];
}

function ipv4(address: string): string {
  const bytes = address.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
  return bytes.reverse().join("").toUpperCase();
}

const listenState = "0A";

function listeningSockets(path: string, port: number): readonly ListeningSocket[] {
  const local = `:${port.toString(16).padStart(4, "0").toUpperCase()}`;
  return textOf(path).split("\n").flatMap((line) => {
    const [, at = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
    return at.endsWith(local) && state === listenState
      ? [{ address: at.slice(0, -local.length), inode }]
      : [];
  });
}

function holdsSockets(pid: number, sockets: readonly ListeningSocket[]): boolean {
  const held = new Set(openFiles(pid));
  return sockets.length > 0 && sockets.every(({ inode }) => held.has(`socket:[${inode}]`));
}

function openFiles(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return [...Deno.readDirSync(folder)].flatMap(({ name }) => linkTarget(`${folder}/${name}`) ?? []);
  } catch {
    return []; // Ended meanwhile, or not readable.
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return undefined; // Closed meanwhile.
  }
}

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return ""; // A kernel without IPv6 has no list of it.
  }
}
