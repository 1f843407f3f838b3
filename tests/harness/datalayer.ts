/** Our program as a drop-in for Datalayer's server, and its answers in the form that tests read. */

import {
  type CallOptions,
  connect,
  type Connection,
  type ConnectOptions,
  type StdioConnection,
} from "./client.ts";
import type { ToolResult } from "./tool_result.ts";

/** Starts it the way a person's changed configuration does. */
export function connectDatalayer(options: ConnectOptions = {}): Promise<StdioConnection> {
  return connect({ ...options, args: ["start", "--compat", "datalayer", ...(options.args ?? [])] });
}

/** The text of every block; pictures as `<image/png>`. */
export function blockTexts({ content }: ToolResult): string[] {
  return content.map((block) =>
    block.type === "text" ? block.text : block.type === "image" ? `<${block.mimeType}>` : block.type
  );
}

/** A caller whose answers are texts: of blocks joined by `|`, with `ERROR ` before them where isError is set. */
export function textCaller(connection: Connection) {
  return async (
    name: string,
    args: Record<string, unknown> = {},
    options: CallOptions = {},
  ): Promise<string> => {
    const result = await connection.call(name, args, options);
    return `${result.isError ? "ERROR " : ""}${blockTexts(result).join("|")}`;
  };
}
