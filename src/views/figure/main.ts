/**
 * The view of a figure: Plotly and Vega figures are drawn here and stay interactive, images can be zoomed and panned.
 * What cannot be drawn here is drawn by the server and shown as an image.
 */

import { tryParseJson } from "../../base/json.ts";
import { button, element } from "../elements.ts";
import { dataUrl, type ReadFigure, readFigure } from "../figure_data.ts";
import { ViewPage } from "../view_page.ts";
import { type JsonObject, number, record, text } from "../json.ts";
import { drawable, withoutForeignImages } from "./check_plotly.ts";
import { loadPlotly, loadVega } from "./libraries.ts";
import { fittedLayout, isNarrow } from "./fit_plotly.ts";
import { asPng, canSave, saveFile, svgFile } from "./save.ts";
import { type Colours, themedLayout, vegaConfig } from "./theme.ts";
import { ZoomImage } from "./zoom_image.ts";

const usualHeight = 420;
/** plotly.js leaves more space, which a chat does not have. */
const usualMargin = { l: 60, r: 24, t: 64, b: 56 };

/** A figure on the screen. */
interface Drawn {
  /** As SVG, if it can be had as such. */
  readonly svg?: (() => Promise<string>) | undefined;
  readonly png: () => ReturnType<typeof asPng>;
  readonly buttons: readonly HTMLButtonElement[];
  /** What the person should know about the drawing. */
  readonly note?: string | undefined;
  readonly resize?: (() => void) | undefined;
  readonly remove?: (() => void) | undefined;
}

