/** The lines to lay over a chart: those that the caller lists, each of which works or fails; else those of the sentence. */

import {
  type AuxiliaryKind,
  auxiliaryKinds,
  type Language,
  levelKinds,
  type PatternId,
} from "../../base/chart_terms.ts";
import { AppError } from "../../base/errors.ts";
import type { AuxiliaryWish } from "../read/auxiliary_wish.ts";

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
  if (listed !== undefined) {
    return [...new Set(listed)].flatMap((name) => listedLines(name, { pattern, said }));
  }
  return said.filter((wish) => {
    const obstacle = obstacleTo(wish, pattern);
    if (obstacle !== null) warn(obstacle[language]);
    return obstacle === null;
  });
}

const lineNames: Readonly<Record<AuxiliaryKind, Record<Language, string>>> = {
  mean_line: { ja: "平均線", en: "the mean line" },
  median_line: { ja: "中央値の線", en: "the median line" },
  target_line: { ja: "目標線", en: "the target line" },
  threshold: { ja: "しきい値の線", en: "the threshold line" },
  moving_avg: { ja: "移動平均", en: "the moving average" },
  regression: { ja: "回帰直線", en: "the straight trend line" },
};

/** Why a line of the sentence is left out; null where it is drawn. */
function obstacleTo(
  { kind, value, name }: AuxiliaryWish,
  pattern: PatternId,
): Record<Language, string> | null {
  if (!supportedBy(pattern).includes(kind)) {
    return {
      ja: `この種類の図（${pattern}）には${lineNames[kind].ja}を重ねられません`,
      en: `${lineNames[kind].en} cannot be laid over this kind of chart (${pattern}) and is left out`,
    };
  }
  if (!needsValue(kind) || value !== undefined) return null;
  const line = name === undefined ? lineNames[kind] : { ja: `「${name}」の線`, en: `the line "${name}"` };
  return {
    ja: `${line.ja}の値が文にないため描きませんでした`,
    en: `${line.en} is left out: the query gives no number for it`,
  };
}

function listedLines(
  name: string,
  { pattern, said }: { pattern: PatternId; said: readonly AuxiliaryWish[] },
): AuxiliaryWish[] {
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
  const own = said.filter((wish) => wish.kind === kind && (!needsValue(kind) || wish.value !== undefined));
  const other = needsValue(kind) ? said.find(({ value }) => value !== undefined) : undefined;
  const given = own.length > 0 || other === undefined ? own : [other];
  if (needsValue(kind) && given.length === 0) {
    throw refusal(
      name,
      "the query gives no number for it",
      'Say the number in the query, such as "target 500"',
    );
  }
  // What the caller calls a line is one, also over boxes that have signs for their own.
  const isOverBoxes = pattern === "P32" && (kind === "mean_line" || kind === "median_line");
  const line = isOverBoxes ? { kind, overall: true } : { kind };
  return given.length === 0 ? [line] : given.map((wish) => ({ ...wish, ...line }));
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
