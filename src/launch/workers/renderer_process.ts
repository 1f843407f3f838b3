/**
 * The renderer process, as the launcher sees it: this program again, as a child process that draws and parses untrusted
 * data (`host_renderer.ts` runs in it). It is a process because a busy worker cannot be terminated, and the memory of a
 * worker alone cannot be limited: V8's heap limit, which the environment sets, ends the process.
 *
 * 1. Frames are passed unread from the port to its stdin and from its stdout to the port. Any other message kills it.
 * 2. Its end is reported on the port exactly once, also if it could not be started.
 * 3. Its environment contains no token or password.
 * 4. It ends with this process, however this one ends, because its stdin closes.
 */

import { readFrames } from "../../base/frames.ts";
import type { Logger } from "../../base/log.ts";
import type { FromRendererProcess, ToRendererProcess } from "../../base/protocol.ts";
import { tailLines } from "../processes.ts";
import { ownCommand } from "./own_process.ts";

/** The exit code of a renderer that needed too much memory. */
export const outOfMemoryExitCode = 112;

/**
 * Megabytes of V8's heap at which it ends the process, at once. `host_renderer.ts` watches all memory at the same limit,
 * but only looks from time to time, and a single allocation may take gigabytes in between.
 */
const maxHeap = 1_000;

/** Images and charts are far smaller; a renderer that sends more is broken. */
const maxReplyBytes = 100_000_000;

/** The variables that a program needs to start at all. */
const passedOn = [
  ...["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DENO_DIR", "XDG_CACHE_HOME"],
  ...["SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP", "USERPROFILE", "LOCALAPPDATA"],
];

interface RendererProcessOptions {
  /** The main module, for a program that is not compiled. */
  readonly main: URL;
  readonly port: MessagePort;
  readonly logger: Logger;
}

export class RendererProcess {
  readonly #child: Deno.ChildProcess | undefined;
  readonly #options: RendererProcessOptions;
  #isKilled = false;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;

  constructor(options: RendererProcessOptions) {
    this.#options = options;
    try {
      this.#child = spawn(options.main);
    } catch (error) {
      this.#tell(`it cannot be started (${error instanceof Error ? error.message : error})`);
      this.ended = Promise.resolve();
      return;
    }
    this.ended = this.#follow(this.#child);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Kills it, whatever it is doing. */
  kill(): void {
    if (this.#isKilled) return;
    this.#isKilled = true;
    try {
      this.#child?.kill("SIGKILL");
    } catch {
      // Ended meanwhile.
    }
    this.#options.port.close();
  }

  async #follow(child: Deno.ChildProcess): Promise<void> {
    const { port } = this.#options;
    const stdin = child.stdin.getWriter();
    port.onmessage = ({ data }: MessageEvent<ToRendererProcess>) => {
      if (!(data instanceof Uint8Array)) return this.kill();
      // If it has ended, that is what is reported.
      stdin.write(data).catch(() => undefined);
    };
    const errors = tailLines([child.stderr], { keep: 60 });
    try {
      for await (const frame of readFrames(child.stdout, maxReplyBytes)) {
        if (!this.#isKilled) port.postMessage(frame, [frame.buffer]);
      }
    } catch {
      child.kill("SIGKILL");
    }
    const [status] = await Promise.all([child.status, errors.ended, stdin.close().catch(() => undefined)]);
    if (this.#isKilled) return;
    const isOutOfMemory = status.code === outOfMemoryExitCode ||
      errors.lines().some((line) => /^# Fatal .*out of memory/.test(line));
    if (!isOutOfMemory) {
      this.#options.logger.error("the renderer crashed", { ...status, stderr: errors.lines().join("\n") });
    }
    this.#tell(isOutOfMemory ? "it needs too much memory" : "the renderer crashed over it");
  }

  #tell(reason: string): void {
    this.#options.port.postMessage({ kind: "ended", reason } satisfies FromRendererProcess);
    this.kill();
  }
}

function spawn(main: URL): Deno.ChildProcess {
  const { program, args } = ownCommand("renderer", main.href);
  const env = Object.fromEntries(passedOn.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
  return new Deno.Command(program, {
    args,
    clearEnv: true,
    env: { ...env, DENO_V8_FLAGS: `--max-old-space-size=${maxHeap}` },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}
