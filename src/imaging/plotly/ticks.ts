/** The ticks of an axis: where they stand, and what is written at them. */

import { markedLines } from "../../base/html_text.ts";
import { textAt } from "../../base/json.ts";
import { listOf } from "../../base/plotly_values.ts";
import type { Axis } from "./axis.ts";
import { periodLabels } from "./period_labels.ts";
import { placesOf } from "./tick_places.ts";
import { type AxisRoom, type Step, stepOf } from "./tick_step.ts";
import { textsAt } from "./tick_texts.ts";
import { placeOn } from "./to_pixel.ts";

export interface Tick {
  readonly at: number;
  /** One below the other. */
  readonly lines: readonly string[];
}

export function ticksOf(axis: Axis, room: AxisRoom): readonly Tick[] {
  const listed = listedIn(axis);
  return listed !== null ? listedTicks(axis, room, listed) : toldTicks(axis, room).ticks;
}

/** What is written along an axis: at its ticks, or in the middle of the periods that begin at them. */
export function labelsOf(axis: Axis, room: AxisRoom): readonly Tick[] {
  const isPeriod = axis.kind === "date" && textAt(axis.layout, "ticklabelmode") === "period";
  if (!isPeriod || listedIn(axis) !== null) return ticksOf(axis, room);
  return periodLabels(axis, { step: toldTicks(axis, room).step, domain: room.domain });
}

function listedIn({ layout }: Axis): ArrayLike<unknown> | null {
  return textAt(layout, "tickmode") === "auto" ? null : listOf(layout["tickvals"]);
}

interface SteppedTicks {
  readonly step: Step;
  readonly ticks: readonly Tick[];
}

/** Ticks of even steps, further apart where they could not be told apart. */
function toldTicks(axis: Axis, room: AxisRoom): SteppedTicks {
  const usual = evenTicks(axis, room);
  if (textAt(axis.layout, "tickformat") === "" || areTold(usual)) return usual;
  const coarser = [0.6, 0.3].map((part) => evenTicks(axis, { ...room, length: room.length * part }));
  return coarser.find(areTold) ?? usual;
}

function evenTicks(axis: Axis, room: AxisRoom): SteppedTicks {
  const step = stepOf(axis, room);
  const places = placesOf(step, room.domain);
  const texts = textsAt(places, axis, { step, domain: room.domain });
  return { step, ticks: places.map((at, index) => ({ at, lines: texts[index] ?? [] })) };
}

/** Whether ticks can be told apart: a format of the figure may write 2 at 1.5, and one month at each of its weeks. */
function areTold({ ticks }: SteppedTicks): boolean {
  return new Set(ticks.map(({ lines }) => lines.join(" "))).size === ticks.length;
}

/** Ticks where the figure wants them, with the texts that it has for them. */
function listedTicks(axis: Axis, { domain, length }: AxisRoom, listed: ArrayLike<unknown>): readonly Tick[] {
  const own = listOf(axis.layout["ticktext"]);
  const [low, high] = [Math.min(...domain), Math.max(...domain)];
  const found = Array.from(listed).flatMap((value, index) => {
    const at = placeOn(axis, value);
    return at >= low && at <= high ? [{ at, text: own?.[index] }] : [];
  });
  // They may be anywhere, so that their numbers need more digits than those of even steps.
  const step = stepOf({ ...axis, layout: { nticks: 1_000 }, least: null }, { domain, length });
  const texts = textsAt(found.map(({ at }) => at), axis, { step, domain });
  return found.map(({ at, text }, index) => ({
    at,
    lines: text === undefined || text === null ? texts[index] ?? [] : markedLines(String(text)),
  }));
}
