/**
 * JupyterLab as a person has it: a real page in headless Chromium, with a profile of its own and no login page.
 *
 * What is waited for is waited for by playwright, which looks until a deadline; nothing sleeps.
 */

import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { findChromium } from "../../scripts/suite/find_chromium.ts";
import type { JupyterServer } from "./jupyter.ts";
import { jupyterJson } from "./rest.ts";

export interface PersonOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Pixels of the screen for each of the page. */
  readonly scale?: number;
}

/** Milliseconds until what should appear counts as missing. */
const patience = 60_000;

/** A browser of its own; its notebooks close with it. */
export class Person implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #options: PersonOptions;

  constructor(browser: Browser, options: PersonOptions) {
    this.#browser = browser;
    this.#options = options;
  }

  /** Opens a notebook and returns when its cells are there and its kernel is idle. */
  async open(server: JupyterServer, path: string): Promise<NotebookPage> {
    await declineNews(server);
    const { viewport = { width: 1280, height: 900 }, scale = 1 } = this.#options;
    const context = await this.#browser.newContext({ viewport, deviceScaleFactor: scale });
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    const place = path.split("/").map(encodeURIComponent).join("/");
    // A workspace that nobody has used: the notebook is the only thing that is open.
    const url = new URL(`lab/workspaces/${crypto.randomUUID()}/tree/${place}`, server.url);
    url.searchParams.set("token", server.token);
    await page.goto(url.href);
    const notebook = new NotebookPage(page);
    await notebook.ready();
    return notebook;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

/** Starts Chromium. */
export async function startPerson(options: PersonOptions = {}): Promise<Person> {
  const executablePath = await findChromium();
  if (executablePath === undefined) {
    throw new Error("Cannot start Chromium: it is not installed (CHROMIUM_BIN names one)");
  }
  // Chromium's sandbox does not work for root. Playwright turns background networking and first-run pages off.
  const isRoot = Deno.build.os !== "windows" && Deno.uid() === 0;
  const args = ["--disable-gpu", "--disable-quic", ...(isRoot ? ["--no-sandbox"] : [])];
  return new Person(await chromium.launch({ executablePath, args }), options);
}

export class NotebookPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Returns when the cells are there and the kernel is idle. */
  async ready(): Promise<void> {
    await this.cells.first().waitFor();
    // The notebook's own indicator says so before there is a kernel.
    await this.page.locator(".jp-StatusBar-TextItem", { hasText: /\| Idle$/ }).waitFor();
  }

  get cells(): Locator {
    return this.page.locator(".jp-Notebook .jp-Cell");
  }

  /** The cell at an index. */
  cell(index: number): NotebookCell {
    return new NotebookCell(this.page, this.cells.nth(index));
  }

  /** The one cell whose source holds a text. */
  cellWith(source: string): NotebookCell {
    const editor = this.page.locator(".jp-InputArea-editor", { hasText: source });
    return new NotebookCell(this.page, this.cells.filter({ has: editor }));
  }

  /** The names that JupyterLab shows beside the cursors of others. */
  get names(): Locator {
    return this.page.locator(".jp-remote-userFlag-name");
  }

  /** The names in JupyterLab's list of those who are on the server; opens the list. */
  async collaborators(): Promise<Locator> {
    await this.page.locator('li[data-id="jp-collaboration-panel"]').click();
    return this.page.locator(".jp-CollaboratorsList .jp-Collaborator");
  }

  /** Dialogues that ask the person something, such as "File Changed". */
  get dialogs(): Locator {
    return this.page.locator(".jp-Dialog");
  }

  /** Saves as the person does and returns when JupyterLab has nothing unsaved. */
  async save(): Promise<void> {
    await this.page.keyboard.press("Control+s");
    await this.page.locator(".lm-TabBar-tab.lm-mod-current:not(.jp-mod-dirty)", { hasText: ".ipynb" })
      .waitFor();
  }

  /** Closes the notebook, and leaves JupyterLab open. */
  async close(): Promise<void> {
    const tab = this.page.locator(".lm-DockPanel-tabBar .lm-TabBar-tab", { hasText: ".ipynb" });
    await tab.locator(".lm-TabBar-tabCloseIcon").click();
    await tab.waitFor({ state: "detached" });
  }
}

export class NotebookCell {
  readonly #page: Page;
  readonly locator: Locator;

  constructor(page: Page, locator: Locator) {
    this.#page = page;
    this.locator = locator;
  }

  /** Puts the person's cursor at the end of the source. */
  async focus(): Promise<void> {
    await this.#editor.click();
    await this.#page.keyboard.press("Control+End");
  }

  /** Runs it as the person does. */
  async run(): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press("Control+Enter");
  }

  async source(): Promise<string> {
    return (await this.#editor.innerText()).replace(/\n$/, "");
  }

  /** Whether the person's keys go into it. */
  async hasFocus(): Promise<boolean> {
    return await this.locator.locator(".cm-editor.cm-focused").count() === 1;
  }

  /** Returns when its outputs hold a text. */
  async untilOutput(text: string): Promise<void> {
    await this.locator.locator(".jp-OutputArea-output", { hasText: text }).first().waitFor();
  }

  /** Returns when JupyterLab marks it like that, such as `[*]:` for a cell that runs. */
  async untilPrompt(text: string | RegExp): Promise<void> {
    await this.locator.locator(".jp-InputArea-prompt", { hasText: text }).waitFor();
  }

  get #editor(): Locator {
    return this.locator.locator(".cm-content");
  }
}

/** Else every page of a new user begins with a question. */
async function declineNews(server: JupyterServer): Promise<void> {
  const raw = JSON.stringify({ fetchNews: "false", checkForUpdates: false });
  const path = "lab/api/settings/@jupyterlab/apputils-extension:notification";
  await jupyterJson(server, path, { method: "PUT", body: JSON.stringify({ raw }) });
}
