/** What a rejected request or a failed connection means. */

import { failureReason, tlsProblems } from "../../base/net/failure_reason.ts";

/** What to do about an address at which no Jupyter answers. */
export const baseHint =
  "Set --jupyter-url to the base address of a Jupyter server, such as http://localhost:8888/";

/** Servers redirect people to the login page, and reject programs. */
export function isRefused({ status, headers }: Response): boolean {
  return status === 401 || status === 403 ||
    (status === 302 && /\/login(\?|$)/.test(headers.get("location") ?? ""));
}

/** Jupyter just says "Forbidden" if the token is missing or wrong; for a POST it complains about a missing cookie first. */
export function isAboutToken(message: string | undefined): boolean {
  return message === undefined || message === "Forbidden" || message.includes("_xsrf");
}

/** Why a connection failed, with the option that helps. */
export function reasonOf(error: unknown): string {
  const reason = failureReason(error);
  return reason === tlsProblems.untrusted ? `${reason} (see --ca-cert)` : reason;
}

/**
 * Whether a write was rejected for lack of space or quota. If a first write fails half-way, Jupyter fails to restore its
 * backup copy and reports that instead.
 */
export function isDiskFull(message: string): boolean {
  return /errno (28|122)\b|no space left|quota/i.test(message) || /errno 2\b.*[/\\]\.~/i.test(message);
}
