/** The step of time that a sentence names: monthly, 週次, by quarter. */

import type { Grain } from "./calendar.ts";

const words: readonly (readonly [Grain, RegExp])[] = [
  ["quarter", /四半期|\bquarter(?:s|ly)?\b/i],
  ["week", /週(?:次|別|ごと|毎|単位)|毎週|\bweekly\b|\b(?:by|per|each|every) week\b/i],
  [
    "month",
    /月(?:次|別|ごと|毎|単位)|[×✕]\s*年?月|月\s*[×✕]|毎月|各月|月々|\bmonthly\b|\b(?:by|per|each|every) month\b|\bmonth[- ](?:by|over)[- ]month\b/i,
  ],
  [
    "year",
    /年(?:次|別|ごと|毎|度別|度ごと|単位)|毎年|各年|\b(?:yearly|annual|annually)\b|\b(?:by|per|each|every) (?:fiscal |financial )?year\b|\byear[- ](?:by|over)[- ]year\b/i,
  ],
  ["day", /日(?:次|別|ごと|毎|単位)|毎日|\bdaily\b|\b(?:by|per|each|every) day\b/i],
];

export function periodOf(query: string): Grain | null {
  return words.find(([, pattern]) => pattern.test(query.normalize("NFKC")))?.[0] ?? null;
}
