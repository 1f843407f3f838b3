/**
 * OpenTelemetry spans as lines of JSON, in the form in which its SDKs print them.
 *
 * Invariant: a span names tools, kernels and outcomes; it never holds code, output, arguments or messages.
 */

export interface Span {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly failed: boolean;
}

export interface SpanResource {
  readonly version: string;
}

/** A call of a tool that has ended. */
export interface EndedCall {
  readonly tool: string;
  readonly start: number;
  /** `ok`, or why it failed. */
  readonly outcome: string;
}

export function callSpan({ tool, start, outcome }: EndedCall, now: () => number = Date.now): Span {
  const failed = outcome !== "ok";
  return {
    name: `tool_call:${tool}`,
    start,
    end: now(),
    failed,
    attributes: { "tool.name": tool, ...(failed ? { error: true, "error.type": outcome } : {}) },
  };
}

/** A run of code that has ended. */
export interface EndedRun {
  readonly kernelId: string;
  readonly createdAt: Date;
  readonly status: string;
  readonly outputs: { readonly count: number };
}

export function runSpan(
  { kernelId, createdAt, status, outputs }: EndedRun,
  now: () => number = Date.now,
): Span {
  const failed = status !== "ok";
  return {
    name: "execute",
    start: createdAt.getTime(),
    end: now(),
    failed,
    attributes: {
      "kernel.id": kernelId,
      "output.count": outputs.count,
      ...(failed ? { error: true, "error.type": status } : {}),
    },
  };
}

export function spanLine(span: Span, { version }: SpanResource): string {
  return JSON.stringify({
    name: span.name,
    context: { trace_id: `0x${hex(16)}`, span_id: `0x${hex(8)}`, trace_state: "[]" },
    kind: "SpanKind.INTERNAL",
    parent_id: null,
    start_time: timeText(span.start),
    end_time: timeText(span.end),
    status: { status_code: span.failed ? "ERROR" : "UNSET" },
    attributes: span.attributes,
    events: [],
    links: [],
    resource: { attributes: { "service.name": "jupyter-mcp", "service.version": version }, schema_url: "" },
  });
}

function hex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}

/** Microseconds, as its SDKs write them. */
function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("Z", "000Z");
}
