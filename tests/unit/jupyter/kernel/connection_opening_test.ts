import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { LostOpening, reopenUntilUsable } from "../../../../src/jupyter/kernel/connection_opening.ts";
const reason = new AppError("jupyter_unreachable", "Cannot reach Jupyter: the connection was cut");
const cut = new LostOpening("cut", reason);
const unanswered = new LostOpening("unanswered", reason);

interface Course {
  /** How the tries end, one after the other; then they succeed. */
  readonly failures: readonly Error[];
  readonly isFollowing?: boolean;
  /** Milliseconds that each try takes. */
  readonly takes?: number;
}

/** Opens on virtual time; tells under which id each try was made, and when. */
async function course({ failures, isFollowing = false, takes = 10 }: Course) {
  let [time, id] = [0, 0];
  const tries: { readonly id: number; readonly at: number }[] = [];
  const result = await reopenUntilUsable({
    open: () => {
      tries.push({ id, at: time });
      time += takes;
      const failure = failures[tries.length - 1];
      return failure === undefined ? Promise.resolve("open") : Promise.reject(failure);
    },
    startAnew: () => id++,
    isFollowing: () => isFollowing,
    signal: new AbortController().signal,
    now: () => time,
    wait: (milliseconds) => {
      time += milliseconds;
      return Promise.resolve();
    },
  }).catch((error: unknown) => error);
  return { result, tries, ids: tries.map((one) => one.id) };
}

Deno.test("openThroughCuts tries again after growing delays, as a new client where nothing is to be replayed", async () => {
  const { result, tries, ids } = await course({ failures: [cut, cut, cut] });
  assert.equal(result, "open");
  assert.deepEqual(ids, [0, 1, 2, 3]);
  const gaps = tries.slice(1).map(({ at }, index) => at - (tries[index]?.at ?? 0));
  const [first = 0, second = 0, third = 0] = gaps;
  assert.ok(first >= 125 && second > first && third > second, gaps.join());
});

Deno.test("openThroughCuts stays the same client while a run is under way", async () => {
  const { result, ids } = await course({ failures: [cut, cut], isFollowing: true });
  assert.equal(result, "open");
  assert.deepEqual(ids, [0, 0, 0]);
});

Deno.test("openThroughCuts comes as a new client where the old one is not answered, also with a run under way", async () => {
  for (const isFollowing of [true, false]) {
    const { result, ids } = await course({ failures: [unanswered], isFollowing, takes: 10_000 });
    assert.equal(result, "open");
    assert.deepEqual(ids, [0, 1]);
  }
});

Deno.test("openThroughCuts gives a server up in time that loses every connection", async () => {
  const { result, tries } = await course({ failures: Array(100).fill(cut) });
  assert.equal(result, cut);
  assert.ok((tries.at(-1)?.at ?? 0) <= 6_000 && tries.length <= 8, JSON.stringify(tries));
});

Deno.test("openThroughCuts does not try again what was lost after a long wait, or refused", async () => {
  assert.equal((await course({ failures: [cut], takes: 75_000 })).tries.length, 1);
  const refused = new AppError("auth_failed", "no");
  assert.equal((await course({ failures: [refused] })).result, refused);
});

Deno.test("openThroughCuts ends where it is called off between two tries", async () => {
  const calledOff = new AbortController();
  let tries = 0;
  const opening = reopenUntilUsable({
    open: () => {
      tries++;
      queueMicrotask(() => calledOff.abort(reason));
      return Promise.reject(cut);
    },
    startAnew: () => undefined,
    isFollowing: () => false,
    signal: calledOff.signal,
  });
  await assert.rejects(opening, reason);
  assert.equal(tries, 1);
});
