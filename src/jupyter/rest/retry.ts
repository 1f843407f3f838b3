/**
 * When to retry a rejected request. A server that is overloaded (429) or still starting (503, or a hub's page that says
 * so) has not done anything yet. Lost WebSockets are reconnected by `jupyter/rest/reconnect.ts`.
 */

import { textStart } from "./body.ts";

const firstDelay = 500;
const longestDelay = 4_000;
/** Milliseconds that a call waits for a server that is overloaded or starting. */
const longestWait = 28_000;
/** A kernel connection is given at least this many milliseconds to open. */
const leastForConnection = 10_000;
/** Bytes of a hub's page. */
const longestPage = 500_000;

export interface Refused {
  readonly status: number;
  readonly headers?: Headers;
}

/** Whether a server that answers with this status may recover soon. */
export function isTemporary(status: number): boolean {
  return status === 429 || status === 503;
}

/** Whether this is the page on which a hub says that the user's server is starting. */
export async function isStartingPage(response: Response): Promise<boolean> {
  if (!response.ok || !(response.headers.get("content-type") ?? "").includes("text/html")) return false;
  return /server is starting|spawn-pending|pending_spawn/i.test(
    await textStart(response.clone(), longestPage),
  );
}

/** Milliseconds until the next attempt; undefined if another attempt is useless. */
export function retryDelay(refused: Refused, attempt: number): number | undefined {
  const isPending = /\/hub\/spawn-pending\//.test(refused.headers?.get("location") ?? "");
  if (!isTemporary(refused.status) && !isPending) return undefined;
  const asked = Number(refused.headers?.get("retry-after"));
  const own = firstDelay * 2 ** attempt;
  return Math.min(longestDelay, Number.isFinite(asked) && asked > 0 ? asked * 1_000 : own);
}

/** The same with this many milliseconds left for retries: the last attempt comes at the end of them. */
export function delayWithin(left: number, refused: Refused, attempt: number): number | undefined {
  const wait = retryDelay(refused, attempt);
  if (wait === undefined || wait <= left) return wait;
  return left < firstDelay ? undefined : left;
}

/** Milliseconds in which a rejected request is sent again, for a call with this limit. */
export function retryWindow(callLimit = Infinity): number {
  return Math.min(callLimit, longestWait);
}

/** Milliseconds in which a kernel's connection must open, for a call with this limit. */
export function connectionWindow(callLimit = longestWait): number {
  return Math.max(callLimit, leastForConnection);
}
