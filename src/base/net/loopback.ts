/** Loopback addresses: recognising them, and keeping them away from proxies. */

import type { Environment } from "../options.ts";

/** Whether only programs on this machine can reach a listener at this address. */
export function isLoopback(host: string): boolean {
  // Not every host name that starts with "127." is an address.
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

const loopback: readonly string[] = ["localhost", "127.0.0.1", "::1"];

/** The variables to set so that loopback addresses bypass the proxy, which cannot reach them; none without a proxy. */
export function loopbackBypass(env: Environment): Readonly<Record<string, string>> {
  const proxied = Object.entries(env).some(([name, value]) =>
    /_PROXY$/i.test(name) && !/^NO_/i.test(name) && value
  );
  if (!proxied) return {};
  const hosts = (env.NO_PROXY || env.no_proxy || "").split(",").map((host) => host.trim()).filter(Boolean);
  const extended = [...new Set([...hosts, ...loopback])].join(",");
  return { NO_PROXY: extended, no_proxy: extended };
}
