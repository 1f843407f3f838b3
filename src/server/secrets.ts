/** The secrets among the server's settings, which no response or log may contain. */

import type { JupyterTarget, ServerSettings } from "../base/protocol.ts";

export function secretsIn({ jupyter, transport, compat }: ServerSettings): readonly string[] {
  return [
    ...secretsOf(jupyter),
    ...(compat?.kind === "datalayer" && compat.documents !== undefined ? secretsOf(compat.documents) : []),
    ...(transport.kind === "http" ? [transport.token ?? ""] : []),
  ];
}

function secretsOf({ token, password = "" }: JupyterTarget): string[] {
  return [token, password];
}
