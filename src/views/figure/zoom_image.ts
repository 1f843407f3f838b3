/**
 * An image that can be zoomed and panned: by buttons, with + − 0 and the arrow keys, by dragging, and with the wheel while
 * Ctrl is held, so that the wheel alone still scrolls the chat.
 */

import { button, element } from "../elements.ts";

const step = 1.25;
const most = 16;

export class ZoomImage {
  readonly region: HTMLDivElement;
  readonly buttons: readonly HTMLButtonElement[] = [
    button("−", () => this.#zoom(1 / step), { "aria-label": "Zoom out" }),
    button("Fit", () => this.#fit(), { "aria-label": "Fit to the width" }),
    button("+", () => this.#zoom(step), { "aria-label": "Zoom in" }),
  ];
  readonly #image: HTMLImageElement;
  #scale = 1;
  /** Pixels of its width before it was zoomed. */
  #fitted = 0;

  constructor(source: string, title: string) {
    this.#image = element("img", { src: source, alt: title, draggable: "false" });
    this.region = element(
      "div",
      { class: "picture", tabindex: 0, role: "region", "aria-label": "Image" },
      this.#image,
    );
    this.region.addEventListener("keydown", (event) => this.#key(event));
    this.region.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.#zoom(event.deltaY < 0 ? step : 1 / step, event);
    }, { passive: false });
    this.region.addEventListener("pointerdown", (event) => this.#drag(event));
  }

  /** Resolves when the image can be seen; rejects if it cannot be decoded. */
  ready(): Promise<void> {
    return this.#image.decode();
  }

  #key(event: KeyboardEvent): void {
    const keys: Readonly<Record<string, () => void>> = {
      "+": () => this.#zoom(step),
      "=": () => this.#zoom(step),
      "-": () => this.#zoom(1 / step),
      "0": () => this.#fit(),
    };
    keys[event.key]?.();
  }

  #fit(): void {
    this.#scale = 1;
    this.#apply();
  }

  /** Keeps the point below the pointer, or the middle, where it is. */
  #zoom(factor: number, at?: MouseEvent): void {
    const { region } = this;
    const box = region.getBoundingClientRect();
    const [x, y] = at === undefined
      ? [box.width / 2, box.height / 2]
      : [at.clientX - box.left, at.clientY - box.top];
    const before = this.#scale;
    this.#scale = Math.min(most, Math.max(1, before * factor));
    const ratio = this.#scale / before;
    const [left, top] = [(region.scrollLeft + x) * ratio - x, (region.scrollTop + y) * ratio - y];
    this.#apply();
    region.scrollTo(left, top);
  }

  #apply(): void {
    const isZoomed = this.#scale > 1;
    // The height of the frame stays that of the whole image.
    if (isZoomed) this.region.style.height ||= `${this.region.clientHeight}px`;
    else this.region.style.height = "";
    const { style, clientWidth } = this.#image;
    if (!isZoomed) this.#fitted = 0;
    else this.#fitted ||= clientWidth;
    style.width = isZoomed ? `${this.#scale * this.#fitted}px` : "";
    style.maxWidth = style.maxHeight = isZoomed ? "none" : "";
    this.region.dataset["zoomed"] = String(isZoomed);
  }

  #drag(start: PointerEvent): void {
    const { region } = this;
    if (this.#scale === 1) return;
    region.setPointerCapture(start.pointerId);
    const [left, top] = [region.scrollLeft, region.scrollTop];
    const move = (event: PointerEvent) => {
      region.scrollTo(left - (event.clientX - start.clientX), top - (event.clientY - start.clientY));
    };
    region.addEventListener("pointermove", move);
    region.addEventListener("pointerup", () => region.removeEventListener("pointermove", move), {
      once: true,
    });
  }
}
