/**
 * Claude Code's channels: a server that declares the capability can send the model a message between its calls. Claude
 * Code ignores it unless the person has started it with this server as a channel; other clients never get one.
 */

import type { Server } from "@modelcontextprotocol/server";

const capability = "claude/channel";
const method = "notifications/claude/channel";

export const channelCapability = { [capability]: {} };

/** A message to the model. Claude Code shows the attributes in the tag around it. */
export interface ChannelMessage {
  readonly content: string;
  readonly meta: Readonly<Record<string, string>>;
}

/** Sends the message if the client can take it. */
export function sendToChannel(server: Server, { content, meta }: ChannelMessage): void {
  const declared = server.getClientCapabilities()?.experimental?.[capability] !== undefined;
  if (!declared && server.getClientVersion()?.name !== "claude-code") return;
  void server.notification({ method, params: { content, meta } }).catch(() => undefined);
}
