/** One agent's conversation with a server: makes its calls and counts what they cost. */

import type { Connection } from "../../../tests/harness/client.ts";
import type { ToolResult } from "../../../tests/harness/tool_result.ts";

export interface Cost {
  readonly calls: number;
  /** Bytes of the arguments. */
  readonly sent: number;
  /** Bytes of the text in the replies. */
  readonly received: number;
  readonly images: number;
}

export class Conversation {
  readonly #connection: Connection;
  #cost: Cost = { calls: 0, sent: 0, received: 0, images: 0 };

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get cost(): Cost {
    return this.#cost;
  }

  /** Makes a call that is expected to work. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    const result = await this.#connection.call(name, args, { timeout: 180_000 });
    if (result.isError) throw new Error(`Cannot replay "${name}": ${result.text.slice(0, 300)}`);
    const texts = result.content.flatMap((block) => block.type === "text" ? [block.text] : []);
    const { calls, sent, received, images } = this.#cost;
    this.#cost = {
      calls: calls + 1,
      sent: sent + bytes(JSON.stringify(args)),
      received: received + texts.reduce((sum, text) => sum + bytes(text), 0),
      images: images + result.images.length,
    };
    return result;
  }
}

export function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
