/** A Vega chart, the compiled form, in a few lines: marks, axes and the data that is inline. */

import { plural } from "../base/text.ts";
import { describeValues, label } from "../base/describe_values.ts";
import { isRecord, type JsonRecord, recordsAt, textAt } from "../base/json.ts";

const shown = 20;

export function vegaDigest(spec: JsonRecord): string {
  const title = label(typeof spec["title"] === "string" ? spec["title"] : textAt(spec["title"], "text"));
  const marks = recordsAt(spec, "marks").map((mark) => textAt(mark, "type")).filter((type) => type !== "");
  const axes = recordsAt(spec, "axes").flatMap((axis) => {
    const name = label(textAt(axis, "title"));
    return name === "" ? [] : [`${textAt(axis, "orient") || "axis"} axis: "${name}"`];
  });
  return [
    `Vega chart${title === "" ? "" : ` "${title}"`}, marks: ${[...new Set(marks)].join(", ") || "none"}`,
    ...new Set(axes),
    ...recordsAt(spec, "data").slice(0, shown).flatMap(dataLine),
  ].join("\n");
}

function dataLine(data: JsonRecord): string[] {
  if (!Array.isArray(data["values"])) return [];
  const rows = data["values"].filter(isRecord);
  const columns = Object.keys(rows[0] ?? {}).slice(0, shown).map((field) =>
    `${field} ${describeValues(rows.map((row) => row[field]))}`
  );
  const { length } = data["values"];
  const name = label(textAt(data, "name"));
  return [[`- data "${name}": ${length} ${plural(length, "row")}`, ...columns].join("; ")];
}
