import assert from "node:assert/strict";
import { createLogger } from "../../../src/base/log.ts";
import { KernelPool } from "../../../src/jupyter/kernel/pool.ts";
import { Journal } from "../../../src/jupyter/review/journal.ts";
import { Notebooks } from "../../../src/jupyter/notebooks/notebooks.ts";
import { JupyterHttp } from "../../../src/jupyter/rest/http.ts";
import { handOverRuns } from "../../../src/server/hand_over_runs.ts";

const target = { url: "http://jupyter.test:8888/", token: "token", origin: "given" } as const;

Deno.test("handOverRuns gives up runs while Jupyter is gone, and logs what was not written", async () => {
  const lines: string[] = [];
  const log = createLogger({ level: "warning", write: (line) => lines.push(line) });
  const http = new JupyterHttp({
    target,
    fetch: () => Promise.reject(new TypeError("error sending request: connection refused")),
  });
  const kernels = new KernelPool({ http, log });
  const acquireLock = () => Promise.resolve({ isLocked: true, record: "", release() {} });
  const notebooks = new Notebooks({ http, kernels, acquireLock, journal: new Journal({ server: "" }) });
  const run = {
    path: "a.ipynb",
    cellId: "c",
    execution: undefined,
    left: [],
    stopOnError: true,
    force: false,
    unsaved: [],
  };
  const endless = new Promise<never>(() => {});
  notebooks.backgroundRuns.add(endless, { kernelId: "k", takeState: () => run });
  const isElsewhere = await handOverRuns({ http, kernels, notebooks }, {
    log,
    startSuccessor: () => endless,
    handOver: () => assert.fail("nobody can take them over"),
    unreachableLimitMs: 0,
  });
  assert.equal(isElsewhere, false);
  assert.match(lines.join(""), /outputs are not written.*a\.ipynb c/);
  http.close();
});
