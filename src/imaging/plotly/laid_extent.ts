/** How far the shapes and annotations of a layout reach along an axis: it shows them too. */

import { type JsonRecord, recordsAt, textAt } from "../../base/json.ts";
import { notesOf } from "./annotations.ts";
import type { Axis } from "./axis.ts";
import type { Extent } from "./shapes.ts";
import { placeOn } from "./to_pixel.ts";

/** The extent, wider where something lies beyond it. */
export function withLaidExtent(extent: Extent, axis: Axis, layout: JsonRecord): Extent {
  const { letter, id } = axis;
  const isHere = (spec: JsonRecord) => (textAt(spec, `${letter}ref`) || letter) === id;
  const shapes = recordsAt(layout, "shapes").filter((shape) =>
    isHere(shape) && textAt(shape, "type") !== "path"
  )
    .flatMap((shape) => [shape[`${letter}0`], shape[`${letter}1`]].map((value) => placeOn(axis, value)));
  const notes = notesOf(layout).filter(({ spec }) => isHere(spec)).map(({ spec, isExponent }) =>
    placeOn(axis, spec[letter], isExponent(letter))
  );
  const places = [...shapes, ...notes].filter((place) =>
    Number.isFinite(place) && (axis.kind !== "log" || place > 0)
  );
  return {
    least: places.reduce((least, place) => Math.min(least, place), extent.least),
    most: places.reduce((most, place) => Math.max(most, place), extent.most),
  };
}
