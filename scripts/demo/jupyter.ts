/** The Jupyter of the demo: the given one, or else that of the managed environment, which is created if needed. */

import { createLogger } from "../../src/base/log.ts";
import { parseJupyterUrl } from "../../src/launch/jupyter/jupyter_url.ts";
import { ManagedJupyter } from "../../src/launch/jupyter/managed.ts";
import { setUp } from "../../src/launch/setup/setup.ts";
import type { SetupReport } from "../../src/launch/progress.ts";
import { homeFolder, thisMachine } from "../../src/launch/user_folders.ts";
import type { Screen } from "./screen.ts";

export interface DemoJupyter {
  readonly url: string;
  readonly token: string;
}

export interface BringJupyterOptions {
  readonly screen: Screen;
  /** The folder whose files Jupyter shows. */
  readonly folder: string;
  /** What was started is ended with this. */
  readonly resources: AsyncDisposableStack;
  readonly signal: AbortSignal;
}

/** A server that runs already, by its address as people paste it. */
export function givenJupyter(address: string): DemoJupyter {
  const { url, token } = parseJupyterUrl(address);
  return { url, token: Deno.env.get("JUPYTER_TOKEN") ?? token ?? "" };
}

/** Creates the managed environment if needed and starts Jupyter from it. */
export async function bringJupyter(options: BringJupyterOptions): Promise<DemoJupyter> {
  const { screen, folder, resources, signal } = options;
  await setUp({ env: Deno.env.toObject(), report: setupReport(screen), signal });
  const started = performance.now();
  screen.busy("Starting JupyterLab");
  const logger = createLogger({ level: "error" });
  const managed = new ManagedJupyter({ machine: thisMachine(), cwd: folder, logger });
  resources.defer(() => managed.stop(1_500));
  const answer = await managed.ensure();
  if (answer.kind === "jupyter_failed") throw new Error(answer.error.message);
  screen.ready(`JupyterLab at ${managed.target.url}`, performance.now() - started);
  return managed.target;
}

/** Removes the notebook of an earlier demo; best effort, as the next steps tell what is wrong with a server. */
export async function removeNotebook({ url, token }: DemoJupyter, path: string): Promise<void> {
  const headers = { Authorization: `token ${token}` };
  const response = await fetch(new URL(`api/contents/${path}`, url), { method: "DELETE", headers })
    .catch(() => undefined);
  await response?.body?.cancel();
}

/** Setup as the screen shows it. */
function setupReport(screen: Screen): SetupReport {
  let phase = { text: "", began: performance.now() };
  return (event) => {
    const elapsed = performance.now() - phase.began;
    switch (event.kind) {
      case "phase":
        phase = { text: event.text, began: performance.now() };
        return screen.busy(event.text);
      case "progress":
        return screen.busy(`${phase.text}: ${event.text}, ${Math.round(elapsed / 1000)} s`);
      case "done":
        return screen.ready(event.text, elapsed);
      case "note":
        return screen.ready(withTilde(event.text));
    }
  };
}

/** The home folder as people write it. */
function withTilde(text: string): string {
  const home = homeFolder(thisMachine());
  return home.length > 1 ? text.replaceAll(home, "~") : text;
}
