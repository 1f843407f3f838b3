/** Texts of outputs as strings: notebooks on disk keep them as lists of lines, everything else as one string. */

import { z } from "zod";
import { type CellOutput, jsonObject } from "./notebook.ts";

const lines = z.array(z.string());

/** The output with its texts joined; the same object where there is nothing to join. */
export function joinLines(output: CellOutput): CellOutput {
  if (output.output_type === "stream") {
    const text = joined(output["text"]);
    return text === output["text"] ? output : { ...output, text };
  }
  const data = jsonObject.safeParse(output["data"]).data;
  if (data === undefined) return output;
  // Under a JSON type a list is a value, not lines.
  const changed = Object.entries(data).filter(([type, value]) => Array.isArray(value) && !isJsonType(type));
  if (changed.length === 0) return output;
  const texts = Object.fromEntries(changed.map(([type, value]) => [type, joined(value)]));
  return { ...output, data: { ...data, ...texts } };
}

function joined(value: unknown): unknown {
  return lines.safeParse(value).data?.join("") ?? value;
}

function isJsonType(type: string): boolean {
  return type === "application/json" || (type.startsWith("application/") && type.endsWith("+json"));
}
