/** Lighter and darker shades of a colour. */

import { channelsOf } from "./colours.ts";

/** A colour that is lighter by a share of all lightness, darker where that is below zero. */
export function lighter(colour: string, share: number): string {
  const parts = channelsOf(colour);
  if (parts === null || share === 0) return colour;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => part / 255);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [lightness, range] = [(most + least) / 2, most - least];
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1));
  const wanted = Math.min(1, Math.max(0, lightness + share));
  const chroma = saturation * (1 - Math.abs(2 * wanted - 1));
  // Each channel keeps its place between the least and the most of the three.
  const shaded = [red, green, blue].map((part) =>
    Math.round(255 * (wanted - chroma / 2 + (range === 0 ? 0 : (part - least) / range * chroma)))
  );
  return `rgb(${shaded.join(",")})`;
}
