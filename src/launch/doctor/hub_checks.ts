/** Turns a hub's responses into checks of the user's server on it. Pure. */

import {
  bareHubHint,
  type HubAddress,
  isTokenRefused,
  scopeHint,
  tokenHint,
} from "../../base/net/hub_address.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { asRecord } from "../../base/json.ts";
import { type Check, named } from "./checks.ts";
import type { Answer } from "./probe.ts";

/** The address is the hub's own, not that of a user's server; `user` is the owner of the token, if known. */
export function checkBareHub(base: string, user: string | undefined): Check {
  const found = "this is the address of a hub, not of a user's server on it";
  return named("Address").failed(found, bareHubHint(base, user));
}

/** A hub responds in place of a stopped server, which is not an error. */
export function checkStopped(answer: Answer): Check {
  const time = answer.kind === "answered" ? ` in ${Math.round(answer.milliseconds)} ms` : "";
  return named("Address").ok(`the hub answers${time}; this user's server is stopped`);
}

/** A stopped server that the token is allowed to start. */
export const startCheck = named("Server").ok(
  "stopped; the first tool call starts it, and doctor can check more then",
);

/** The owner of the token according to the hub; undefined if the hub rejects it. */
export function userIn(answer: Answer): string | undefined {
  if (answer.kind === "silent" || answer.status !== 200) return undefined;
  const { name } = asRecord(answer.body);
  return typeof name === "string" ? name : undefined;
}

/** Whether the hub accepts the token for starting and accessing this server. */
export function checkHubToken(target: JupyterTarget, address: HubAddress, answer: Answer): Check {
  const { ok, failed } = named("Token");
  const fix = tokenHint(target.url);
  if (target.token === "") return failed("none given", fix);
  if (answer.kind === "silent") return failed(answer.reason);
  const { message, scopes, admin } = asRecord(answer.body);
  if (isTokenRefused(answer.status, String(message))) return failed("refused", fix);
  const owner = userIn(answer);
  if (owner === undefined) {
    const found = `the hub answered ${answer.status}`;
    return failed(found, "Ask the hub's administrator for its log");
  }
  // Hubs before 2.0 have no scopes: a token has all permissions of its owner.
  const may = (right: string) =>
    Array.isArray(scopes)
      ? scopes.some((scope) => covers(String(scope), { right, address }))
      : admin === true || owner === address.user;
  if (may("access:servers") && (may("servers") || may("start:servers"))) {
    return ok(`accepted by the hub, as ${owner}'s`);
  }
  return may("access:servers") ? failed("not allowed to start this server", scopeHint(address)) : failed(
    `belongs to ${owner} and may not access the server of ${address.user}`,
    `${
      tokenHint(target.url)
    }, with the scopes access:servers!user=${address.user} and servers!user=${address.user}`,
  );
}

interface Wanted {
  readonly right: string;
  readonly address: HubAddress;
}

/** Whether a scope such as `servers!user=ana` covers a server. Group membership is known only to the hub. */
function covers(scope: string, { right, address: { user, server } }: Wanted): boolean {
  const [given, filter] = scope.split("!");
  if (given !== right) return false;
  return filter === undefined || filter === `user=${user}` || filter === `server=${user}/${server}` ||
    filter.startsWith("group=");
}
