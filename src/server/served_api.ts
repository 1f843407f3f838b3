/** What the server process serves: our own tools, or the API of another server that we stand in for. */

import type { CreateMcpServer, TransportHandle } from "../mcp/mcp_server.ts";
import type { Watch } from "../mcp/subscriptions.ts";
import type { Services } from "../services.ts";

export interface ServedApi {
  readonly create: CreateMcpServer;
  /** Answers HTTP requests outside MCP; undefined if there is nothing at the address. */
  readonly route?: (request: Request) => Promise<Response | undefined>;
  /** Called when the transport is running; clients are notified of changes through it. */
  readonly onServing: (handle: TransportHandle) => void;
  /** Starts to watch resources that clients subscribe to. */
  readonly watch?: Watch;
  /** The services that exist at this moment, one for each Jupyter server. */
  readonly services: () => Promise<readonly Services[]>;
  /**
   * Resolves when nothing that a disconnected client has started runs in this process any more; true if it continues in
   * another process. That is hurried once `stopping` aborts.
   */
  readonly handOver?: (stopping: AbortSignal) => Promise<boolean>;
  readonly close: () => Promise<void>;
}
