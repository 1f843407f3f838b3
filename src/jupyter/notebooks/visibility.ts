/**
 * Whether a person sees a change, and whether a notebook may be changed as a file. A browser that has it open without sharing
 * it would not see the change: the person's next save asks which version to keep, and either choice loses something.
 */

import { delay } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import type { RunBackend } from "./notebook_backend.ts";

/** Whether a person sees a change: at once, after reloading the page, or nobody has the notebook open. */
export type Visibility = "live" | "after_reload" | "no_browser";

/**
 * The browser that shows a notebook: one that shares the document, one that is connected to the kernel, or one that may have
 * been closed, as only a stored layout has the notebook; unknown if the layouts cannot be read.
 */
export type Viewer = "live" | "connected" | "in_layout" | "unknown" | "none";

export function visibilityTo(viewer: Viewer): Visibility {
  return viewer === "none" ? "no_browser" : viewer === "live" ? "live" : "after_reload";
}

interface WriteCheckOptions {
  readonly notebooks: {
    readonly viewer: (backend: RunBackend) => Promise<Viewer>;
    readonly isUnattended: boolean;
  };
  readonly backend: RunBackend;
  /** Whether the caller wants the file written although a browser has it open. */
  readonly force: boolean;
  /** Milliseconds for which an answer is good. */
  readonly answerLife?: number;
}

/** What keeps a file from being written, and what the caller can do. */
interface OpenPage {
  readonly reason: string;
  readonly hint: string;
}

const atNextSave =
  "An open page will not show the change, and JupyterLab will ask the person which version to keep at the next save";

const connected: OpenPage = {
  reason: "a browser has the notebook open without sharing it (that takes jupyter-collaboration, " +
    "and a page loaded since it was installed)",
  hint:
    `${atNextSave}. Ask the person to save and close the notebook, then call again. With force: true the file is ` +
    "written now; the person must have saved, and then choose File → Reload Notebook from Disk",
};

const inLayout: OpenPage = {
  reason: "a browser may still have the notebook open: JupyterLab's stored layout has its tab, " +
    "though no page is connected to its kernel",
  hint:
    "Jupyter cannot tell a page in a background tab, or one without a kernel, from a browser that was closed with the " +
    "tab open. Ask the person: if no page shows the notebook, call again with force: true. If one does, they should " +
    `save and close the notebook first. ${atNextSave}`,
};

const unknown: OpenPage = {
  reason: "a browser may have the notebook open: Jupyter failed to list JupyterLab's stored layouts, " +
    "which say what pages show",
  hint:
    "Ask the person: if no page shows the notebook, call again with force: true. If one does, they should save and close " +
    "the notebook first. The list (lab/api/workspaces) fails if a proxy or the token does not allow it, or if a file of " +
    `type .jupyterlab-workspace is broken, by default in ~/.jupyter/lab/workspaces: it is safe to delete. ${atNextSave}`,
};

const pages: Readonly<Record<Viewer, OpenPage | undefined>> = {
  live: undefined,
  connected,
  in_layout: inLayout,
  unknown,
  none: undefined,
};

/** Why a file must not be written under the browser that shows it; undefined if it may be. */
export function pageInTheWay(viewer: Viewer): OpenPage | undefined {
  return pages[viewer];
}

/** The note for cells that were run without their outputs being written. */
export const outputsNotWritten =
  "The saved version of the cells was run, without the person's unsaved edits; with force: true the outputs are " +
  "written, which is safe only if no page has the notebook open";

/** Milliseconds after which a connection to the kernel is not one that our own processes are opening or closing. */
const connectionChange = 10_000;
const recheckInterval = 500;

/**
 * A question for a run to ask before each write: why it must not be made, if so. What all pages share may always be written.
 * While runs go from one of our processes to another, Jupyter counts connections that cannot be told from a browser's for
 * a moment: if nobody waits for the run, the question is asked again.
 */
export function outputWriteCheck(options: WriteCheckOptions): () => Promise<string | undefined> {
  const { notebooks, backend, force, answerLife = 0 } = options;
  let answer: Promise<string | undefined> | undefined;
  let askedAt = -Infinity;
  const ask = async (): Promise<string | undefined> => {
    for (const began = performance.now();;) {
      const viewer = await notebooks.viewer(backend);
      const mayChange = viewer === "connected" && notebooks.isUnattended;
      if (!mayChange || performance.now() - began >= connectionChange) return pageInTheWay(viewer)?.reason;
      await delay(recheckInterval);
    }
  };
  return async () => {
    if (!backend.mayBeUnshared || force) return undefined;
    if (answer === undefined || performance.now() - askedAt >= answerLife) {
      askedAt = performance.now();
      answer = ask();
      // A question that failed is asked again.
      answer.catch(() => answer = undefined);
    }
    return await answer;
  };
}

/** Throws `conflict` if an edit would be made under an open page. */
export function refuseOpenPage(path: string, viewer: Viewer): void {
  const page = pageInTheWay(viewer);
  if (page === undefined) return;
  const hint = `${page.hint}. execute_code runs code without writing`;
  throw new AppError("conflict", `Cannot change notebook "${path}": ${page.reason}`, { hint });
}
