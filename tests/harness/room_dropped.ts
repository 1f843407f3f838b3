import { eventually } from "./eventually.ts";
import { type RunningJupyter, startJupyter } from "./jupyter.ts";

/** A Jupyter that drops a document as soon as nobody is in it, and so loads it from its store each time. */
export function startForgetfulJupyter(): Promise<RunningJupyter> {
  const extraArgs = ["--YDocExtension.document_cleanup_delay=0", "--YDocExtension.document_save_delay=0.1"];
  return startJupyter({ environment: "collaboration", extraArgs });
}

/** Waits until the server has no document open; those who were in it must have left. */
export async function roomDropped(jupyter: RunningJupyter): Promise<void> {
  await eventually(() => {
    const log = jupyter.log();
    return /Room json:notebook:\S+ deleted/.exec(log.slice(log.lastIndexOf("Initializing room")))
      ? true
      : undefined;
  }, { what: "Jupyter has dropped the document" });
}
