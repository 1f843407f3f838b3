import assert from "node:assert/strict";
import { z } from "zod";
import { textCaller } from "../../harness/datalayer.ts";
import { startHttpProgram } from "../../harness/http_program.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { listKernels } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("--start-new-code-sandbox True has a kernel alive from the start, which the first client gets", async () => {
  const jupyter = sharedJupyter("plain");
  const path = await putCells(jupyter, [code("one", "1")]);
  for (const document of [[], ["--document-id", path]]) {
    const args = ["start", "--compat", "datalayer", "--start-new-code-sandbox", "True", ...document];
    await using program = await startHttpProgram({ jupyter, args });
    const before = (await listKernels(jupyter)).length;
    const statusOf = async () => {
      const response = await fetch(new URL("/api/healthz", program.url));
      return z.object({ kernel_status: z.string() }).parse(await response.json()).kernel_status;
    };
    assert.deepEqual(await Promise.all([statusOf(), statusOf()]), ["alive", "alive"]);
    await using client = await program.connect();
    const call = textCaller(client);
    assert.match(await call("list_notebooks"), /\ndefault\t\S+\t[0-9a-f-]{36}\talive\t✓$/);
    assert.equal(await call("execute_code", { code: "6 * 7" }), "42");
    assert.equal((await listKernels(jupyter)).length, before + 1);
  }
});
