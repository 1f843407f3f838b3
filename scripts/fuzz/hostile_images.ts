/** Small images and figures that take all memory or time of a program that draws them without limits. */

import { crc32, deflateSync } from "node:zlib";

export interface HostileImage {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

export interface HostileFigure {
  readonly name: string;
  readonly form: "vega" | "vega-lite" | "plotly";
  readonly spec: Readonly<Record<string, unknown>>;
}

/** Those that ask for memory. */
export function swellingImages(): readonly HostileImage[] {
  const zeros = new Uint8Array(deflateSync(new Uint8Array(300_000_000), { level: 9 }));
  const gray = png(30_000, 30_000);
  return [
    { name: "a PNG with a compressed profile", ...pngWith("iCCP", "x\0\0", zeros) },
    { name: "a PNG with compressed text", ...pngWith("zTXt", "Comment\0\0", zeros) },
    { name: "a PNG with compressed international text", ...pngWith("iTXt", "Comment\0\x01\0\0\0", zeros) },
    { name: "a PNG of 900 million pixels", mimeType: "image/png", bytes: gray },
    {
      name: "an SVG that holds one",
      ...svg(`<image width="40" height="30" href="data:image/png;base64,${gray.toBase64()}"/>`),
    },
    { name: "a GIF whose frame is larger than itself", mimeType: "image/gif", bytes: giantFrame() },
    { name: "an SVG of a billion shapes", ...svg(nestedUses(9)) },
  ];
}

/** Those that ask for time: hours of it. */
export function endlessImages(): readonly HostileImage[] {
  const filtered = (filter: string) =>
    svg(`<filter id="f">${filter}</filter><rect width="400" height="300" filter="url(#f)"/>`);
  return [
    {
      name: "an SVG of endless turbulence",
      ...filtered('<feTurbulence baseFrequency="0.01" numOctaves="10000000"/>'),
    },
  ];
}

export const hostileFigures: readonly HostileFigure[] = [
  {
    name: "a count without end",
    form: "vega",
    spec: {
      signals: [{ name: "n", value: 1e13 }],
      data: [{ name: "d", transform: [{ type: "sequence", start: 0, stop: { signal: "n" } }] }],
    },
  },
  {
    name: "rows that each hold a hundred thousand numbers",
    form: "vega",
    spec: {
      data: [
        { name: "d", transform: [{ type: "sequence", start: 0, stop: 1e6 }] },
        { name: "e", source: "d", transform: [{ type: "formula", as: "x", expr: "sequence(100000)" }] },
      ],
    },
  },
  {
    name: "steps that are tiny for the colours of a figure",
    form: "plotly",
    spec: { data: [{ type: "heatmap", z: [[0, 1e9]], colorbar: { dtick: 0.01 } }], layout: {} },
  },
];

function svg(body: string): Pick<HostileImage, "mimeType" | "bytes"> {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${body}</svg>`;
  return { mimeType: "image/svg+xml", bytes: new TextEncoder().encode(text) };
}

/** Ten to this many rectangles. */
function nestedUses(levels: number): string {
  const groups = Array.from(
    { length: levels },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
  );
  return `<defs><rect id="l0" width="9" height="9"/>${groups.join("")}</defs><use href="#l${levels}"/>`;
}

function pngWith(chunkName: string, head: string, zeros: Uint8Array) {
  const text = new TextEncoder().encode(head);
  return { mimeType: "image/png", bytes: png(2_000, 2_000, chunk(chunkName, join([text, zeros]))) };
}

/** A black picture. */
function png(width: number, height: number, extra: Uint8Array = new Uint8Array()): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = 8;
  const pixels = deflateSync(new Uint8Array((width + 1) * height));
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
  return join([
    signature,
    chunk("IHDR", header),
    extra,
    chunk("IDAT", pixels),
    chunk("IEND", new Uint8Array()),
  ]);
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = join([new TextEncoder().encode(name), content]);
  const framed = new Uint8Array(named.length + 8);
  const view = new DataView(framed.buffer);
  view.setUint32(0, content.length);
  framed.set(named, 4);
  view.setUint32(named.length + 4, crc32(named));
  return framed;
}

/** 2000 by 2000 pixels, and in it a frame of 65535 by 65535. */
function giantFrame(): Uint8Array {
  const screen = [0xd0, 7, 0xd0, 7, 0x80, 0, 0];
  const colours = [0, 0, 0, 255, 255, 255];
  const frame = [0x2c, 0, 0, 0, 0, 255, 255, 255, 255, 0, 2, 1, 0x44, 0, 0x3b];
  return join([new TextEncoder().encode("GIF89a"), Uint8Array.from([...screen, ...colours, ...frame])]);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
