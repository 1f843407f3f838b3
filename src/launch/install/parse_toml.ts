import { parse } from "smol-toml";

/** A TOML text as values; whole numbers that are too large to count with, which the standard allows, are bigints. */
export function parseToml(text: string): Readonly<Record<string, unknown>> {
  return parse(text, { integersAsBigInt: "asNeeded" });
}
