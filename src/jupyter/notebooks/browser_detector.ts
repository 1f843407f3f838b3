/**
 * Finds browsers that show a notebook without sharing it as a document. Jupyter does not report them: they are recognised by
 * their connection to the notebook's kernel, and pages without a kernel by the layout that they keep on the server.
 *
 * 1. Anyone connected to the kernel who cannot be told from a browser counts as one.
 * 2. A notebook in a layout may be open, however old the layout is: a page in a background tab stops writing it, and a
 *    browser that was closed leaves it behind.
 * 3. It is closed if its page has left the kernel. A page that makes a session or is opened while there is one connects to
 *    it; a page that was open before a program started the session stays without a kernel.
 * 4. If the layouts cannot be read, any notebook may be open. That is not remembered: they may be readable the next time.
 *    Only a server that has never listed any, and does not report JupyterLab among its extensions, has none.
 */

import { BoundedMap } from "../../base/bounded_map.ts";
import { delay } from "../../base/async.ts";
import { labExtension } from "../../base/net/server_extensions.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelPool } from "../kernel/pool.ts";
import { nameOf } from "../rest/file_path.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { enabledExtensions, serverStartTime } from "../rest/server_info.ts";
import type { SessionModel } from "../rest/sessions.ts";
import { type LayoutTimes, layoutTimes } from "../rest/workspaces.ts";
import { sessionOfNotebook } from "../sessions/open_session.ts";
import { notebookPathOf } from "../sessions/session_reference.ts";

export interface BrowserDetectorOptions {
  readonly http: JupyterHttp;
  readonly kernels: KernelPool;
  /** Whether a layout had the notebook of a session when this process started it; undefined if it did not start it. */
  readonly wasInLayout?: ((session: SessionModel) => boolean | undefined) | undefined;
}

/** How often, and after how many milliseconds, connections are counted again that may be our own. */
const mostLooks = 4;
const lookPause = 150;
/** Milliseconds to reach a kernel whose connections are to be told apart. */
const reachLimit = 2_000;
/** Milliseconds for the search for browsers before a session ends. */
const noteLimit = 1_000;
const mostGone = 1_000;
/** Milliseconds that a page takes at most to connect to a session, after it has stored its layout. */
const connectTime = 15_000;

export class BrowserDetector {
  readonly #options: BrowserDetectorOptions;
  /** By the path of each notebook that a page has left, when that page wrote its layout, which stays behind. */
  readonly #gone = new BoundedMap<number>({ most: mostGone });

  /** Undefined until known. A server without JupyterLab is asked once: each refusal is a warning in its log. */
  #hasLayouts: boolean | undefined;

  constructor(options: BrowserDetectorOptions) {
    this.#options = options;
  }

