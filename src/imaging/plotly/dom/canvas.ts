/** A canvas for the few things that plotly.js paints: cells of heat maps, pixels of images. It is its own 2D context. */

import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { chunk, header, signature } from "../../png.ts";
import { decodeRaster, type Raster } from "../../raster.ts";

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Pixels that a canvas may have; plotly.js makes none larger than the figure or its data. */
const mostPixels = 20_000_000;

export class Canvas {
  width = 300;
  height = 150;
  #pixels: Uint8ClampedArray | undefined;
  #colour: Colour = [0, 0, 0, 255];

  set fillStyle(text: string) {
    this.#colour = parseColour(text);
  }

  fillRect(left: number, top: number, width: number, height: number): void {
    const pixels = this.#data();
    const [fromX, toX] = [clamp(left, this.width), clamp(left + width, this.width)];
    const [fromY, toY] = [clamp(top, this.height), clamp(top + height, this.height)];
    for (let y = fromY; y < toY; y++) {
      for (let x = fromX; x < toX; x++) pixels.set(this.#colour, (y * this.width + x) * 4);
    }
  }

  createImageData(width: number, height: number) {
    return { width, height, data: new Uint8ClampedArray(width * height * 4) };
  }

  getImageData(left: number, top: number, width: number, height: number) {
    const image = this.createImageData(width, height);
    const pixels = this.#data();
    for (let y = 0; y < height; y++) {
      const from = ((top + y) * this.width + left) * 4;
      image.data.set(pixels.subarray(from, from + width * 4), y * width * 4);
    }
    return image;
  }

  putImageData({ data }: { readonly data: Uint8ClampedArray }): void {
    this.#data().set(data);
  }

  /** Draws an image at its own size in the corner. */
  drawImage({ src }: { readonly src: string }): void {
    const base64 = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(src)?.[1];
    if (base64 === undefined) return;
    const raster = decodeRaster(Uint8Array.fromBase64(base64), {
      maxEdge: Math.max(this.width, this.height),
      orientation: 1,
    });
    const pixels = this.#data();
    for (let y = 0; y < Math.min(raster.height, this.height); y++) {
      const row = raster.pixels.subarray(
        y * raster.width * 4,
        (y * raster.width + Math.min(raster.width, this.width)) * 4,
      );
      pixels.set(row, y * this.width * 4);
    }
  }

  clearRect(): void {
    this.#pixels = undefined;
  }

  toDataURL(): string {
    const pixels = this.#data();
    const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    return `data:image/png;base64,${
      rgbaPng({ pixels: bytes, width: this.width, height: this.height }).toBase64()
    }`;
  }

  #data(): Uint8ClampedArray {
    if (this.#pixels === undefined) {
      if (!(this.width * this.height <= mostPixels)) {
        throw new Error(`the figure needs a bitmap of ${this.width}×${this.height} pixels`);
      }
      this.#pixels = new Uint8ClampedArray(this.width * this.height * 4);
    }
    return this.#pixels;
  }
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, Math.round(value)));
}

/** `rgb()`, `rgba()`, `hsl()` and `hsla()`, the forms in which plotly.js gives colours to a canvas. */
function parseColour(text: string): Colour {
  const [, model = "", list = ""] = /^(rgb|hsl)a?\(([^)]*)\)$/.exec(text.trim()) ?? [];
  const [first = 0, second = 0, third = 0, alpha = 1] = list.split(",").map((one) => Number.parseFloat(one));
  const opacity = Math.round(alpha * 255);
  if (model === "rgb") return [first, second, third, opacity];
  return model === "hsl" ? [...hslToRgb(first, second / 100, third / 100), opacity] : [0, 0, 0, 255];
}

function hslToRgb(hue: number, saturation: number, lightness: number): [number, number, number] {
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    const reach = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** As PNG, at once: plotly.js does not wait. */
function rgbaPng(raster: Raster): Uint8Array {
  const { pixels, width, height } = raster;
  const lines = new Uint8Array((width * 4 + 1) * height);
  for (let y = 0; y < height; y++) {
    lines.set(pixels.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  }
  return Buffer.concat([
    signature,
    chunk("IHDR", header(raster, 6)),
    chunk("IDAT", deflateSync(lines, { level: 1 })),
    chunk("IEND", new Uint8Array()),
  ]);
}
