/**
 * A Jupyter server as our child process.
 *
 * 1. It receives the token in a file that only this user can read and that is deleted once read: other users can see
 *    the command line, and kernels inherit the environment, where code that the assistant runs could see it.
 * 2. It never outlives us: `stop` ends it and its kernels, and if we are killed, a watcher that reads a pipe from us
 *    sees the pipe close, ends it and deletes its files.
 * 3. The store of its shared documents is deleted with it: jupyter-collaboration 5 loses items when it loads an older
 *    store (docs/upstream/jupyter-collaboration-store.md). Notebooks are in their files.
 * 4. Its output is drained; the last lines are kept for the error.
 */

import { allOptions } from "../../base/options.ts";
import type { CommandPrefix } from "./environment.ts";
import { descendantsOf, killAll, type LineTail, tailLines } from "../processes.ts";
import { dataFolder, type Machine, pathsOf } from "../user_folders.ts";
import { settlesWithin } from "../../base/async.ts";

export interface JupyterProcessOptions {
  readonly command: CommandPrefix;
  readonly machine: Machine;
  readonly port: number;
  readonly token: string;
  readonly rootDir: string;
  /** Whether it ends by itself when nobody has used it for a while. */
  readonly endsIfUnused?: boolean;
}

/** Seconds after which an unused kernel that nobody is connected to ends, and a server without kernels. */
const unusedLimits = { kernel: 12 * 3_600, server: 3_600 } as const;

/**
 * `$$` is the shell that becomes Jupyter by `exec`, so our child is Jupyter itself. A line on the pipe tells the watcher
 * to stop watching; the end of the pipe without a line, that we are gone, and that what we would delete is its to delete.
 */
const watchedScript = `store=$1 token=$2
shift 2
exec 3<&0
( read -r done <&3 && exit
kill -TERM $$
for second in 1 2 3; do sleep 1; kill -0 $$ || break; done
kill -0 $$ && kill -KILL $$
rm -rf "$store" "$token" ) </dev/null >/dev/null 2>&1 &
exec "$@" </dev/null 3<&-`;

/** Time limit for reading the rest of its output after it has ended. */
const lastWordsMs = 1_000;

export class JupyterProcess {
  readonly #child: Deno.ChildProcess;
  readonly #output: LineTail;
  readonly #os: Machine["os"];
  readonly #tokenFile: string;
  readonly #storeFolder = Deno.makeTempDirSync({ prefix: "jupyter-mcp-" });
  /** Settles with the exit code when the process has ended and its last lines have been read. */
  readonly ended: Promise<number>;
  /** Settles with the exit code as soon as the process has ended. */
  readonly exited: Promise<number>;

