/** Lists of a Plotly figure: plain ones, and the typed arrays of Plotly 6 and later (`{dtype, bdata, shape}`). */

import { label } from "./describe_values.ts";
import { isRecord, type JsonRecord, recordAt, recordsAt, textAt } from "./json.ts";

/** A list, or a typed array in base64; null for anything else. */
export function listOf(value: unknown): ArrayLike<unknown> | null {
  if (Array.isArray(value)) return value;
  if (!isRecord(value) || typeof value["bdata"] !== "string") return null;
  try {
    const flat = typed(Uint8Array.fromBase64(value["bdata"]).buffer, textAt(value, "dtype"));
    return flat === null ? null : rows(Array.from(flat, orMissing), value["shape"]);
  } catch {
    return null;
  }
}

/** Typed arrays hold NaN and infinities, which plain lists of Plotly write as null. */
function orMissing(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** The number under a key, or the fallback. */
function numberAt<T>(value: unknown, key: string, otherwise: T): number | T {
  const found = isRecord(value) ? value[key] : undefined;
  return typeof found === "number" && Number.isFinite(found) ? found : otherwise;
}

function typed(buffer: ArrayBuffer, dtype: string): ArrayLike<number> | null {
  switch (dtype.replace(/^[<>=|]/, "")) {
    case "i1":
      return new Int8Array(buffer);
    case "u1":
    case "u1c":
      return new Uint8Array(buffer);
    case "i2":
      return new Int16Array(buffer);
    case "u2":
      return new Uint16Array(buffer);
    case "i4":
      return new Int32Array(buffer);
    case "u4":
      return new Uint32Array(buffer);
    case "f4":
      return new Float32Array(buffer);
    case "f8":
      return new Float64Array(buffer);
    default:
      return null;
  }
}

/** Two dimensions (`"3, 4"`) as a list of rows; one dimension, or more than two, as a flat list. */
function rows(flat: readonly (number | null)[], shape: unknown): ArrayLike<unknown> {
  const sides = typeof shape === "string"
    ? shape.split(",").map(Number)
    : Array.isArray(shape)
    ? shape.map(Number)
    : [];
  const [height, width] = sides;
  if (sides.length !== 2 || !height || !width || height * width !== flat.length) return flat;
  return Array.from({ length: height }, (_, row) => flat.slice(row * width, (row + 1) * width));
}

/** Which part of an animation a figure shows, as `frame 1 of 12 (year=1952)`; empty for a figure without animation. */
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
