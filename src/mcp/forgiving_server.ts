/** The SDK's server, which also takes a call whose arguments are null, as several clients send where there are none. */

import { type JSONRPCRequest, type Result, Server, type ServerContext } from "@modelcontextprotocol/server";

export type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

export class ForgivingServer extends Server {
  /** The SDK checks a request in what this gives, so that the null has to go before. */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    if (method !== "tools/call") return wrapped;
    return (request, context) => wrapped(withoutNull(request), context);
  }
}

function withoutNull(request: JSONRPCRequest): JSONRPCRequest {
  const { arguments: args, ...params } = request.params ?? {};
  return args === null ? { ...request, params } : request;
}
