/** The texts of a caller, read as those of the data are, so that names are found among them. */

import type { ChartRequest } from "../base/protocol.ts";
import { joinedDigits } from "./read/joined_digits.ts";
import { withTenths } from "./read/tenths.ts";
import { cleanText, shortName } from "./table/clean_text.ts";

export function cleanRequest(request: ChartRequest): ChartRequest {
  const { query, title, x, y, color, facet } = request;
  const name = (text: string | undefined) => text === undefined ? text : shortName(cleanText(text));
  return {
    ...request,
    query: cleanText(withTenths(joinedDigits(query))),
    title: title === undefined ? title : cleanText(title),
    x: name(x),
    y: name(y),
    color: name(color),
    facet: name(facet),
  };
}
