/** Being let in by a server: with a token, with a password, or where it asks for neither. */

import { LoginSession } from "../../base/net/login_session.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { type Answer, ask, reasonOf } from "./probe.ts";

/** The headers of one who was let in, or who was never asked. */
export interface LoggedIn {
  readonly kind: "entered";
  readonly headers: Record<string, string>;
}

/** The server does not take the password. */
export interface Refused {
  readonly kind: "refused";
}

/** Logs in where that is the way; a token is only shown later, with each request. */
export async function logIn(
  target: JupyterTarget,
): Promise<LoggedIn | Refused | Extract<Answer, { kind: "silent" }>> {
  const { token, password } = target;
  if (token !== "") return { kind: "entered", headers: { Authorization: `token ${token}` } };
  if (password === undefined) return { kind: "entered", headers: {} };
  const refusal = new Error("refused");
  const session = new LoginSession({
    password,
    send: (init) => ask(target, "login", init),
    refused: () => refusal,
  });
  try {
    await session.ensure();
    return { kind: "entered", headers: session.headers };
  } catch (error) {
    return error === refusal ? { kind: "refused" } : { kind: "silent", reason: reasonOf(error) };
  }
}
