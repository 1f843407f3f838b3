/** What every way of serving sets up around the sandboxed server: the proxy bypass, a log without secrets, Jupyter, locks. */

import { createLogger, type Logger, type LoggerOptions, logUnhandled } from "../../base/log.ts";
import { loopbackBypass } from "../../base/net/loopback.ts";
import type { ServerSettings } from "../../base/protocol.ts";
import { acquireFileLock } from "../file_lock.ts";
import type { JupyterChoice } from "../jupyter/target.ts";
import type { Machine } from "../user_folders.ts";
import { ServerWorker, type ServerWorkerOptions } from "./server_worker.ts";

/** The launcher of a server. */
interface Launcher {
  readonly machine: Machine;
  readonly logger: Logger;
  /** What the logger never writes; more may be added. */
  readonly secrets: string[];
}

/** Prepares the process: addresses of this machine bypass the proxy, and whatever is unhandled is logged. */
export function prepareLauncher(machine: Machine, log: Omit<LoggerOptions, "secrets">): Launcher {
  for (const [name, value] of Object.entries(loopbackBypass(machine.env))) Deno.env.set(name, value);
  const secrets: string[] = [];
  const logger = createLogger({ ...log, secrets });
  logUnhandled(logger);
  return { machine, logger, secrets };
}

interface StartOptions
  extends Omit<ServerWorkerOptions, "settings" | "logger" | "startJupyter" | "acquireLock"> {
  readonly settings: Omit<ServerSettings, "jupyter">;
  readonly jupyter: Pick<JupyterChoice, "target" | "start">;
}

/** Starts the server; the log never shows the secrets of its Jupyter, including a token that each start renews. */
export function startServerWorker(
  { machine, logger, secrets }: Launcher,
  { settings, jupyter, ...options }: StartOptions,
): ServerWorker {
  const { token, password = "" } = jupyter.target;
  secrets.push(token, password);
  return new ServerWorker({
    ...options,
    settings: { ...settings, jupyter: jupyter.target },
    logger,
    startJupyter: async () => {
      const answer = await jupyter.start();
      if (answer.kind === "jupyter_ready" && answer.token !== undefined && !secrets.includes(answer.token)) {
        secrets.push(answer.token);
      }
      return answer;
    },
    acquireLock: (name) => acquireFileLock(name, { machine }),
  });
}
