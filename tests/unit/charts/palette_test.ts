/** The colours of series, as those see them who see all colours, no red or no green. */

import assert from "node:assert/strict";
import { seriesColors, textColorOf } from "../../../src/charts/draw/palette.ts";

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB. */
const sights: Readonly<Record<string, Matrix>> = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
  ],
};

const toXyz: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.0721750],
  [0.0193339, 0.1191920, 0.9503041],
];

function times(matrix: Matrix, [a, b, c]: Triple): Triple {
  const [x, y, z] = matrix.map(([p, q, r]) => p * a + q * b + r * c);
  return [x ?? 0, y ?? 0, z ?? 0];
}

function linear(color: string): Triple {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return [r ?? 0, g ?? 0, b ?? 0];
}

function clipped([r, g, b]: Triple): Triple {
  const clip = (part: number) => Math.min(1, Math.max(0, part));
  return [clip(r), clip(g), clip(b)];
}

function labOf(color: string, sight: Matrix): Triple {
  const [x, y, z] = times(toXyz, clipped(times(sight, linear(color))));
  const root = (part: number) => part > 216 / 24389 ? Math.cbrt(part) : (24389 / 27 * part + 16) / 116;
  const [fx, fy, fz] = [root(x / 0.95047), root(y), root(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

const radians = (degrees: number) => degrees * Math.PI / 180;
const angle = (y: number, x: number) => (Math.atan2(y, x) * 180 / Math.PI + 360) % 360;

/** CIEDE2000. */
function difference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const seventh = (c: number) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const stretch = 1.5 - 0.5 * seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2);
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [angle(b1, a1 * stretch), angle(b2, a2 * stretch)];
  const turn = h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1;
  const hue = Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : ((h1 + h2 + 360) / 2) % 360;
  const [light, chroma] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t = 1 - 0.17 * Math.cos(radians(hue - 30)) + 0.24 * Math.cos(radians(2 * hue)) +
    0.32 * Math.cos(radians(3 * hue + 6)) - 0.2 * Math.cos(radians(4 * hue - 63));
  const dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / Math.sqrt(20 + (light - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * chroma);
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2)) / (1 + 0.015 * chroma * t);
  const rotation = -Math.sin(radians(60 * Math.exp(-(((hue - 275) / 25) ** 2)))) * 2 * seventh(chroma);
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}

function contrast(color: string): number {
  const [r, g, b] = linear(color);
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

Deno.test("the difference of two colours is that of the published examples", () => {
  assert.equal(difference([50, 2.6772, -79.7751], [50, 0, -82.7485]).toFixed(4), "2.0425");
  assert.equal(difference([50, 2.5, 0], [73, 25, -18]).toFixed(4), "27.1492");
  assert.equal(difference([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619]).toFixed(4), "2.0373");
});

Deno.test("any two colours of series can be told apart by everybody", () => {
  for (const [name, sight] of Object.entries(sights)) {
    seriesColors.forEach((one, index) => {
      for (const other of seriesColors.slice(index + 1)) {
        const apart = difference(labOf(one, sight), labOf(other, sight));
        assert.ok(apart >= 15, `${one} and ${other} differ by ${apart.toFixed(1)} (${name})`);
      }
    });
  }
});

Deno.test("colours of series are seen on white, and those of their texts are read", () => {
  for (const color of seriesColors) {
    assert.ok(contrast(color) >= 2.5, `${color}: ${contrast(color).toFixed(2)}`);
    const text = textColorOf(color);
    assert.ok(contrast(text) >= 4.5, `${text}: ${contrast(text).toFixed(2)}`);
  }
});

Deno.test("texts of two series never have nearly one colour", () => {
  const all = sights["all"];
  assert.ok(all !== undefined);
  const texts = seriesColors.map(textColorOf);
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1)) {
      const apart = difference(labOf(one, all), labOf(other, all));
      assert.ok(apart >= 12, `${one} and ${other} differ by ${apart.toFixed(1)}`);
    }
  });
});
