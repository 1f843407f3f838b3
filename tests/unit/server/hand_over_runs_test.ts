import assert from "node:assert/strict";
import { createLogger } from "../../../src/base/log.ts";
import type { JupyterTarget } from "../../../src/base/protocol.ts";
import { KernelPool } from "../../../src/jupyter/kernel/pool.ts";
import { Journal } from "../../../src/jupyter/review/journal.ts";
import { Notebooks } from "../../../src/jupyter/notebooks/notebooks.ts";
import { JupyterHttp } from "../../../src/jupyter/rest/http.ts";
import { handOverRuns } from "../../../src/server/hand_over_runs.ts";

const endless = new Promise<never>(() => {});

interface Leaving {
  readonly origin: JupyterTarget["origin"];
  readonly isAwaited?: boolean;
  readonly stopping?: AbortSignal;
}

/** Hands an endless run over, of a Jupyter that is gone, to a successor that never connects. */
async function leave({ origin, isAwaited = false, stopping = new AbortController().signal }: Leaving) {
  const lines: string[] = [];
  const given: string[] = [];
  const log = createLogger({ level: "warning", write: (line) => lines.push(line) });
  const http = new JupyterHttp({
    target: { url: "http://jupyter.test:8888/", token: "token", origin },
    fetch: () => Promise.reject(new TypeError("error sending request: connection refused")),
  });
  const kernels = new KernelPool({ http, log });
  const acquireLock = () => Promise.resolve({ isLocked: true, record: "", release() {} });
  const notebooks = new Notebooks({ http, kernels, acquireLock, journal: new Journal({ server: "" }) });
  const run = { path: "a.ipynb", cellId: "c", execution: undefined, remaining: [], unsaved: [] };
  const handOver = () => ({ ...run, stopOnError: true, force: false });
  const { detach } = notebooks.work.track(endless, { kernelId: "k", handOver });
  if (!isAwaited) detach();
  const isElsewhere = await handOverRuns({ http, kernels, notebooks }, {
    log,
    startSuccessor: () => endless,
    handOver: (json) => given.push(json),
    stopping,
    unreachableLimitMs: 0,
  });
  http.close();
  return { isElsewhere, given: given.join(""), logged: lines.join("") };
}

Deno.test("handOverRuns gives up runs whose own Jupyter is gone, and logs what was not written", async () => {
  const { isElsewhere, given, logged } = await leave({ origin: "managed" });
  assert.deepEqual([isElsewhere, given], [false, ""]);
  assert.match(logged, /outputs are not written.*a\.ipynb c/);
});

Deno.test("handOverRuns does not wait for the successor if a run is only to be stopped", async () => {
  const { isElsewhere, given } = await leave({ origin: "given", isAwaited: true });
  assert.ok(isElsewhere);
  assert.match(given, /"isAbandoned":true/);
});

Deno.test("handOverRuns hands runs over to a successor that is not ready when the process has to end", async () => {
  const { isElsewhere, given } = await leave({ origin: "given", stopping: AbortSignal.abort() });
  assert.ok(isElsewhere);
  assert.match(given, /"path":"a.ipynb".*"isAbandoned":false/);
});
