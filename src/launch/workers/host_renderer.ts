/**
 * The main thread of the renderer process: it hosts the worker that draws, which has no permission at all.
 *
 * 1. Frames pass from stdin to the worker and from the worker to stdout, unread; a request comes when the one before
 *    it is answered, and the answers to the worker's own questions in between.
 * 2. This thread gives up its own permissions as soon as the worker is loaded, which reads files with them.
 * 3. It never computes, so that it notices at any time that the parent has gone (stdin ends) or that the worker takes
 *    too much memory. Either ends the process, and with it whatever the worker is busy with. Neither V8's flags nor
 *    limits of workers can be set at run time in a compiled program, so that the resident memory is watched instead.
 */

import { readFrames } from "../../base/frames.ts";
import { outOfMemoryExitCode } from "./renderer_process.ts";

export interface HostOptions {
  /** Resident memory at which the process ends. */
  readonly maxMemory?: number;
}

/** The largest tables and pictures that are allowed need about two thirds of it. */
const defaultMaxMemory = 1_000_000_000;
/** Milliseconds between two looks at the memory while the worker is busy. */
const watchInterval = 20;
const maxRequestBytes = 500_000_000;

/** That it is loaded, the frame of a reply, or the frame of a question. */
type FromWorker = "loaded" | Uint8Array | { readonly need: Uint8Array };

/** Serves the worker until stdin ends; gives the exit code. */
export async function hostRenderer(
  renderer: URL,
  { maxMemory = defaultMaxMemory }: HostOptions = {},
): Promise<number> {
  const worker = new Worker(renderer, {
    type: "module",
    name: "renderer",
    deno: { permissions: "none" },
  });
  let watch: ReturnType<typeof setInterval> | undefined;
  let written = Promise.resolve();
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data === "loaded") return dropPermissions();
    // A worker that only asks for bytes may be busy meanwhile.
    const isReply = data instanceof Uint8Array;
    if (isReply) clearInterval(watch);
    written = written.then(() => writeAll(isReply ? data : data.need)).catch(() => Deno.exit(0));
  };
  for await (const frame of readFrames(Deno.stdin.readable, maxRequestBytes)) {
    clearInterval(watch);
    watch = setInterval(() => {
      if (Deno.memoryUsage().rss > maxMemory) Deno.exit(outOfMemoryExitCode);
    }, watchInterval);
    worker.postMessage(frame, [frame.buffer]);
  }
  return 0;
}

function dropPermissions(): void {
  for (const name of ["read", "write", "net", "env", "sys", "run", "ffi", "import"] as const) {
    Deno.permissions.revokeSync({ name });
  }
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}
