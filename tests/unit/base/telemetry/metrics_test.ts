import assert from "node:assert/strict";
import { Metrics } from "../../../../src/base/telemetry/metrics.ts";

const gauges = { kernels: 2, sessions: 3, runs: 1, images: 4, imageBytes: 500, memoryBytes: 90_000_000 };

Deno.test("Metrics counts calls, durations, runs and requests in Prometheus' text format", () => {
  const metrics = new Metrics({ version: "1.2.3", startedAt: 1_700_000_000_500 });
  metrics.countCall({ tool: "execute_code", outcome: "ok", milliseconds: 7 });
  metrics.countCall({ tool: "execute_code", outcome: "ok", milliseconds: 2_000 });
  metrics.countCall({ tool: "execute_code", outcome: "kernel_died", milliseconds: 4_000_000 });
  metrics.countRun("ok");
  metrics.countRequest("/mcp", 200);
  metrics.countRequest("/mcp", 401);
  const lines = metrics.text(gauges).split("\n");
  const has = (line: string) => assert.ok(lines.includes(line), `${line}\n${lines.join("\n")}`);
  has('jupyter_mcp_info{version="1.2.3"} 1');
  has('jupyter_mcp_tool_calls_total{tool="execute_code",outcome="ok"} 2');
  has('jupyter_mcp_tool_calls_total{tool="execute_code",outcome="kernel_died"} 1');
  const bucket = (bound: string, count: number) =>
    has(`jupyter_mcp_tool_call_duration_seconds_bucket{tool="execute_code",le="${bound}"} ${count}`);
  bucket("0.005", 0);
  bucket("0.01", 1);
  bucket("1", 1);
  bucket("2.5", 2);
  bucket("1800", 2);
  bucket("+Inf", 3);
  has('jupyter_mcp_tool_call_duration_seconds_sum{tool="execute_code"} 4002.007');
  has('jupyter_mcp_tool_call_duration_seconds_count{tool="execute_code"} 3');
  has('jupyter_mcp_runs_total{status="ok"} 1');
  has("jupyter_mcp_runs_running 1");
  has("jupyter_mcp_kernels 2");
  has("jupyter_mcp_sessions 3");
  has("jupyter_mcp_images 4");
  has("jupyter_mcp_image_bytes 500");
  has('jupyter_mcp_http_requests_total{path="/mcp",status="401"} 1');
  has("process_resident_memory_bytes 90000000");
  has("process_start_time_seconds 1700000000.5");
});

Deno.test("Metrics tells of every name what it is, before its values and once", () => {
  const text = new Metrics({ version: "1", startedAt: 0 }).text(gauges);
  const names = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(text, new RegExp(`^# HELP ${name} .+\n# TYPE ${name} `, "m"));
  assert.ok(text.endsWith("\n"));
});
