/** From where to where the axes of a figure reach. */

import type { JsonRecord } from "../../base/json.ts";
import { domainOf } from "./axis.ts";
import { withDotRoom } from "./dot_room.ts";
import { withLaidExtent } from "./laid_extent.ts";
import { matched } from "./matched_axes.ts";
import type { Subplot } from "./read_figure.ts";
import { type Extent, extentOf } from "./shapes.ts";
import { withTextRoom } from "./text_room.ts";
import type { Drawing } from "./trace.ts";

/** What is drawn on one pair of axes, and how large that is. */
interface Plot {
  readonly subplot: Subplot;
  readonly drawings: readonly Drawing[];
  readonly width: number;
  readonly height: number;
}

interface DomainsOptions {
  readonly layout: JsonRecord;
  readonly measure: (text: string, size: number) => number;
}

export type Domains = ReadonlyMap<string, readonly [number, number]>;

/** Each axis reaches over all subplots that share it or must match it. */
export function domainsOf(plots: readonly Plot[], { layout, measure }: DomainsOptions): Domains {
  const domains = new Map<string, readonly [number, number]>();
  for (const plot of plots) {
    for (const axis of [plot.subplot.x, plot.subplot.y]) {
      const root = matched(layout, axis.id);
      const together = plots.filter(({ subplot }) => matched(layout, subplot[axis.letter].id) === root);
      const drawings = together.flatMap((one) => one.drawings);
      const marks = extentOf(drawings.flatMap(({ shapes }) => shapes), axis.letter);
      const extent = together.reduce<Extent>(
        (reach, { subplot }) => withLaidExtent(reach, subplot[axis.letter], layout),
        marks,
      );
      const zero = drawings.some((drawing) => drawing.zero === axis.letter);
      // A line at the very edge would be half of one.
      const isWider = extent.least < marks.least || extent.most > marks.most;
      const padded = isWider || drawings.some(({ padded }) => padded === true);
      const domain = domainOf(axis, extent, { zero, padded });
      const [width, height] = [together.map((one) => one.width), together.map((one) => one.height)]
        .map((sides) => Math.min(...sides));
      const roomy = zero && width !== undefined
        ? withTextRoom(domain, axis, { drawings, width, measure })
        : domain;
      const length = (axis.letter === "x" ? width : height) ?? 0;
      domains.set(axis.id, withDotRoom(roomy, axis, { drawings, length }));
    }
  }
  return domains;
}
