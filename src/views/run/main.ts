/**
 * The view of a run: its state, how far it is, and its last lines, live.
 *
 * 1. It asks for news again and again, as long as the run lasts and the view can be seen; a failed question is repeated
 *    after a growing pause.
 * 2. The log follows its end, unless the person has scrolled up.
 */

import type { RunBar, RunState } from "../../base/view_messages.ts";
import { tellingLine } from "../../base/text.ts";
import { button, element, setAttributes } from "../elements.ts";
import { dataUrl, readFigure } from "../figure_data.ts";
import { ViewPage } from "../view_page.ts";
import { type JsonObject, record, text } from "../json.ts";
import { aboutBar, duration, states } from "./words.ts";

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
  /** The last state of its progress bar. */
  #reached: RunBar | undefined;
  readonly #visible = new Visibility();

  readonly #state = element("span", { class: "state", role: "status" });
  readonly #elapsed = element("span", { class: "elapsed" });
  readonly #code = element("code", { class: "code" });
  readonly #stop = button("Stop", () => void this.#stopRun(), { class: "stop" });
  readonly #fill = element("div", { class: "fill" });
  readonly #progress = element(
    "div",
    {
      class: "progress",
      role: "progressbar",
      "aria-label": "Progress",
      "aria-valuemin": 0,
      "aria-valuemax": 100,
    },
    this.#fill,
  );
  readonly #counts = element("span", { class: "counts" });
  readonly #bar = element("div", { class: "bar", hidden: true }, this.#progress, this.#counts);
  readonly #lines = new Text();
  readonly #log = element("pre", {
    class: "log",
    role: "log",
    tabindex: 0,
    "aria-label": "Last lines",
    hidden: true,
  }, this.#lines);
  readonly #note = element("p", { class: "note", hidden: true });
  readonly #images = element("div", { class: "images" });

  #open(data: JsonObject): void {
    this.#handle = text(data["handle"]);
    const heading = [this.#state, this.#elapsed, this.#code];
    this.#page.arrange(heading, [this.#stop], [this.#bar, this.#note, this.#log, this.#images]);
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
      const answer = await this.#page.bridge.read(about, isRunState);
      if (this.#isOver) return;
      if (answer.kind === "error") {
        if (answer.code === "execution_not_found") return this.#page.say("gone", goneText);
        const words = `${answer.message}. Trying again…`;
        if (this.#cursor === undefined) this.#page.say("error", words);
        else this.#say(words);
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(longestPause, pause * 2);
        continue;
      }
      pause = firstPause;
      this.#show(answer.data);
    }
  }

  #show(
    { status, is_queued, is_asking, elapsed_ms, cursor, can_stop, bar, code, lines, cause, figures }:
      RunState,
  ): void {
    this.#page.show();
    const isRunning = status === "running";
    this.#cursor = cursor;
    this.#isOver = !isRunning;
    const { word, mark } = states[status] ?? { word: status, mark: "bad" };
    const ongoing = this.#isStopping ? "Stopping…" : is_queued ? "Waiting for the kernel" : word;
    this.#state.textContent = isRunning ? ongoing : word;
    setAttributes(this.#state, { "data-mark": mark });
    this.#began = isRunning && !is_queued ? performance.now() - elapsed_ms : undefined;
    this.#elapsed.textContent = is_queued ? "" : duration(elapsed_ms);
    this.#stop.hidden = !isRunning || !can_stop;
    if (code !== undefined) this.#showCode(code);
    this.#showBar(bar, status);
    this.#say(
      is_asking ? "The code waits for an answer to input()." : isRunning ? this.#stopFailure : cause ?? "",
    );
    if (lines !== undefined) this.#showLines(lines);
    void this.#showImages(figures ?? []);
  }

  #showCode(code: string): void {
    this.#code.textContent = tellingLine(code);
    this.#code.title = code;
  }

  /** A run that was stopped keeps the bar as it was; one that is done needs none. */
  #showBar(bar: RunBar | undefined, status: string): void {
    this.#reached = bar ?? this.#reached;
    this.#bar.hidden = this.#reached === undefined || status === "ok";
    if (this.#reached === undefined) return;
    const percent = Math.min(100, this.#reached.done / this.#reached.total * 100);
    this.#fill.style.width = `${percent}%`;
    setAttributes(this.#progress, { "aria-valuenow": Math.round(percent) });
    this.#counts.textContent = aboutBar(this.#reached, status === "running");
  }

  #showLines(lines: string): void {
    const log = this.#log;
    const isAtEnd = log.hidden || log.scrollHeight - log.scrollTop - log.clientHeight < 24;
    const [before, now] = [this.#lines.data, lines.trimEnd()];
    log.hidden = now === "";
    // What the person has selected, and a screen reader has read, stays.
    let same = 0;
    while (same < before.length && before[same] === now[same]) same++;
    this.#lines.replaceData(same, before.length - same, now.slice(same));
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
    this.#stopFailure = "";
    this.#stop.disabled = true;
    this.#state.textContent = "Stopping…";
    const answer = await this.#page.bridge.callTool("view_stop", { handle: this.#handle });
    this.#stop.disabled = false;
    if (answer.kind === "data" && answer.data["status"] !== "running") return;
    this.#isStopping = false;
    this.#stopFailure = answer.kind === "error"
      ? answer.message
      : "The code is still running despite the interrupt.";
    if (this.#isOver) return;
    this.#state.textContent = states["running"]?.word ?? "";
    this.#say(this.#stopFailure);
  }

  async #showImages(handles: readonly string[]): Promise<void> {
    for (const handle of handles) {
      const answer = await readFigure(this.#page.bridge, handle, { drawn: true });
      if (answer.kind === "error") continue;
      const { title } = answer.data;
      const image = element("img", { src: dataUrl(answer.data), alt: title, title });
      this.#images.append(image);
    }
  }
}

function isRunState(data: unknown): data is RunState {
  return typeof record(data)["status"] === "string";
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
