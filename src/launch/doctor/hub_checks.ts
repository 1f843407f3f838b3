/** From what a hub answered to what is right or wrong with a person's server on it. Pure. */

import {
  bareHubHint,
  type HubAddress,
  isTokenRefused,
  scopeHint,
  tokenHint,
} from "../../base/net/hub_address.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { asRecord } from "../../base/json.ts";
import type { Check } from "./checks.ts";
import type { Answer } from "./probe.ts";

/** The address is that of the hub and of nobody's server; `user` is whom the token belongs to, where that is known. */
export function checkBareHub(base: string, user: string | undefined): Check {
  return {
    name: "Address",
    state: "failed",
    found: "a hub answers, and no user's server on it",
    fix: bareHubHint(base, user),
  };
}

/** A hub answers in the place of a server that is stopped, which is no fault. */
export function checkStopped(answer: Answer): Check {
  const time = answer.kind === "answered" ? ` in ${Math.round(answer.milliseconds)} ms` : "";
  return { name: "Address", state: "ok", found: `the hub answers${time}; this user's server is stopped` };
}

/** What happens with a stopped server, for a token that may start it. */
export const startCheck: Check = {
  name: "Server",
  state: "ok",
  found: "stopped; the first call of a tool starts it, and more can be looked over then",
};

/** Whose token it is, by the hub's answer to that question; undefined where the hub does not take it. */
export function userIn(answer: Answer): string | undefined {
  if (answer.kind === "silent" || answer.status !== 200) return undefined;
  const { name } = asRecord(answer.body);
  return typeof name === "string" ? name : undefined;
}

/** Whether the hub takes the token, and would start this server for it and let it in. */
export function checkHubToken(target: JupyterTarget, address: HubAddress, answer: Answer): Check {
  const name = "Token";
  const fix = tokenHint(target.url);
  if (target.token === "") return { name, state: "failed", found: "none given", fix };
  if (answer.kind === "silent") return { name, state: "failed", found: answer.reason };
  const { message, scopes, admin } = asRecord(answer.body);
  if (isTokenRefused(answer.status, String(message))) return { name, state: "failed", found: "refused", fix };
  const owner = userIn(answer);
  if (owner === undefined) {
    const found = `the hub answered ${answer.status}`;
    return { name, state: "failed", found, fix: "Whoever runs the hub sees its log" };
  }
  // Hubs before 2.0 have no scopes: a token may do what its owner may.
  const may = (right: string) =>
    Array.isArray(scopes)
      ? scopes.some((scope) => covers(String(scope), { right, address }))
      : admin === true || owner === address.user;
  if (may("access:servers") && (may("servers") || may("start:servers"))) {
    return { name, state: "ok", found: `accepted by the hub, as ${owner}'s` };
  }
  return may("access:servers")
    ? { name, state: "failed", found: "it may not start this server", fix: scopeHint(address) }
    : {
      name,
      state: "failed",
      found: `${owner}'s, which may not use the server of ${address.user}`,
      fix: `${
        tokenHint(target.url)
      }, with the scopes access:servers!user=${address.user} and servers!user=${address.user}`,
    };
}

interface Wanted {
  readonly right: string;
  readonly address: HubAddress;
}

/** Whether a scope such as `servers!user=ana` gives a right to a server. Who is in a group, only the hub knows. */
function covers(scope: string, { right, address: { user, server } }: Wanted): boolean {
  const [given, filter] = scope.split("!");
  if (given !== right) return false;
  return filter === undefined || filter === `user=${user}` || filter === `server=${user}/${server}` ||
    filter.startsWith("group=");
}
