/** Which part of an animation a figure shows. */

import { label } from "./describe_values.ts";
import { type JsonRecord, recordAt, recordsAt, textAt } from "./json.ts";
import { numberAt } from "./plotly_arrays.ts";

/** As `frame 1 of 12 (year=1952)`; empty of a figure that does not move. */
export function shownFrame(figure: JsonRecord): string {
  const frames = recordsAt(figure, "frames");
  if (frames.length === 0) return "";
  const [slider] = recordsAt(recordAt(figure, "layout"), "sliders");
  const index = numberAt(slider, "active", 0);
  const step = label(textAt(recordsAt(slider, "steps")[index], "label"));
  const name = step === "" ? label(textAt(frames[index], "name")) : step;
  const prefix = step === "" ? "" : textAt(recordAt(slider, "currentvalue"), "prefix");
  return `frame ${index + 1} of ${frames.length}${name === "" ? "" : ` (${label(`${prefix}${name}`)})`}`;
}
