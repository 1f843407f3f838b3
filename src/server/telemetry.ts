/** What is taken down of calls and runs: counts always, spans where they are wanted. */

import type { AsyncLocalStorage } from "node:async_hooks";
import { Metrics, type MetricsOptions } from "../base/telemetry/metrics.ts";
import {
  callSpan,
  type EndedCall,
  type EndedRun,
  type KernelEvent,
  kernelSpan,
  runSpan,
  type Span,
} from "../base/telemetry/spans.ts";
import { childOf, type TraceContext, traceOf } from "../base/telemetry/trace_context.ts";

export interface TelemetryOptions extends MetricsOptions {
  /** Takes a span; undefined where none is wanted. */
  readonly onSpan: ((span: Span) => void) | undefined;
  /** Makes code fit to be written down; undefined if it must not be. */
  readonly codeText?: ((code: string) => string) | undefined;
}

export class Telemetry {
  readonly metrics: Metrics;
  readonly #onSpan: ((span: Span) => void) | undefined;
  readonly #codeText: TelemetryOptions["codeText"];
  /** The call that the code at hand was started by. */
  #scope: AsyncLocalStorage<TraceContext> | undefined;

  constructor(options: TelemetryOptions) {
    this.metrics = new Metrics(options);
    this.#onSpan = options.onSpan;
    this.#codeText = options.codeText;
  }

  readonly onCall = (call: EndedCall): void => {
    this.metrics.countCall(call);
    this.#onSpan?.(callSpan(call));
  };

  /** Takes down a run that has ended; called by what the run's call has started. */
  readonly onRun = (run: EndedRun): void => {
    this.metrics.countRun(run.status);
    this.#onSpan?.(runSpan(run, this.#innerTrace(), { code: this.#codeText?.(run.code) }));
  };

  readonly onKernel = (event: KernelEvent): void => this.#onSpan?.(kernelSpan(event, this.#innerTrace()));

  #innerTrace(): TraceContext {
    const call = this.#scope?.getStore();
    return call === undefined ? traceOf(undefined) : childOf(call);
  }

  /** Does the work of a call so that its runs are known to be its own. */
  readonly within = async <T>(trace: TraceContext, work: () => Promise<T>): Promise<T> => {
    if (this.#onSpan === undefined) return await work();
    // Loaded here, since it costs time that only those who want spans should spend.
    this.#scope ??= new (await import("node:async_hooks")).AsyncLocalStorage();
    return await this.#scope.run(trace, work);
  };
}
