/** How far shapes and annotations of a layout reach along an axis: one that has no range of its own shows them too. */

import { type JsonRecord, recordsAt, textAt } from "../json_view.ts";
import { numberOf } from "./arrays.ts";
import type { Axis } from "./axis.ts";
import type { Extent } from "./shapes.ts";

export function decorationExtent(layout: JsonRecord, axis: Axis): Extent {
  const { letter, id } = axis;
  const isOn = (record: JsonRecord) =>
    record["visible"] !== false && (textAt(record, `${letter}ref`) || letter) === id;
  const shapes = recordsAt(layout, "shapes").filter(isOn).flatMap((shape) =>
    [shape[`${letter}0`], shape[`${letter}1`]].map(axis.at)
  );
  const notes = recordsAt(layout, "annotations").filter(isOn).map((note) =>
    // Annotations name the powers of a logarithmic axis, shapes its values.
    axis.kind === "log" ? 10 ** numberOf(note[letter]) : axis.at(note[letter])
  );
  const places = [...shapes, ...notes].filter((place) => place !== null && Number.isFinite(place));
  return places.reduce<Extent>(
    ({ least, most }, place) => ({
      least: Math.min(least, place ?? least),
      most: Math.max(most, place ?? most),
    }),
    { least: Infinity, most: -Infinity },
  );
}