class FigureView {
  readonly #page = new ViewPage("Figure", {
    onData: (data) => void this.#open(data),
    onMode: () => this.#drawn?.resize?.(),
    onTheme: () => void this.#redraw(),
    onTeardown: () => this.#drawn?.remove?.(),
  });
  readonly #canvas = element("div", { class: "canvas" });
  #handle = "";
  #title = "";
  #figure: ReadFigure | undefined;
  #drawn: Drawn | undefined;

  async #open(data: JsonObject): Promise<void> {
    this.#handle = text(data["handle"]);
    this.#title = text(data["title"]);
    document.addEventListener("click", (event) => this.#followLink(event));
    new ResizeObserver(() => this.#drawn?.resize?.()).observe(this.#canvas);
    await this.#load(false);
  }

  async #load(drawn: boolean): Promise<void> {
    if (drawn) this.#page.say("loading", "Drawing the figure…");
    const answer = await readFigure(this.#page.bridge, this.#handle, { drawn });
    if (answer.kind === "error") return this.#page.fail(answer, () => void this.#load(drawn));
    this.#figure = answer.data;
    await this.#redraw();
  }

  async #redraw(): Promise<void> {
    const figure = this.#figure;
    if (figure === undefined) return;
    // The host would cut what is drawn next to the height of an empty page.
    this.#canvas.style.minHeight = `${this.#canvas.offsetHeight}px`;
    this.#drawn?.remove?.();
    this.#canvas.replaceChildren();
    this.#arrange([]);
    this.#page.show();
    try {
      const drawn = await this.#draw(figure);
      if (drawn === undefined) return await this.#load(true);
      this.#drawn = drawn;
      this.#arrange(this.#buttonsFor(drawn), drawn.note);
    } catch (error) {
      if (figure.form !== "image") return await this.#load(true);
      this.#page.say(
        "error",
        `The image cannot be shown: ${error instanceof Error ? error.message : error}`,
      );
    } finally {
      this.#canvas.style.minHeight = "";
      this.#page.reportSize();
    }
  }

  #arrange(buttons: readonly HTMLButtonElement[], note?: string): void {
    const below = note === undefined ? [] : [element("p", { class: "note", role: "note" }, note)];
    this.#page.arrange([element("h1", {}, this.#title)], buttons, [this.#canvas, ...below]);
  }

  #buttonsFor({ svg, png, buttons }: Drawn): readonly HTMLButtonElement[] {
    const { bridge } = this.#page;
    if (!canSave(bridge)) return buttons;
    const name = this.#title.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "").slice(0, 40) ||
      "figure";
    const save = (label: string, file: () => ReturnType<typeof asPng>, ending: string) =>
      button(
        label,
        () => void file().then((content) => saveFile(bridge, `${name}.${ending}`, content)).catch(() => {}),
      );
    return [
      ...buttons,
      save("Save PNG", png, "png"),
      ...(svg === undefined ? [] : [save("Save SVG", async () => svgFile(await svg()), "svg")]),
    ];
  }

  /** Undefined if the figure must be drawn by the server. */
  #draw(figure: ReadFigure): Promise<Drawn | undefined> {
    switch (figure.form) {
      case "image":
        return this.#drawImage(figure);
      case "plotly":
        return this.#drawPlotly(specOf(figure));
      default:
        return this.#drawVega(specOf(figure), figure.form === "vega-lite");
    }
  }

  async #drawImage(figure: ReadFigure): Promise<Drawn> {
    const source = dataUrl(figure);
    const shown = new ZoomImage(source, this.#title);
    this.#canvas.append(shown.region);
    await shown.ready();
    const isSvg = figure.mimeType === "image/svg+xml";
    return {
      buttons: shown.buttons,
      png: () => figure.mimeType === "image/png" ? Promise.resolve(figure) : asPng(source),
      svg: isSvg ? () => Promise.resolve(new TextDecoder().decode(figure.bytes)) : undefined,
    };
  }

  async #drawPlotly(spec: JsonObject): Promise<Drawn | undefined> {
    const plotly = await loadPlotly();
    const checked = drawable(spec, new Set(Object.keys(plotly.PlotSchema.get().traces)));
    if (checked === undefined) return undefined;
    const { figure, isComplete } = withoutForeignImages(checked);
    const target = element("div", { class: "plot" });
    this.#canvas.append(target);
    const { width: _, ...layout } = record(figure["layout"]);
    const height = number(layout["height"]) ?? usualHeight;
    const size = () => {
      target.style.height = this.#page.mode === "fullscreen" ? "100%" : `${height}px`;
    };
    size();
    const margin = { ...usualMargin, ...record(layout["margin"]) };
    const { clientWidth: width } = target;
    const fitted = fittedLayout({ ...layout, margin, height: undefined, autosize: true }, width);
    const themed = themedLayout(fitted, this.#colours());
    const config = {
      responsive: false,
      displaylogo: false,
      modeBarButtonsToRemove: [
        ...["toImage", "select2d", "lasso2d", "autoScale2d"],
        ...(isNarrow(width) ? ["zoomIn2d", "zoomOut2d"] : []),
      ],
      showSendToCloud: false,
    };
    await plotly.newPlot(target, { ...figure, layout: themed, config });
    const svg = () => plotly.toImage(target, { format: "svg", imageDataOnly: true });
    return {
      buttons: [],
      note: isComplete ? undefined : "Images that the figure points to are not loaded.",
      svg,
      png: async () =>
        asPng(dataUrl(svgFile(await svg())), { width: target.clientWidth, height: target.clientHeight }),
      resize: () => {
        size();
        if (!target.isConnected || target.clientWidth === 0) return;
        if (isNarrow(target.clientWidth) !== isNarrow(width)) void this.#redraw();
        else void plotly.Plots.resize(target);
      },
      remove: () => plotly.purge(target),
    };
  }

  async #drawVega(spec: JsonObject, isLite: boolean): Promise<Drawn> {
    const library = await loadVega();
    const target = element("div", { class: "vega" });
    this.#canvas.append(target);
    const config = vegaConfig(spec, this.#colours());
    const drawn = await library.draw(target, { spec, isLite, config, width: target.clientWidth });
    return {
      buttons: [],
      svg: () => drawn.toSvg(),
      png: async () => asPng(dataUrl(svgFile(await drawn.toSvg()))),
      remove: () => drawn.remove(),
    };
  }

  /** The colours of a dark theme; undefined in a light one, for which figures are made. */
  #colours(): Colours | undefined {
    const probe = element("span", { class: "probe" });
    document.body.append(probe);
    const style = getComputedStyle(probe);
    const { backgroundColor: page, color: ink, outlineColor: faint, borderTopColor: line, colorScheme } =
      style;
    const isDark = colorScheme === "dark" ||
      (colorScheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
    probe.remove();
    return isDark ? { page, ink, faint, line } : undefined;
  }

  /** Links in figures open outside, if the host agrees. */
  #followLink(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null) return;
    event.preventDefault();
    const url = link.getAttribute("href") ?? link.getAttribute("xlink:href") ?? "";
    if (/^https?:/.test(url)) void this.#page.bridge.request("ui/open-link", { url }).catch(() => {});
  }
}

function specOf({ bytes }: ReadFigure): JsonObject {
  return record(tryParseJson(new TextDecoder().decode(bytes)));
}

new FigureView();
