/**
 * The path of a value in R: a name, then parts of it, as in `fit$coefficients[["x"]]` or `model@slot`. It is read here and
 * followed step by step in the kernel; no part of it is ever run as code.
 */

import { AppError } from "../../../base/errors.ts";
import type { PathStep, VariablePath } from "../variable_path.ts";

const rName = /^(?:`([^`\\\0]+)`|((?:\p{L}|\.(?!\d))[\p{L}\p{N}._]*))/u;
const rStep =
  /^(?:[$@](?:`([^`\\\0]+)`|([\p{L}.][\p{L}\p{N}._]*))|\[\[(?:"([^"\\\0]*)"|'([^'\\\0]*)'|(\d{1,9}))\]\]|\["([^"\\\0]*)"\]|\[(\d{1,9})\])/u;
const longestPath = 1_000;

export function parseRPath(text: string): VariablePath {
  const path = text.trim();
  const first = rName.exec(path);
  if (first === null || path.length > longestPath) throw unreadableRPath(text);
  const steps: PathStep[] = [];
  let rest = path.slice(first[0].length);
  while (rest !== "") {
    const found = rStep.exec(rest);
    if (found === null) throw unreadableRPath(text);
    const place = found[5] ?? found[7];
    const key = found[1] ?? found[2] ?? found[3] ?? found[4] ?? found[6] ?? "";
    steps.push({ key: place === undefined ? key : Number(place) });
    rest = rest.slice(found[0].length);
  }
  return { name: first[1] ?? first[2] ?? "", steps };
}

function unreadableRPath(text: string): AppError {
  return new AppError(
    "invalid_argument",
    `Cannot read variable name ${JSON.stringify(text.slice(0, 100))}: it is no path`,
    {
      hint:
        'Give a name (an odd one in backticks, as `odd name`), or a path such as fit$coefficients[["x"]]; to ' +
        "compute something call execute_code",
    },
  );
}
