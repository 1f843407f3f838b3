import { AppError } from "../../base/errors.ts";

/**
 * The error for a room that does not answer although its server does. jupyter-server-documents serves a room no longer if
 * a client leaves it while a change of that client waits to be applied.
 */
export class SilentRoom extends AppError {
  constructor(readonly path: string, outcome?: string) {
    const state = "Jupyter answers, but not for the notebook's shared document";
    super(
      "conflict",
      `Cannot use notebook "${path}": ${state}${outcome === undefined ? "" : `; ${outcome}`}`,
      {
        hint:
          "Have the notebook closed in every browser, since what is typed there is not saved, then call again; " +
          "restart Jupyter if pages are to share it again",
      },
    );
    this.name = "SilentRoom";
  }
}
