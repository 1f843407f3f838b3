/**
 * OpenTelemetry spans as lines of JSON, in the form in which the SDKs print them.
 *
 * A span names tools, kernels, notebooks in use and outcomes; it never contains output or messages, and the beginning of
 * code only with `--log-code`.
 */

import type { TraceContext } from "./trace_context.ts";

export interface Span {
  readonly trace: TraceContext;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly failed: boolean;
}

/** A finished tool call. */
export interface EndedCall {
  readonly tool: string;
  readonly start: number;
  /** `ok`, or why it failed. */
  readonly outcome: string;
  readonly milliseconds: number;
  readonly trace: TraceContext;
}

export function callSpan({ tool, start, outcome, milliseconds, trace }: EndedCall): Span {
  const failed = outcome !== "ok";
  return {
    name: `tool_call:${tool}`,
    trace,
    start,
    end: start + milliseconds,
    failed,
    attributes: { "tool.name": tool, ...(failed ? { error: true, "error.type": outcome } : {}) },
  };
}

/** A finished run of code. */
export interface EndedRun {
  readonly kernelId: string;
  readonly createdAt: Date;
  readonly status: string;
  readonly outputs: { readonly count: number };
  readonly code: string;
}

/** Maximum number of characters of code in a span. */
const snippetLength = 200;

/** @param code The code as it may be written down; undefined if none may. */
export function runSpan(
  { kernelId, createdAt, status, outputs }: EndedRun,
  trace: TraceContext,
  code: string | undefined,
): Span {
  const failed = status !== "ok";
  return {
    name: "execute",
    trace,
    start: createdAt.getTime(),
    end: Date.now(),
    failed,
    attributes: {
      "kernel.id": kernelId,
      "output.count": outputs.count,
      ...(code === undefined ? {} : { "code.snippet": code.slice(0, snippetLength) }),
      ...(failed ? { error: true, "error.type": status } : {}),
    },
  };
}

/** A change in the life of the kernel of a notebook in use. */
export interface KernelEvent {
  readonly type: "started" | "restarted" | "stopped";
  readonly kernelId: string;
  /** The name under which the notebook is used. */
  readonly notebook: string;
}

export function kernelSpan({ type, kernelId, notebook }: KernelEvent, trace: TraceContext): Span {
  const at = Date.now();
  const attributes = { event_type: type, "kernel.id": kernelId, "kernel.name": notebook };
  return { name: "kernel_lifecycle", trace, start: at, end: at, failed: false, attributes };
}

export function spanLine(span: Span, { version }: { readonly version: string }): string {
  return JSON.stringify({
    name: span.name,
    context: {
      trace_id: `0x${span.trace.traceId}`,
      span_id: `0x${span.trace.spanId}`,
      trace_state: stateText(span.trace.state),
    },
    kind: "SpanKind.INTERNAL",
    parent_id: span.trace.parentId === undefined ? null : `0x${span.trace.parentId}`,
    start_time: timeText(span.start),
    end_time: timeText(span.end),
    status: { status_code: span.failed ? "ERROR" : "UNSET" },
    attributes: span.attributes,
    events: [],
    links: [],
    resource: { attributes: { "service.name": "jupyter-mcp", "service.version": version }, schema_url: "" },
  });
}

function stateText(state: string): string {
  const pairs = state.split(",").map((pair) => pair.trim()).filter((pair) => pair.includes("="));
  return `[${
    pairs.map((pair) => {
      const [key = "", ...value] = pair.split("=");
      return `'{key=${key}, value=${value.join("=")}}'`;
    }).join(", ")
  }]`;
}

/** With microseconds, as the SDKs of OpenTelemetry write it. */
function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("Z", "000Z");
}