  constructor(options: JupyterProcessOptions) {
    this.#os = options.machine.os;
    this.#tokenFile = writeTokenFile(options.token);
    this.#child = spawn(options, { tokenFile: this.#tokenFile, storeFolder: this.#storeFolder });
    this.#output = tailLines([this.#child.stdout, this.#child.stderr]);
    this.exited = this.#child.status.then(({ code }) => code);
    this.ended = this.exited.then(async (code) => {
      this.removeTokenFile();
      await Deno.remove(this.#storeFolder, { recursive: true }).catch(() => {});
      this.#releaseWatcher();
      // Its last line says why it ended. A process that it left behind may keep the pipe open, hence the limit.
      await settlesWithin(this.#output.ended, lastWordsMs);
      return code;
    });
  }

  /** To be called once it has accepted the token, because it has read the file then. */
  removeTokenFile(): void {
    try {
      Deno.removeSync(this.#tokenFile);
    } catch {
      // Removed before.
    }
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** The last lines it wrote. */
  lastLines(): readonly string[] {
    return this.#output.lines();
  }

  /** Asks it to end, and kills it and its descendants if it has not ended within the limit. */
  async stop(limitMs: number): Promise<void> {
    if (this.#os === "windows") return await this.#stopOnWindows();
    const below = await descendantsOf(this.pid);
    this.#signal("SIGTERM");
    if (!await settlesWithin(this.ended, limitMs)) {
      killAll([...below, ...await descendantsOf(this.pid)]);
      this.#signal("SIGKILL");
      await this.ended;
    }
    killAll(below);
  }

  async #stopOnWindows(): Promise<void> {
    const args = ["/T", "/F", "/PID", String(this.pid)];
    await new Deno.Command("taskkill", { args, stdin: "null", stdout: "null", stderr: "null" }).output();
    await this.ended;
  }

  #signal(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch {
      // Ended meanwhile.
    }
  }

  #releaseWatcher(): void {
    if (this.#os === "windows") return;
    const writer = this.#child.stdin.getWriter();
    // Fails if the watcher has ended first, which does not matter.
    writer.write(new TextEncoder().encode("\n")).then(() => writer.close()).catch(() => {});
  }
}

/** Temporary files are readable by their owner only. */
function writeTokenFile(token: string): string {
  const path = Deno.makeTempFileSync({ prefix: "jupyter-mcp-" });
  Deno.writeTextFileSync(path, token);
  return path;
}

interface Paths {
  readonly tokenFile: string;
  readonly storeFolder: string;
}

function spawn(options: JupyterProcessOptions, { tokenFile, storeFolder }: Paths): Deno.ChildProcess {
  const [program, ...first] = options.command;
  const args = [...first, ...jupyterArguments(options, storeFolder)];
  const watched = options.machine.os !== "windows";
  const command = new Deno.Command(watched ? "/bin/sh" : program, {
    args: watched ? ["-c", watchedScript, "jupyter-mcp", storeFolder, tokenFile, program, ...args] : args,
    env: childEnvironment(options, tokenFile),
    clearEnv: true,
    stdin: watched ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
    // Jupyter writes files of its own where it starts, which must not be the user's folder.
    cwd: workFolder(options.machine),
    // Its own session: we handle a Ctrl-C at the terminal.
    detached: watched,
  });
  return command.spawn();
}

function workFolder(machine: Machine): string {
  const folder = dataFolder(machine);
  Deno.mkdirSync(folder, { recursive: true });
  return folder;
}

function jupyterArguments(
  { port, rootDir, machine, endsIfUnused = false }: JupyterProcessOptions,
  storeFolder: string,
): readonly string[] {
  return [
    "--no-browser",
    "--ServerApp.ip=127.0.0.1",
    `--ServerApp.port=${port}`,
    "--ServerApp.port_retries=0",
    "--ServerApp.base_url=/",
    // Overrides settings of the user's own server that would move this one away from plain http on its port.
    "--ServerApp.certfile=",
    "--ServerApp.sock=",
    `--ServerApp.root_dir=${rootDir}`,
    // Documents are not dropped and loaded again while Jupyter runs.
    `--SQLiteYStore.db_path=${pathsOf(machine).join(storeFolder, "ystore.db")}`,
    "--YDocExtension.document_cleanup_delay=None",
    ...(endsIfUnused
      ? [
        `--MappingKernelManager.cull_idle_timeout=${unusedLimits.kernel}`,
        `--ServerApp.shutdown_no_activity_timeout=${unusedLimits.server}`,
      ]
      : []),
    ...(Deno.build.os !== "windows" && Deno.uid() === 0 ? ["--allow-root"] : []),
  ];
}

function childEnvironment({ machine }: JupyterProcessOptions, tokenFile: string): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(machine.env)) {
    if (value !== undefined && !withheld.has(name)) env[name] = value;
  }
  return { ...env, JUPYTER_TOKEN_FILE: tokenFile };
}

/** Our secrets, which kernels would see, and variables that would give Jupyter another token. */
const withheld: ReadonlySet<string> = new Set([
  ...allOptions.flatMap(({ variable, secret }) => secret ? [variable ?? ""] : []),
  "JUPYTER_TOKEN_FILE",
]);
