/** The secrets that the server is given, which nobody may be told. */

import type { JupyterTarget, ServerSettings } from "../base/protocol.ts";

export function secretsIn({ jupyter, transport, compat }: ServerSettings): readonly string[] {
  return [
    ...secretsOf(jupyter),
    ...(compat?.documents === undefined ? [] : secretsOf(compat.documents)),
    ...(transport.kind === "http" ? [transport.token ?? ""] : []),
  ];
}

function secretsOf({ token, laterTokens = [], password = "" }: JupyterTarget): string[] {
  return [token, ...laterTokens, password];
}
