/**
 * Counts what the program does and shows it in Prometheus' text format.
 *
 * Labels are our own names (tools, outcomes, addresses), so that their number is bounded and they never contain data of
 * a client or a kernel.
 */

/** A finished tool call. */
interface CountedCall {
  readonly tool: string;
  readonly outcome: string;
  readonly milliseconds: number;
}

/** Current values. */
export interface Gauges {
  readonly kernels: number;
  readonly sessions: number;
  readonly runs: number;
  readonly images: number;
  readonly imageBytes: number;
  readonly memoryBytes: number;
}

export interface MetricsOptions {
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Upper bounds in seconds, from the inspection of a variable to a training run. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800] as const;

interface Durations {
  /** Calls by the first bound that they are within; the last is for those beyond all of them. */
  readonly counts: number[];
  sum: number;
}

export class Metrics {
  readonly #options: MetricsOptions;
  readonly #calls = new Counter();
  readonly #runs = new Counter();
  readonly #requests = new Counter();
  readonly #durations = new Map<string, Durations>();

  constructor(options: MetricsOptions) {
    this.#options = options;
  }

  countCall({ tool, outcome, milliseconds }: CountedCall): void {
    this.#calls.add(labels({ tool, outcome }));
    const seconds = milliseconds / 1_000;
    const durations = this.#durations.get(tool) ?? { counts: bounds.map(() => 0).concat(0), sum: 0 };
    const place = bounds.findIndex((bound) => seconds <= bound);
    const index = place === -1 ? bounds.length : place;
    durations.counts[index] = (durations.counts[index] ?? 0) + 1;
    durations.sum += seconds;
    this.#durations.set(tool, durations);
  }

  countRun(status: string): void {
    this.#runs.add(labels({ status }));
  }

  countRequest(path: string, status: number): void {
    this.#requests.add(labels({ path, status: String(status) }));
  }

  text(gauges: Gauges): string {
    const { version, startedAt } = this.#options;
    const parts = [
      metric("jupyter_mcp_info", "gauge", "The program itself", [`${labels({ version })} 1`]),
      metric(
        "jupyter_mcp_tool_calls_total",
        "counter",
        "Tool calls that have ended",
        this.#calls.lines(),
      ),
      metric(durationName, "histogram", "Duration of tool calls", this.#histogram()),
      metric("jupyter_mcp_runs_total", "counter", "Runs of code that have ended", this.#runs.lines()),
      metric("jupyter_mcp_runs_running", "gauge", "Runs of code in progress", [` ${gauges.runs}`]),
      metric("jupyter_mcp_kernels", "gauge", "Kernels connected to", [` ${gauges.kernels}`]),
      metric("jupyter_mcp_sessions", "gauge", "Sessions started by this process", [` ${gauges.sessions}`]),
      metric("jupyter_mcp_images", "gauge", "Images kept", [` ${gauges.images}`]),
      metric("jupyter_mcp_image_bytes", "gauge", "Bytes of the images kept", [` ${gauges.imageBytes}`]),
      metric("jupyter_mcp_http_requests_total", "counter", "HTTP requests answered", this.#requests.lines()),
      metric("process_resident_memory_bytes", "gauge", "Memory in use", [` ${gauges.memoryBytes}`]),
      metric("process_start_time_seconds", "gauge", "Start, since 1970", [` ${startedAt / 1_000}`]),
    ];
    return parts.join("");
  }

  #histogram(): string[] {
    return [...this.#durations].flatMap(([tool, { counts, sum }]) => {
      let total = 0;
      const buckets = counts.map((count, index) => {
        total += count;
        return `_bucket${labels({ tool, le: String(bounds[index] ?? "+Inf") })} ${total}`;
      });
      return [...buckets, `_sum${labels({ tool })} ${sum}`, `_count${labels({ tool })} ${total}`];
    });
  }
}

const durationName = "jupyter_mcp_tool_call_duration_seconds";

class Counter {
  readonly #counts = new Map<string, number>();

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  lines(): string[] {
    return [...this.#counts].map(([key, count]) => `${key} ${count}`);
  }
}

function metric(name: string, type: string, help: string, lines: readonly string[]): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${
    lines.map((line) => `${name}${line}\n`).join("")
  }`;
}

function labels(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `{${pairs.join(",")}}`;
}
