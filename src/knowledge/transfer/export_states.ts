/**
 * States as files: `<id>.md` each, and `latest.md`. Bases count their states alike, so where several are exported into
 * one folder, a state whose number is another's takes the next that is free. Its time tells whose a file is.
 */

import { basename, join } from "node:path";
import type { KnowledgeBase } from "../knowledge_base.ts";
import { markdownFiles, readIfThere, writeFile } from "./files.ts";
import { readState, stateText } from "./item_document.ts";
import { readStateRecords } from "./read_records.ts";

export const stateFolder = join(".system", "current_state");

interface Present {
  readonly number: number;
  /** Undefined for a file that holds no state. */
  readonly time: number | undefined;
}

export async function exportStates(base: KnowledgeBase, folder: string): Promise<number> {
  const states = await base.read(readStateRecords);
  if (states.length === 0) return 0;
  const home = join(folder, stateFolder);
  await Deno.mkdir(home, { recursive: true });
  const numbers = placesOf(
    states.map(({ id, state }) => ({ number: id, time: state.createdAt })),
    await presentIn(home),
  );
  for (const [at, { state }] of states.entries()) {
    const id = numbers[at] ?? 0;
    const active = at === states.length - 1;
    const text = stateText(state, { id, active });
    await writeIfOther(join(home, `${id}.md`), text);
    const latest = active ? await timeIn(join(home, "latest.md")) : Infinity;
    if ((latest ?? -Infinity) <= state.createdAt) await writeIfOther(join(home, "latest.md"), text);
  }
  return states.length;
}

/** The number of each state's file: the one that it has, or its own, or a free one. */
function placesOf(states: readonly Present[], present: readonly Present[]): number[] {
  const files = new Map(present.map(({ number, time }) => [number, time]));
  const isHome = ({ number, time }: Present) => files.get(number) === time;
  const taken = new Set(states.filter(isHome).map(({ number }) => number));
  let last = Math.max(...files.keys(), ...states.map(({ number }) => number));
  return states.map((state) => {
    if (isHome(state)) return state.number;
    // Times of Shirokuma are whole seconds, so that several states may have one.
    const had = present.find(({ number, time }) => time === state.time && !taken.has(number))?.number;
    const place = had ?? (files.has(state.number) ? last += 1 : state.number);
    taken.add(place);
    return place;
  });
}

async function presentIn(home: string): Promise<Present[]> {
  const present: Present[] = [];
  for (const path of await markdownFiles(home)) {
    const number = /^(\d+)\.md$/.exec(basename(path))?.[1];
    if (number !== undefined) present.push({ number: Number(number), time: await timeIn(path) });
  }
  return present;
}

async function timeIn(path: string): Promise<number | undefined> {
  return readState(await readIfThere(path) ?? "")?.createdAt;
}

async function writeIfOther(path: string, text: string): Promise<void> {
  if (await readIfThere(path) !== text) await writeFile(path, text);
}
