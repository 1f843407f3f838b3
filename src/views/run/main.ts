/**
 * The view of a run: its state, how far it is, and its last lines, live.
 *
 * 1. It asks for news again and again, as long as the run lasts and the view can be seen; a failed question is repeated
 *    after a growing pause.
 * 2. The log follows its end, unless the person has scrolled up.
 */

import { tellingLine } from "../../base/text.ts";
import { button, element, setAttributes } from "../elements.ts";
import { dataUrl, readFigure } from "../figure_data.ts";
import { ViewPage } from "../view_page.ts";
import { type JsonObject, list, number, record, text } from "../json.ts";
import { duration, remaining, states } from "./words.ts";

/** Seconds that the server waits for news. */
const wait = 5;
const firstPause = 1_000;
const longestPause = 30_000;

/** What a person reads of a run that has ended since in another process. */
const goneText = "This run is no longer kept. If it ran in a notebook, its output is there.";

class RunView {
  readonly #page = new ViewPage("Run", {
    onData: (data) => this.#open(data),
    onTeardown: () => this.#isOver = true,
  });
  #handle = "";
  #cursor: string | undefined;
  #isOver = false;
  #isStopping = false;
  #stopFailure = "";
  /** When the run began, on the clock of this page; undefined once it has ended. */
  #began: number | undefined;
  readonly #visible = new Visibility();

  readonly #state = element("span", { class: "state", role: "status" });
  readonly #elapsed = element("span", { class: "elapsed" });
  readonly #code = element("code", { class: "code" });
  readonly #stop = button("Stop", () => void this.#stopRun(), { class: "stop" });
  readonly #fill = element("div", { class: "fill" });
  readonly #progress = element(
    "div",
    { class: "progress", role: "progressbar", "aria-label": "Progress" },
    this.#fill,
  );
  readonly #counts = element("span", { class: "counts" });
  readonly #bar = element("div", { class: "bar", hidden: true }, this.#progress, this.#counts);
  readonly #log = element("pre", {
    class: "log",
    role: "log",
    tabindex: 0,
    "aria-label": "Last lines",
    hidden: true,
  });
  readonly #note = element("p", { class: "note", hidden: true });
  readonly #images = element("div", { class: "images" });

  #open(data: JsonObject): void {
    this.#handle = text(data["handle"]);
    const tools = element("div", { class: "tools" }, this.#stop, this.#page.fullscreenButton);
    const line = element("div", { class: "heading" }, this.#state, this.#elapsed, this.#code);
    this.#page.content.replaceChildren(
      element("header", {}, line, tools),
      this.#bar,
      this.#note,
      this.#log,
      this.#images,
    );
    setInterval(() => this.#tick(), 200);
    void this.#follow();
  }

  async #follow(): Promise<void> {
    let pause = firstPause;
    while (!this.#isOver) {
      await this.#visible.shown();
      const about = {
        handle: this.#handle,
        ...(this.#cursor === undefined ? {} : { wait, cursor: this.#cursor }),
      };
      const answer = await this.#page.bridge.callTool("view_read", about);
      if (this.#isOver) return;
      if (answer.kind === "error") {
        if (answer.code === "execution_not_found") return this.#page.say("gone", goneText);
        this.#say(`${answer.message}. Trying again…`);
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(longestPause, pause * 2);
        continue;
      }
      pause = firstPause;
      this.#show(answer.data);
    }
  }

  #show(data: JsonObject): void {
    this.#page.show();
    const status = text(data["status"]);
    const isRunning = status === "running";
    this.#cursor = text(data["cursor"]);
    this.#isOver = !isRunning;
    const { word, mark } = states[status] ?? { word: status, mark: "bad" };
    this.#state.textContent = data["is_queued"] === true
      ? "Waiting for the kernel"
      : isRunning && this.#isStopping
      ? "Stopping…"
      : word;
    setAttributes(this.#state, { "data-mark": mark });
    const elapsed = number(data["elapsed_ms"]) ?? 0;
    this.#began = isRunning && data["is_queued"] !== true ? performance.now() - elapsed : undefined;
    this.#elapsed.textContent = data["is_queued"] === true ? "" : duration(elapsed);
    this.#stop.hidden = !isRunning || data["can_stop"] !== true;
    if (data["code"] !== undefined) this.#showCode(text(data["code"]));
    this.#showBar(data, elapsed, isRunning);
    this.#say(data["is_asking"] === true ? "The code waits for an answer to input()." : this.#stopFailure);
    if (data["lines"] !== undefined) this.#showLines(text(data["lines"]));
    if (!isRunning) void this.#showImages(list(data["figures"]).map(text));
  }

  #showCode(code: string): void {
    this.#code.textContent = tellingLine(code);
    this.#code.title = code;
  }

  #showBar(data: JsonObject, elapsed: number, isRunning: boolean): void {
    const [done, total] = [number(record(data["bar"])["done"]), number(record(data["bar"])["total"])];
    if (!isRunning && !this.#bar.hidden && data["status"] === "ok") this.#bar.hidden = true;
    if (done === undefined || total === undefined) return;
    const percent = Math.min(100, done / total * 100);
    this.#bar.hidden = false;
    this.#fill.style.width = `${percent}%`;
    setAttributes(this.#progress, {
      "aria-valuenow": Math.round(percent),
      "aria-valuemin": 0,
      "aria-valuemax": 100,
    });
    const rest = remaining({ done, total }, elapsed);
    const counts = `${Math.round(percent)}% · ${done.toLocaleString()} of ${total.toLocaleString()}`;
    this.#counts.textContent = rest === undefined ? counts : `${counts} · ${rest}`;
  }

  #showLines(lines: string): void {
    const log = this.#log;
    const isAtEnd = log.hidden || log.scrollHeight - log.scrollTop - log.clientHeight < 24;
    log.hidden = lines.trim() === "";
    log.textContent = lines.trimEnd();
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  }

  #say(words: string): void {
    this.#note.hidden = words === "";
    this.#note.textContent = words;
  }

  #tick(): void {
    if (this.#began !== undefined) this.#elapsed.textContent = duration(performance.now() - this.#began);
  }

  async #stopRun(): Promise<void> {
    this.#isStopping = true;
    this.#stop.disabled = true;
    this.#state.textContent = "Stopping…";
    const answer = await this.#page.bridge.callTool("view_stop", { handle: this.#handle });
    if (answer.kind === "data") return;
    this.#isStopping = false;
    this.#state.textContent = states["running"]?.word ?? "";
    // What cannot be stopped from here once cannot be stopped later.
    this.#stopFailure = answer.message;
    this.#say(this.#stopFailure);
  }

  async #showImages(handles: readonly string[]): Promise<void> {
    for (const handle of handles) {
      const figure = await readFigure(this.#page.bridge, handle, { drawn: true });
      if (figure.kind === "error") continue;
      const image = element("img", { src: dataUrl(figure), alt: figure.title, title: figure.title });
      this.#images.append(image);
    }
  }
}

/** Whether the view can be seen. */
class Visibility {
  #isShown = true;
  #waiting: (() => void)[] = [];

  constructor() {
    new IntersectionObserver((entries) => {
      this.#isShown = entries.some(({ isIntersecting }) => isIntersecting);
      if (!this.#isShown) return;
      for (const go of this.#waiting.splice(0)) go();
    }).observe(document.documentElement);
  }

  /** Resolves when it can be seen. */
  shown(): Promise<void> {
    return this.#isShown ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}

new RunView();