  /** The session of a notebook. */
  async session(path: string, signal?: AbortSignal): Promise<SessionModel | undefined> {
    return await sessionOfNotebook(this.#options.http, path, { signal });
  }

  /** Connections to a kernel that are not ours. */
  othersOn({ id, connections }: SessionModel["kernel"]): number {
    return (connections ?? 0) - (this.#options.kernels.get(id).isAttached ? 1 : 0);
  }

  /**
   * Whether someone is connected to the notebook's kernel that is not another instance of this program.
   *
   * @param programs How many such programs are known to have the notebook open; they need not be on its kernel.
   */
  async isOnKernel(path: string, programs = 0, signal?: AbortSignal): Promise<boolean> {
    for (let look = 1;; look++) {
      const model = (await this.session(path, signal))?.kernel;
      const others = model === undefined ? 0 : this.othersOn(model);
      if (model === undefined || others <= 0) return false;
      const kernel = this.#options.kernels.get(model.id);
      // Right after we have left a kernel, such as one that died, Jupyter may still count us.
      if (kernel.isConnected || kernel.inspector.info.language === "" || look === mostLooks) {
        await reach(kernel, signal);
        const isBrowser = others > (await kernel.inspector.peers.count(others) ?? programs);
        // A page whose computer slept comes back with the layout that it has.
        if (isBrowser) this.#gone.delete(path);
        return isBrowser;
      }
      await delay(lookPause);
    }
  }

  /** Whether a layout has the notebook, or may have it. */
  async isInLayout(path: string, signal?: AbortSignal): Promise<boolean> {
    const layouts = await this.#layouts(signal);
    return layouts === "unknown" || layouts.has(path);
  }

  /** Whether a page without a kernel may have the notebook open, by its layout. */
  async pageWithoutKernel(path: string, signal?: AbortSignal): Promise<"in_layout" | "unknown" | "none"> {
    const layouts = await this.#layouts(signal);
    if (layouts === "unknown") return "unknown";
    if (!layouts.has(path)) return "none";
    const isPage = await this.#isPage(layouts, { path, session: await this.session(path, signal), signal });
    return isPage ? "in_layout" : "none";
  }

  /** Those of some notebooks that a browser is known to have open. */
  async openAmong(
    paths: readonly string[],
    sessions: ReadonlyMap<string, SessionModel>,
    signal?: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const layouts = await this.#layouts(signal);
    const isOpen = async (path: string) => {
      const session = sessions.get(path);
      const isUsed = session !== undefined && this.othersOn(session.kernel) > 0;
      return (isUsed && await this.isOnKernel(path, 0, signal)) ||
        await this.#isPage(layouts, { path, session, signal });
    };
    const found = await Promise.all(paths.map(async (path) => await isOpen(path) ? [path] : []));
    return new Set(found.flat());
  }

  /** Looks for browsers on the notebook of a session that is about to end: afterwards they cannot be found. */
  async note(session: SessionModel, signal: AbortSignal): Promise<void> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(noteLimit)]);
    // A failed search must not keep a session from ending.
    await this.#note(session, limited).catch(() => signal.throwIfAborted());
  }

  async #note(session: SessionModel, signal: AbortSignal): Promise<void> {
    const path = notebookPathOf(session);
    if (path === null) return;
    // Who else is on the kernel is asked from there; to connect for that would make us look like a page to others.
    const canAsk = this.#options.kernels.get(session.kernel.id).isConnected;
    const isUsed = this.othersOn(session.kernel) > 0 && (!canAsk || await this.isOnKernel(path, 0, signal));
    if (isUsed) this.#gone.delete(path);
    else await this.#isPage(await this.#layouts(signal), { path, session, signal });
  }

  async #layouts(signal?: AbortSignal): Promise<LayoutTimes | "unknown"> {
    if (this.#hasLayouts === false) return new Map();
    const { http } = this.#options;
    const times = await layoutTimes(http, signal);
    if (times === "unknown") return times;
    this.#hasLayouts ||= times !== "missing" ||
      (await enabledExtensions(http, signal))?.has(labExtension) === true;
    if (times !== "missing") return times;
    return this.#hasLayouts ? "unknown" : new Map();
  }

  /** Asked if nobody is on the kernel: a page that has left its session is known to be gone when that has ended. */
  async #isPage(
    layouts: LayoutTimes | "unknown",
    { path, session, signal }: AskedPage,
  ): Promise<boolean> {
    const layoutAt = layouts === "unknown" ? undefined : layouts.get(path);
    if (layoutAt === undefined || layoutAt <= (this.#gone.get(path) ?? -Infinity)) return false;
    if (session === undefined || Date.now() - layoutAt < connectTime) return true;
    const mayBeOpen = this.#options.wasInLayout?.(session) ??
      (!isOfPage(session, path) ||
        layoutAt < Date.parse(await serverStartTime(this.#options.http, signal)));
    if (!mayBeOpen) this.#gone.set(path, layoutAt);
    return mayBeOpen;
  }
}

/** Whether a page may have made a session: it names it like the file. */
function isOfPage({ name }: SessionModel, path: string): boolean {
  return name === nameOf(path);
}

interface AskedPage {
  readonly path: string;
  readonly session: SessionModel | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Connects to a kernel: only who is connected can ask who else is. One that cannot be reached is not asked. */
async function reach(kernel: Kernel, signal: AbortSignal | undefined): Promise<void> {
  const limit = AbortSignal.timeout(reachLimit);
  const either = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  await kernel.connect({ signal: either }).catch(() => undefined);
  signal?.throwIfAborted();
}
