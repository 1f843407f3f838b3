/** MCP over stdin and stdout: one connection, until stdin ends. */

import type { Server } from "@modelcontextprotocol/server";
import { serveStdio as serve, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Logger } from "../log.ts";

export interface StdioOptions {
  readonly log: Logger;
  /** Called once when the client has gone. */
  readonly onClose: () => void;
}

/** Code up to the kernel's own limit of 10 MiB must fit into a line, escaped. */
const largestLine = 32 * 1024 * 1024;

export function serveStdio(createServer: () => Server, options: StdioOptions): { close(): Promise<void> } {
  const transport = new StdioServerTransport(undefined, undefined, { maxBufferSize: largestLine });
  const handle = serve(createServer, {
    transport,
    onerror: (error) => options.log.debug(`stdio: ${error.name}`),
  });
  const close = transport.onclose;
  transport.onclose = () => {
    close?.();
    options.onClose();
  };
  return handle;
}
