/** The lines to lay over a chart: those that the caller lists, each of which works or fails; else those of the sentence. */

import { AppError } from "../errors.ts";
import { type AuxiliaryKind, auxiliaryKinds, levelKinds } from "./auxiliary_kinds.ts";
import type { AuxiliaryWish } from "./auxiliary_rules.ts";
import type { Language } from "./language.ts";
import type { PatternId } from "./pattern.ts";

interface Wanted {
  /** The kinds that the caller names, if any. */
  readonly listed: readonly string[] | undefined;
  /** What the sentence asks for. */
  readonly said: readonly AuxiliaryWish[];
  readonly language: Language;
  readonly warn: (warning: string) => void;
}

export function wantedAuxiliary(
  pattern: PatternId,
  { listed, said, language, warn }: Wanted,
): AuxiliaryWish[] {
  if (listed !== undefined) return [...new Set(listed)].map((name) => listedLine(name, { pattern, said }));
  return said.filter((wish) => {
    const obstacle = obstacleTo(wish, pattern);
    if (obstacle !== null) warn(obstacle[language]);
    return obstacle === null;
  });
}

/** Why a line of the sentence is left out; null where it is drawn. */
function obstacleTo({ kind, value }: AuxiliaryWish, pattern: PatternId): Record<Language, string> | null {
  if (!supportedBy(pattern).includes(kind)) {
    return {
      ja: `${pattern}には${kind}を重ねられません`,
      en: `${kind} cannot be laid over ${pattern} and is left out`,
    };
  }
  if (!needsValue(kind) || value !== undefined) return null;
  return {
    ja: `${kind}の値が文にないため描きませんでした`,
    en: `${kind} is left out: the query gives no number for it`,
  };
}

function listedLine(
  name: string,
  { pattern, said }: { pattern: PatternId; said: readonly AuxiliaryWish[] },
): AuxiliaryWish {
  const kind = auxiliaryKinds.find((one) => one === name);
  if (kind === undefined) {
    throw refusal(name, "there is no such line", `Choose among ${auxiliaryKinds.join(", ")}`);
  }
  if (!supportedBy(pattern).includes(kind)) {
    throw refusal(
      name,
      `${pattern} cannot carry it`,
      `${pattern} takes ${supportedBy(pattern).join(", ")}`,
    );
  }
  const given = said.find((wish) => wish.kind === kind) ??
    (needsValue(kind) ? said.find(({ value }) => value !== undefined) : undefined);
  if (needsValue(kind) && given?.value === undefined) {
    throw refusal(
      name,
      "the query gives no number for it",
      'Say the number in the query, such as "target 500"',
    );
  }
  return given === undefined ? { kind } : { ...given, kind };
}

function refusal(name: string, state: string, hint: string): AppError {
  const message = `Cannot use "options.auxiliary" ${JSON.stringify(name)}: ${state}`;
  return new AppError("invalid_argument", message, { hint });
}

function supportedBy(pattern: PatternId): readonly AuxiliaryKind[] {
  return pattern === "P01" || pattern === "P12" || pattern === "P31" ? auxiliaryKinds : levelKinds;
}

function needsValue(kind: AuxiliaryKind): boolean {
  return kind === "target_line" || kind === "threshold";
}
