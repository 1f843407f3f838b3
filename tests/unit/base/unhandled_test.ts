import assert from "node:assert/strict";

Deno.test("logUnhandled logs what nothing handles by its place, without its message, and the isolate lives on", async () => {
  const worker = new Worker(import.meta.resolve("../unhandled_worker.ts"), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  worker.postMessage("begin");
  const [rejection = "", exception = "", ...others] = await promise;
  worker.terminate();
  assert.match(
    rejection,
    /error internal error: unhandled rejection: AppError jupyter_unreachable.*at forget.*unhandled_worker/,
  );
  assert.match(exception, /error internal error: unhandled exception: TypeError.*fail.*unhandled_worker/);
  assert.deepEqual(others, []);
  assert.doesNotMatch(rejection + exception, /secret/);
});
