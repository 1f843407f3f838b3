/**
 * What a kernel remembers that ran in the cells of notebooks, so that cells which have changed since can be marked.
 *
 * 1. Asking a kernel only ever adds to what is known: a kernel that does not answer soon is left alone, and none is started.
 * 2. A cell found equal to what ran under its count is remembered: any later difference is a change.
 * 3. A count that the kernel had not reached when it was first asked is from an earlier kernel process if a cell had it by
 *    then, and from the current one if a cell has it only since.
 */

import { BoundedMap } from "../../base/bounded_map.ts";
import { pastInputs } from "../inspect/past_inputs.ts";
import type { KernelPool } from "../kernel/pool.ts";
import { compareWithHistory, type Verdict } from "../nbformat/cell_state.ts";
import type { Cell } from "../nbformat/notebook.ts";
import type { SessionModel } from "../rest/sessions.ts";
import type { RunHistory } from "./run_history.ts";

interface JudgeOptions {
  /** The notebook's kernel, as the server lists it. */
  readonly kernel: SessionModel["kernel"];
  readonly signal?: AbortSignal | undefined;
}

interface FirstInspection {
  /** The kernel's process; counts begin anew in the next one. */
  readonly process: string | undefined;
  /** The first count that no run had had. */
  readonly next: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Milliseconds to wait for a kernel: an idle one answers in a few, a busy one may not answer at all. */
const patience = { idle: 2_000, busy: 400 } as const;
const mostNotebooks = 100;
const mostCounts = 5_000;

export class KernelHistory {
  readonly #kernels: KernelPool;
  readonly #known: RunHistory;
  readonly #firstInspections = new BoundedMap<FirstInspection>({ most: mostNotebooks });

  constructor(kernels: KernelPool, known: RunHistory) {
    this.#kernels = kernels;
    this.#known = known;
  }

  /** Which cells are as they were when they ran and which are not, as far as the kernel can tell. */
  async judge(
    path: string,
    cells: readonly Cell[],
    { kernel, signal }: JudgeOptions,
  ): Promise<ReadonlyMap<Cell, Verdict>> {
    // A kernel that is starting has no history.
    if (kernel.execution_state !== "idle" && kernel.execution_state !== "busy") return new Map();
    const limit = patience[kernel.execution_state];
    const either = AbortSignal.any([AbortSignal.timeout(limit), ...(signal === undefined ? [] : [signal])]);
    try {
      return await this.#inspect(path, cells, { id: kernel.id, limit, signal: either });
    } catch {
      // The notebook is read anyway, without the marks that only the kernel can provide.
      signal?.throwIfAborted();
      return new Map();
    }
  }

  async #inspect(
    path: string,
    cells: readonly Cell[],
    { id, limit, signal }: { readonly id: string; readonly limit: number; readonly signal: AbortSignal },
  ): Promise<ReadonlyMap<Cell, Verdict>> {
    const kernel = this.#kernels.get(id);
    await kernel.connect({ signal });
    const { process } = kernel.inspector;
    const before = this.#firstInspections.get(path);
    const first = before?.process === process ? before : undefined;
    const counts = cells.flatMap((cell) => this.#known.isUnchanged(path, cell) ? [] : countOf(cell) ?? []);
    if (first !== undefined && counts.length === 0) return new Map();
    const wanted = [...new Set(counts)].slice(0, mostCounts);
    const seen = await pastInputs(kernel, { counts: wanted, limit, signal });
    if (seen === undefined) return new Map();
    if (first === undefined) this.#rememberFirst(path, cells, { process, next: seen.count });
    const verdicts = compareWithHistory(cells, {
      inputs: seen.inputs,
      lifeOf: (cell) => first && lifeOf(cell, first),
    });
    this.#learn(path, verdicts);
    return verdicts;
  }

  #rememberFirst(
    path: string,
    cells: readonly Cell[],
    inspection: Pick<FirstInspection, "process" | "next">,
  ): void {
    const counts = cells.flatMap((cell) => {
      const count = countOf(cell);
      return count === undefined ? [] : [[cell.id ?? "", count] as const];
    });
    this.#firstInspections.set(path, { ...inspection, counts: new Map(counts) });
  }

  #learn(path: string, verdicts: ReadonlyMap<Cell, Verdict>): void {
    for (const [{ id = "", source, execution_count = null }, verdict] of verdicts) {
      if (verdict === "same") this.#known.remember(path, id, { source, count: execution_count });
    }
  }
}

function countOf({ cell_type, execution_count }: Cell): number | undefined {
  return cell_type === "code" && typeof execution_count === "number" ? execution_count : undefined;
}

function lifeOf(
  { id = "", execution_count }: Cell,
  { next, counts }: FirstInspection,
): "present" | "past" | undefined {
  if (typeof execution_count !== "number" || execution_count < next) return undefined;
  return counts.get(id) === execution_count ? "past" : "present";
}
