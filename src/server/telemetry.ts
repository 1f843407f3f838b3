/** Records calls and runs: always as metrics, and as spans if they are wanted. */

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

interface TelemetryOptions extends MetricsOptions {
  /** Receives every span; undefined if none are wanted. */
  readonly onSpan: ((span: Span) => void) | undefined;
  /** Removes secrets from code; undefined if code must not be recorded. */
  readonly codeText?: ((code: string) => string) | undefined;
}

export class Telemetry {
  readonly metrics: Metrics;
  readonly #onSpan: ((span: Span) => void) | undefined;
  readonly #codeText: TelemetryOptions["codeText"];
  /** The call that started the code that is running. */
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

  /** Records a run that has ended; called in the async context of the call that started it. */
  readonly onRun = (run: EndedRun): void => {
    this.metrics.countRun(run.status);
    this.#onSpan?.(runSpan(run, this.#innerTrace(), this.#codeText?.(run.code)));
  };

  readonly onKernel = (event: KernelEvent): void => this.#onSpan?.(kernelSpan(event, this.#innerTrace()));

  #innerTrace(): TraceContext {
    const call = this.#scope?.getStore();
    return call === undefined ? traceOf(undefined) : childOf(call);
  }

  /** Runs the work of a call so that its runs are attributed to it. */
  readonly within = async <T>(trace: TraceContext, work: () => Promise<T>): Promise<T> => {
    if (this.#onSpan === undefined) return await work();
    // Imported only if spans are wanted, because it takes time.
    this.#scope ??= new (await import("node:async_hooks")).AsyncLocalStorage();
    return await this.#scope.run(trace, work);
  };
}
