/** The Jupyter servers of a run: one of each kind, made ready and started when the first part needs them. */

import { ensureEnvironment, environmentKinds } from "../../tests/harness/environment.ts";
import type { EnvironmentKind } from "../../tests/harness/environment.ts";
import { startJupyter } from "../../tests/harness/jupyter.ts";
import type { KernelTransport, RunningJupyter } from "../../tests/harness/jupyter.ts";
import { serialiseServer, variableOf } from "../../tests/harness/servers.ts";

/** Several workers need the same environments at the same moment; one of them makes them. */
const environments = new Map<EnvironmentKind, Promise<void>>();

function environmentReady(kind: EnvironmentKind, report: (line: string) => void): Promise<void> {
  const ready = environments.get(kind) ?? ensureEnvironment(kind, report);
  environments.set(kind, ready);
  return ready;
}

export interface JupytersOptions {
  readonly report: (line: string) => void;
  readonly transport?: KernelTransport;
}

export class Jupyters implements AsyncDisposable {
  readonly #options: JupytersOptions;
  /** Also those on their way up, so that an end in between leaves none behind. */
  readonly #started: Promise<RunningJupyter>[] = [];
  #variables: Promise<Record<string, string>> | undefined;

  constructor(options: JupytersOptions) {
    this.#options = options;
  }

  /** The variables that hand the servers to test files; starts them on the first call. */
  variables(): Promise<Record<string, string>> {
    return this.#variables ??= this.#start();
  }

  async #start(): Promise<Record<string, string>> {
    const { report, ...options } = this.#options;
    const started = await Promise.all(environmentKinds.map(async (kind) => {
      await environmentReady(kind, report);
      const starting = startJupyter({ environment: kind, ...options });
      this.#started.push(starting);
      const server = await starting;
      report(`Jupyter (${kind}) at ${server.url}`);
      return [variableOf(kind), serialiseServer(server)] as const;
    }));
    return Object.fromEntries(started);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const settled = await Promise.allSettled(this.#started.splice(0));
    await Promise.all(settled.map((start) => start.status === "fulfilled" ? start.value.stop() : undefined));
  }
}
