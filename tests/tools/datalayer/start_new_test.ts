import assert from "node:assert/strict";
import { z } from "zod";
import { textCaller } from "../../harness/datalayer.ts";
import { startHttpProgram } from "../../harness/http_program.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { startJupyter } from "../../harness/jupyter.ts";
import { listKernels } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

Deno.test("--start-new-code-sandbox True has a kernel alive from the start, which the first client gets", async () => {
  const jupyter = sharedJupyter("plain");
  const path = await putCells(jupyter, [code("one", "1")]);
  for (const document of [[], ["--document-id", path]]) {
    const args = ["start", "--compat", "datalayer", "--start-new-code-sandbox", "True", ...document];
    await using program = await startHttpProgram({ jupyter, args });
    const before = (await listKernels(jupyter)).length;
    const status = () => kernelStatus(program.url);
    assert.deepEqual(await Promise.all([status(), status()]), ["alive", "alive"]);
    await using client = await program.connect();
    const call = textCaller(client);
    assert.match(await call("list_notebooks"), /\ndefault\t\S+\t[0-9a-f-]{36}\talive\t✓$/);
    assert.equal(await call("execute_code", { code: "6 * 7" }), "42");
    assert.equal((await listKernels(jupyter)).length, before + 1);
  }
});

Deno.test("a notebook that was named at startup and does not exist leaves no warnings in Jupyter's log", async () => {
  await using jupyter = await startJupyter({ environment: "plain" });
  const before = jupyter.log().length;
  const args = ["start", "--compat", "datalayer", "--start-new-code-sandbox", "True"];
  await using program = await startHttpProgram({
    jupyter,
    args: [...args, "--document-id", "missing.ipynb"],
  });
  assert.equal(await kernelStatus(program.url), "not_initialized");
  await using client = await program.connect();
  const call = textCaller(client);
  assert.match(await call("list_notebooks"), /default\tmissing\.ipynb/);
  assert.match(await call("execute_code", { code: "6 * 7" }), /Cannot open notebook "missing\.ipynb"/);
  assert.doesNotMatch(jupyter.log().slice(before), /^\[[WEC] .*missing/m);
});

async function kernelStatus(url: string): Promise<string> {
  const response = await fetch(new URL("/api/healthz", url));
  return z.object({ kernel_status: z.string() }).parse(await response.json()).kernel_status;
}
