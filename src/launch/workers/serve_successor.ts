/** The main thread of a successor process: it serves no client, and ends with the last of the runs it has taken over. */

import { z } from "zod";
import { isRecord } from "../../base/json.ts";
import { isServerOptions, type ServerOptions } from "../../base/options.ts";
import type { EntryUrls } from "./server_worker.ts";
import { prepareLauncher, startServerWorker } from "./start_server_worker.ts";
import { printText } from "../terminal.ts";
import { thisMachine } from "../user_folders.ts";

/** The first line that the ending process sends. */
const settingsSchema = z.object({
  options: z.custom<ServerOptions>((value) => isRecord(value) && isServerOptions(value)),
  jupyter: z.object({
    url: z.string(),
    token: z.string(),
    password: z.string().exactOptional(),
    caCert: z.string().exactOptional(),
    identity: z.string().exactOptional(),
    origin: z.enum(["given", "discovered"]),
  }),
  version: z.string(),
  kernels: z.array(z.string()),
  journalFolder: z.string().exactOptional(),
});

/** Continues runs until the last has ended; returns the exit code. */
export async function serveSuccessor(entries: EntryUrls): Promise<number> {
  const lines = linesOf(Deno.stdin.readable);
  const first = await lines.next();
  if (first.done) return 1;
  const { options, kernels, jupyter, ...settings } = settingsSchema.parse(JSON.parse(first.value));
  const launcher = prepareLauncher(thisMachine(), { level: options.logLevel, format: options.logFormat });
  const server = startServerWorker(launcher, {
    entries,
    jupyter: { target: jupyter, start: () => Promise.resolve({ kind: "jupyter_ready" }) },
    settings: {
      ...options,
      ...settings,
      transport: { kind: "stdio" },
      takeOverKernels: kernels,
    },
    onReady: () => printText("\n"),
  });
  const second = await Promise.race([lines.next(), server.ended]);
  // Without a second line the runs have ended, or were stopped, in the first process.
  if (!("value" in second) || second.value === undefined) return 0;
  server.receiveRuns(second.value);
  return (await server.ended).kind === "closed" ? 0 : 1;
}

async function* linesOf(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, undefined> {
  const pieces: string[] = [];
  for await (const piece of bytes.pipeThrough(new TextDecoderStream())) {
    const [rest = "", ...more] = piece.split("\n");
    pieces.push(rest);
    for (const next of more) {
      yield pieces.splice(0).join("");
      pieces.push(next);
    }
  }
}
