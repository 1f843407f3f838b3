import assert from "node:assert/strict";
import { childOf, traceOf } from "../../../../src/base/telemetry/trace_context.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "00f067aa0ba902b7";

Deno.test("traceOf takes trace, parent and the vendors' parts from _meta", () => {
  const trace = traceOf({ traceparent: `00-${traceId}-${parentId}-01`, tracestate: "a=1,b=2" });
  assert.equal(trace.traceId, traceId);
  assert.equal(trace.parentId, parentId);
  assert.equal(trace.state, "a=1,b=2");
  assert.match(trace.spanId, /^[0-9a-f]{16}$/);
  assert.notEqual(trace.spanId, parentId);
});

Deno.test("traceOf takes later versions, with parts it does not know", () => {
  assert.equal(traceOf({ traceparent: `01-${traceId}-${parentId}-01-more` }).traceId, traceId);
});

Deno.test("traceOf begins a trace of its own if _meta tells of none that is well formed", () => {
  const wrong = [
    undefined,
    null,
    {},
    { traceparent: 7 },
    { traceparent: "" },
    { traceparent: `00-${traceId}-${parentId}` },
    { traceparent: `00-${traceId}-${parentId}-01-more` },
    { traceparent: `ff-${traceId}-${parentId}-01` },
    { traceparent: `00-${traceId.toUpperCase()}-${parentId}-01` },
    { traceparent: `00-${"0".repeat(32)}-${parentId}-01` },
    { traceparent: `00-${traceId}-${"0".repeat(16)}-01` },
    { traceparent: `00-${traceId}-${parentId}-01\n` },
  ];
  for (const meta of wrong) {
    const trace = traceOf(meta);
    assert.match(trace.traceId, /^[0-9a-f]{32}$/);
    assert.notEqual(trace.traceId, traceId, JSON.stringify(meta));
    assert.equal(trace.parentId, undefined);
  }
});

Deno.test("traceOf passes over a tracestate that is none, and keeps the trace", () => {
  for (const tracestate of [7, "a=\n", "x".repeat(513)]) {
    const trace = traceOf({ traceparent: `00-${traceId}-${parentId}-00`, tracestate });
    assert.equal(trace.traceId, traceId);
    assert.equal(trace.state, "");
  }
});

Deno.test("childOf stays in the trace and names its parent", () => {
  const parent = traceOf({ traceparent: `00-${traceId}-${parentId}-01`, tracestate: "a=1" });
  const child = childOf(parent);
  assert.deepEqual([child.traceId, child.parentId, child.state], [traceId, parent.spanId, "a=1"]);
  assert.notEqual(child.spanId, parent.spanId);
});
