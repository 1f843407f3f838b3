/**
 * Who listens on a port. Only that process may receive the token of its server file: the file remains after a server was
 * killed, and its process id may then belong to another program, and its port to another user. A server that is ending
 * closes its socket first and may keep running for long.
 *
 * Linux reports the owner of a process and its sockets; elsewhere only the owner is known, and not to root.
 */

import { processIsOurs } from "../processes.ts";

export interface Listening {
  readonly pid: number;
  /** A name or an address as in a URL. */
  readonly host: string;
  readonly port: number;
}

/** Whether a connection to this host and port would reach this process, and it belongs to this user. */
export function isOurListener({ pid, host, port }: Listening): boolean {
  if (!processIsOurs(pid)) return false;
  return Deno.build.os !== "linux" || findDescriptors(pid, socketsServing(host, port)).length > 0;
}

/**
 * Returns a function that tells whether the process still has the socket on which it listens, which takes microseconds;
 * undefined if it does not listen there, or this cannot be known.
 */
export function watchListener({ pid, host, port }: Listening): (() => boolean) | undefined {
  if (Deno.build.os !== "linux") return undefined;
  const found = findDescriptors(pid, socketsServing(host, port));
  if (found.length === 0) return undefined;
  return () => found.every(({ path, target }) => linkTarget(path) === target);
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

/** An open file of a process, as a link in `/proc`. */
interface Descriptor {
  readonly path: string;
  readonly target: string | undefined;
}

/** The process's descriptors of these sockets; none unless it has all of them. */
function findDescriptors(pid: number, sockets: readonly ListeningSocket[]): readonly Descriptor[] {
  const files = openFiles(pid);
  const found = sockets.map(({ inode }) => files.find(({ target }) => target === `socket:[${inode}]`));
  return found.every((file) => file !== undefined) ? found : [];
}

function openFiles(pid: number): readonly Descriptor[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => {
      const path = `${folder}/${name}`;
      return { path, target: linkTarget(path) };
    });
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
