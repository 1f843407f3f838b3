/** Malformed messages, and well-formed ones with arguments that are not. */

import { deepText, hostileObject, hostileText, hostileValue } from "./hostile_values.ts";
import type { Random } from "./random.ts";

/** A tool as the program lists it. */
export interface ListedTool {
  readonly name: string;
  readonly arguments: readonly string[];
}

/** Things that exist, so that some calls get past the first check. */
export interface Known {
  readonly tools: readonly ListedTool[];
  /** Argument → values that are right for it. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
}

export interface Message {
  /** One line, without its end; not always a text. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The id under which an answer must come; undefined where none is owed. */
  readonly id: number | undefined;
}

const encoder = new TextEncoder();

const methods = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "server/discover",
  "logging/setLevel",
  "tasks/get",
  "notifications/cancelled",
  "notifications/progress",
  "",
  "__proto__",
];

/** The `number`th message; the same random choices give the same message. */
export function makeMessage(random: Random, number: number, known: Known): Message {
  const kind = random.below(10);
  if (kind === 0) return { bytes: garbage(random), id: undefined };
  if (kind === 1) return text(JSON.stringify(brokenEnvelope(random, number)));
  if (kind <= 3) return request(number, random.pick(methods.slice(1, 14)), hostileParams(random));
  return request(number, "tools/call", toolCall(random, known));
}

function text(line: string, id?: number): Message {
  return { bytes: encoder.encode(line.replaceAll(/[\r\n]/g, " ")), id };
}

function request(id: number, method: string, params: unknown): Message {
  return text(JSON.stringify({ jsonrpc: "2.0", id, method, params }), id);
}

/** Not JSON, or hardly. */
function garbage(random: Random): Uint8Array<ArrayBuffer> {
  switch (random.below(5)) {
    case 0:
      return Uint8Array.from({ length: random.below(400) }, () => random.below(256)).map((byte) =>
        byte === 10 || byte === 13 ? 0xff : byte
      );
    case 1:
      return text(deepText(random)).bytes;
    case 2:
      return text('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"exec').bytes;
    case 3:
      return text(hostileText(random)).bytes;
    default:
      return text(`[${'{"jsonrpc":"2.0","method":"ping"},'.repeat(random.below(20))}{}]`).bytes;
  }
}

/** JSON, but not quite JSON-RPC. */
function brokenEnvelope(random: Random, number: number): Record<string, unknown> {
  return {
    jsonrpc: random.pick(["2.0", "1.0", 2, null]),
    id: random.pick([null, 1.5, -number, "", "a".repeat(2_000), {}, [], true, `text-${number}`]),
    method: random.pick([...methods, 5, null, []]),
    params: hostileValue(random),
    ...(random.chance(0.2) ? { result: hostileValue(random), error: hostileValue(random) } : {}),
  };
}

function hostileParams(random: Random): unknown {
  if (random.chance(0.2)) return hostileValue(random);
  return {
    name: hostileValue(random),
    uri: hostileText(random),
    arguments: hostileValue(random),
    ref: random.pick([
      { type: "ref/prompt", name: "basic_analysis" },
      { type: "ref/resource", uri: "jupyter://files/{+path}" },
      hostileValue(random),
    ]),
    argument: random.pick([
      { name: "path", value: hostileText(random) },
      { name: "session_id", value: hostileText(random) },
      hostileValue(random),
    ]),
    cursor: hostileValue(random),
    level: hostileText(random),
    ...(random.chance(0.3) ? { _meta: hostileMeta(random) } : {}),
  };
}

/** Half of a request of 2026-07-28, or nonsense where one is expected. */
function hostileMeta(random: Random): unknown {
  if (random.chance(0.3)) return hostileValue(random);
  return {
    progressToken: hostileValue(random),
    "io.modelcontextprotocol/protocolVersion": random.pick(["2026-07-28", "1999-01-01", 5, null]),
    "io.modelcontextprotocol/clientCapabilities": hostileValue(random),
    traceparent: hostileText(random),
  };
}

/** A tool that exists, with some arguments right and some wrong. */
function toolCall(random: Random, { tools, values }: Known): Record<string, unknown> {
  const tool = random.pick(tools);
  if (random.chance(0.05)) return { name: tool.name, arguments: hostileValue(random) };
  const given = tool.arguments.filter(() => random.chance(0.7)).map((name) => {
    // The one session stays: without it nothing else would get further than its name.
    const right = tool.name === "session_delete" ? [] : values[name] ?? [];
    return [
      name,
      right.length > 0 && random.chance(0.6) ? random.pick(right) : hostileValue(random),
    ] as const;
  });
  const extra = random.chance(0.1) ? hostileObject(random, { size: 1, depth: 2 }) : {};
  return { name: tool.name, arguments: { ...Object.fromEntries(given), ...extra } };
}
