/** The program with the face of Chartelier's server: loaded only where `--compat chartelier` asks for it. */

import { chartelierFace } from "../compat/chartelier/schema.ts";
import { visualize, visualizeInput } from "../compat/chartelier/visualize.ts";
import type { Logger } from "../base/log.ts";
import type { CreateFrame } from "../mcp/http.ts";
import type { CallObserver } from "../mcp/observe.ts";
import { createSingleToolFrame } from "../mcp/single_tool_frame.ts";
import { RendererClient } from "../output/renderer_client.ts";
import type { RendererPoolOptions } from "../output/renderer_pool.ts";

export interface ChartelierProgramOptions {
  readonly maxResultBytes: number;
  readonly log: Logger;
  readonly secrets: readonly string[];
  readonly onCall: CallObserver["onCall"];
  readonly renderer: RendererPoolOptions;
}

export interface ChartelierProgram {
  readonly create: CreateFrame;
  readonly serveOver: () => void;
  readonly services: () => Promise<[]>;
  readonly close: () => Promise<void>;
}

export function createChartelierProgram(
  { maxResultBytes, log, secrets, onCall, renderer }: ChartelierProgramOptions,
): ChartelierProgram {
  const charts = new RendererClient(renderer);
  const face = {
    ...chartelierFace,
    input: visualizeInput,
    call: (args: Parameters<typeof visualize>[0], signal: AbortSignal) =>
      visualize(args, { charts, maxResultBytes, signal }),
  };
  return {
    create: () => createSingleToolFrame(face, { log, secrets, onCall }),
    serveOver: () => undefined,
    services: () => Promise.resolve([]),
    close: () => Promise.resolve(charts.close()),
  };
}
