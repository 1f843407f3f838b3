import assert from "node:assert/strict";
import { untilAborted } from "../../../../src/base/async.ts";
import { AppError } from "../../../../src/base/errors.ts";
import { kernelGone } from "../../../../src/jupyter/rest/kernels.ts";
import type { SessionModel } from "../../../../src/jupyter/rest/sessions.ts";
import { startKernel, type StartKernelOptions } from "../../../../src/jupyter/sessions/start_kernel.ts";

const model = (id: string): SessionModel => ({
  id,
  path: "p",
  name: "n",
  type: "console",
  kernel: { id: `kernel of ${id}`, name: "python3" },
});

const deaf = new Promise<never>(() => {});
const gone = () => Promise.reject(kernelGone("k"));
/** Comes up after the patience of these tests. */
const slowly = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Lets kernels come up as told, one after the other; gives what was done. */
async function course(
  kernels: readonly (() => Promise<unknown>)[],
  options: Partial<StartKernelOptions> = {},
) {
  const done: string[] = [];
  let starts = 0;
  const up = await startKernel(model("1"), {
    connect: (_session, signal) => untilAborted(kernels[starts++]?.() ?? Promise.resolve(), signal),
    startAgain: ({ id }) => {
      done.push(`again for ${id}`);
      return Promise.resolve(model("2"));
    },
    end: ({ id }) => Promise.resolve(void done.push(`end ${id}`)),
    onGone: ({ id }) => done.push(`gone ${id}`),
    limit: 1,
    ...options,
  }).then(({ id }) => id, (error: unknown) => error);
  return { up, done };
}

Deno.test("startKernel gives a kernel that answers", async () => {
  assert.deepEqual(await course([() => Promise.resolve()]), { up: "1", done: [] });
});

Deno.test("startKernel starts another kernel for one that has ended", async () => {
  assert.deepEqual(await course([gone]), { up: "2", done: ["again for 1"] });
});

Deno.test("startKernel ends a kernel that answers nobody, and starts another", async () => {
  assert.deepEqual(await course([() => deaf]), { up: "2", done: ["end 1", "again for 1"] });
});

Deno.test("startKernel gives the second kernel all the time it needs", async () => {
  assert.equal((await course([() => deaf, slowly])).up, "2");
});

Deno.test("startKernel ends no session of someone else, and waits for its kernel", async () => {
  const up = await startKernel(model("1"), {
    connect: (_session, signal) => untilAborted(slowly(), signal),
    startAgain: () => assert.fail("it is started again"),
    onGone: () => assert.fail("it is gone"),
    limit: 1,
  });
  assert.equal(up.id, "1");
});

Deno.test("startKernel tells that a kernel has ended twice", async () => {
  const { up, done } = await course([gone, gone]);
  assert.ok(up instanceof AppError && up.code === "kernel_died", String(up));
  assert.deepEqual(done, ["again for 1", "gone 2"]);
});

Deno.test("startKernel starts nothing for a caller who has gone, nor after another failure", async () => {
  const left = AbortSignal.abort("left");
  assert.deepEqual(await course([() => deaf], { signal: left }), { up: "left", done: [] });
  const refused = new AppError("auth_failed", "no");
  assert.deepEqual(await course([() => Promise.reject(refused)]), { up: refused, done: [] });
});
