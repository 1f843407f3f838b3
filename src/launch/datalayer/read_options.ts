/** Reads Datalayer's options from flags and variables; pure, throws {@linkcode UsageError}. */

import { type Environment, UsageError } from "../../base/options.ts";
import { type DatalayerOption, type DatalayerOptionName, datalayerOptions } from "./options.ts";

export interface GivenOptions {
  /** The value of an option; undefined where it was not given. */
  text(name: DatalayerOptionName): string | undefined;
  /** The same as a truth value. */
  flag(name: DatalayerOptionName): boolean | undefined;
  /** A line for every option that was given and of which nothing comes. */
  readonly notices: readonly string[];
  /** The same as a whole number of at least one. */
  seconds(name: DatalayerOptionName): number | undefined;
}

export function givenOptions(given: ReadonlyMap<string, string>, env: Environment): GivenOptions {
  const find = (name: DatalayerOptionName) => found(datalayerOptions[name], given, env);
  for (const option of Object.values<DatalayerOption>(datalayerOptions)) {
    const refused = option.refused === undefined ? undefined : found(option, given, env);
    if (refused !== undefined) throw new UsageError(`Cannot use ${refused.name}: ${option.refused}`);
  }
  const notices = Object.values<DatalayerOption>(datalayerOptions).flatMap((option) => {
    const idle = option.idle === undefined ? undefined : found(option, given, env);
    return idle === undefined ? [] : [`${idle.name} has no effect here: ${option.idle}`];
  });
  return {
    notices,
    text: (name) => find(name)?.value,
    flag(name) {
      const option = find(name);
      if (option === undefined) return undefined;
      if (/^(true|1|yes|on|)$/i.test(option.value)) return true;
      if (/^(false|0|no|off)$/i.test(option.value)) return false;
      throw new UsageError(`Cannot use ${option.name} "${option.value}": expected true or false`);
    },
    seconds(name) {
      const option = find(name);
      if (option === undefined) return undefined;
      if (/^[1-9]\d{0,8}$/.test(option.value)) return Number(option.value);
      throw new UsageError(`Cannot use ${option.name} "${option.value}": expected a whole number of seconds`);
    },
  };
}

interface Found {
  /** The flag or variable that gave it. */
  readonly name: string;
  readonly value: string;
}

function found(
  option: DatalayerOption,
  given: ReadonlyMap<string, string>,
  env: Environment,
): Found | undefined {
  const flag = option.flags.find((name) => given.has(name));
  if (flag !== undefined) return { name: flag, value: given.get(flag) ?? "" };
  for (const name of option.variables) {
    const value = env[name]?.trim();
    // Some clients write the word where they mean that there is none.
    if (value !== undefined && value !== "" && value !== "None") return { name, value };
  }
  return undefined;
}
