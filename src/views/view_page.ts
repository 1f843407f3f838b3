/**
 * What every view has: the host's theme, fullscreen, its size, and the states in which there is nothing to show.
 *
 * 1. Inline, the page is as high as its content, and its size is reported; in fullscreen it fills the window.
 * 2. A message takes the place of the content until `show` is called.
 */

import { Bridge, type ToolAnswer, type ToolFailure } from "./bridge.ts";
import { button, element, setAttributes, svg } from "./elements.ts";
import { type JsonObject, list, record, text } from "./json.ts";

export interface ViewParts {
  /** Called once with what the tool answered. */
  readonly onData: (data: JsonObject) => void;
  /** The display mode has changed. */
  readonly onMode?: (mode: "inline" | "fullscreen") => void;
  /** The theme has changed. */
  readonly onTheme?: () => void;
  readonly onTeardown?: () => void;
}

/** What a person reads if the data behind a view was there once and is gone. */
const goneText =
  "This is no longer available: the kernel was restarted or has dropped it. Ask for it again to see it.";
const goneCodes: ReadonlySet<string> = new Set([
  ...["variable_not_found", "session_not_found", "kernel_not_found", "kernel_died"],
  ...["execution_not_found", "image_not_found"],
]);

export class ViewPage {
  readonly bridge: Bridge;
  readonly content = element("div", { class: "content", hidden: true });
  readonly #message = element("div", { class: "message", role: "status" }, "Loading…");
  readonly #parts: ViewParts;
  /** Hidden if the host has only one display mode. */
  readonly #fullscreen = button("", () => void this.#toggle(), { class: "icon", hidden: true });
  #mode: "inline" | "fullscreen" = "inline";
  #theme = "";

  constructor(name: string, parts: ViewParts) {
    this.#parts = parts;
    this.bridge = new Bridge({
      onContext: (context) => this.#apply(context),
      onResult: (answer) => this.#begin(answer),
      onCancelled: () => this.say("cancelled", "Cancelled: nothing was shown."),
      onTeardown: () => parts.onTeardown?.(),
    });
    this.#fullscreen.append(fullscreenIcon());
    document.body.append(element("main", { "aria-label": name }, this.content, this.#message));
    new ResizeObserver(() => this.reportSize()).observe(document.documentElement);
    this.bridge.connect(name).catch((error) => this.say("error", `The view cannot start: ${error.message}`));
  }

  get mode(): "inline" | "fullscreen" {
    return this.#mode;
  }

  /** Puts the content together: a line with a heading and tools, and what is below it. */
  arrange(heading: readonly Node[], tools: readonly Node[], content: readonly Node[]): void {
    const header = element("header", {}, element("div", { class: "heading" }, ...heading));
    header.append(element("div", { class: "tools" }, ...tools, this.#fullscreen));
    this.content.replaceChildren(header, ...content);
  }

  /** Shows the content. */
  show(): void {
    this.content.hidden = false;
    this.#message.hidden = true;
  }

  /** Shows a message instead of the content. */
  say(
    kind: "loading" | "empty" | "error" | "cancelled" | "gone",
    message: string,
    buttons: readonly HTMLButtonElement[] = [],
  ): void {
    this.content.hidden = true;
    this.#message.hidden = false;
    setAttributes(this.#message, { "data-kind": kind });
    this.#message.replaceChildren(element("p", {}, message), ...buttons);
  }

  /** Shows what a failed call of the view means to the person. */
  fail(
    answer: ToolFailure,
    retry?: () => void,
    others: readonly HTMLButtonElement[] = [],
  ): void {
    if (goneCodes.has(answer.code)) return this.say("gone", goneText);
    const canRetry = retry !== undefined && answer.code !== "unsupported";
    this.say("error", answer.message, [...(canRetry ? [button("Try again", retry)] : []), ...others]);
  }

  /** Hosts send an old result again when a chat is reopened. */
  #begin(answer: ToolAnswer): void {
    if (answer.kind === "error") this.say("error", answer.message);
    else this.#parts.onData(answer.data);
  }

  #apply(context: JsonObject): void {
    const page = document.documentElement;
    const styles = record(context["styles"]);
    for (const [name, value] of Object.entries(record(styles["variables"]))) {
      if (name.startsWith("--") && typeof value === "string") page.style.setProperty(name, value);
    }
    const fonts = text(record(styles["css"])["fonts"]);
    if (fonts !== "" && document.getElementById("fonts") === null) {
      document.head.append(element("style", { id: "fonts" }, fonts));
    }
    const theme = context["theme"] === "dark" ? "dark" : context["theme"] === "light" ? "light" : "";
    if (theme !== this.#theme) setAttributes(page, { "data-theme": theme || undefined });
    const mode = context["displayMode"] === "fullscreen" ? "fullscreen" : "inline";
    const canChange = list(context["availableDisplayModes"]).includes("fullscreen");
    this.#fullscreen.hidden = !canChange;
    const [themeBefore, modeBefore] = [this.#theme, this.#mode];
    this.#theme = theme;
    this.#mode = mode;
    page.dataset["mode"] = mode;
    const label = mode === "fullscreen" ? "Exit fullscreen" : "Fullscreen";
    setAttributes(this.#fullscreen, { "aria-label": label, title: label });
    if (theme !== themeBefore) this.#parts.onTheme?.();
    if (mode !== modeBefore) this.#parts.onMode?.(mode);
    this.reportSize();
  }

  async #toggle(): Promise<void> {
    const mode = this.#mode === "fullscreen" ? "inline" : "fullscreen";
    await this.bridge.request("ui/request-display-mode", { mode }).catch(() => undefined);
  }

  /** Tells the host how high the page is. */
  reportSize(): void {
    if (this.#mode === "fullscreen") return;
    const { width, height } = document.documentElement.getBoundingClientRect();
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    if (size.height > 0) this.bridge.notify("ui/notifications/size-changed", size);
  }
}

/** Four corners. */
function fullscreenIcon(): SVGElement {
  const corners = "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4";
  return svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: corners }));
}
