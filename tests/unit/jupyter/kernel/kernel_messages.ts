/** Messages of a kernel about a run, and what a collector makes of those about output. */

import type { Received } from "../../../../src/jupyter/kernel/messages.ts";
import { OutputCollector } from "../../../../src/jupyter/kernel/output_collector.ts";
import type { Output } from "../../../../src/jupyter/nbformat/outputs.ts";

export function message(type: string, content: unknown, channel = "iopub"): Received {
  return {
    channel,
    header: { msg_id: crypto.randomUUID(), msg_type: type, session: "kernel" },
    parent: { msg_id: "run", msg_type: "execute_request" },
    content: () => content,
  };
}

export const status = (execution_state: string) => message("status", { execution_state });
export const busy = status("busy");
export const idle = status("idle");
export const stdout = (text: string) => message("stream", { name: "stdout", text });
export const stderr = (text: string) => message("stream", { name: "stderr", text });
export const display = (text: string, id?: string) =>
  message("display_data", {
    data: { "text/plain": text },
    metadata: {},
    transient: id === undefined ? {} : { display_id: id },
  });
export const update = (text: string, id: string) =>
  message("update_display_data", {
    data: { "text/plain": text },
    metadata: {},
    transient: { display_id: id },
  });
export const clear = (wait: boolean) => message("clear_output", { wait });

export function collected(...messages: Received[]): OutputCollector {
  const collector = new OutputCollector();
  for (const one of messages) collector.take(one);
  return collector;
}

/** Outputs in a short form: `stdout: text`, `display: text`. */
export function brief(outputs: readonly Output[]): string[] {
  return outputs.map((output) => {
    switch (output.output_type) {
      case "stream":
        return `${output.name}: ${output.text}`;
      case "error":
        return `error: ${output.ename}`;
      case "display_data":
        return `display: ${output.data["text/plain"]}`;
      case "execute_result":
        return `result: ${output.data["text/plain"]}`;
    }
  });
}
