/**
 * The main thread of the renderer process: it hosts the worker that draws, which has no permissions.
 *
 * 1. Frames are passed unread from stdin to the worker and from the worker to stdout. A request is sent once the one
 *    before it has been answered; replies to the worker's own requests come in between.
 * 2. This thread drops its own permissions as soon as the worker is loaded, which needs them to read files.
 * 3. It never computes, so that it always notices when the parent has gone (stdin ends) or the worker uses too much
 *    memory. Both end the process, whatever the worker is doing. Resident memory is watched because V8's heap limit, which
 *    the process is started with, does not count buffers and WebAssembly.
 */

import { readFrames } from "../../base/frames.ts";
import { outOfMemoryExitCode } from "./renderer_process.ts";

interface HostOptions {
  /** Resident memory at which the process ends. */
  readonly maxMemory?: number;
}

/** The largest allowed tables and images need about two thirds of it. */
const defaultMaxMemory = 1_000_000_000;
/** Milliseconds between two checks of the memory while the worker is busy. */
const watchInterval = 20;
const maxRequestBytes = 500_000_000;

/** A signal that it is loaded, the frame of a reply, or the frame of a request for bytes. */
type FromWorker = "loaded" | Uint8Array | { readonly need: Uint8Array };

/** Hosts the worker until stdin ends; returns the exit code. */
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
    // A worker that only asks for bytes may still be busy.
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
