/** What Jupyter is not asked for, as each refusal is a warning or an exception in its log. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, freshPath, notebookOf, putFile } from "../../harness/notebook.ts";
import { startProxy } from "../../harness/proxy.ts";
import { sharedJupyter } from "../../harness/servers.ts";

for (const kind of environmentKinds) {
  Deno.test(`on a ${kind} Jupyter`, async (t) => {
    await using proxy = startProxy(sharedJupyter(kind));
    await using connection = await connect({ jupyter: proxy.server });
    const asked = (pattern: RegExp) => proxy.requests.filter((line) => pattern.test(line));

    await t.step("a missing notebook is looked for once", async () => {
      const path = freshPath();
      const { at, text } = await connection.call("notebook_get", { notebook_path: path });
      assert.equal(at("error"), "notebook_not_found", text);
      assert.equal(asked(new RegExp(`/api/contents/${path}`)).length, 1);
    });

    await t.step("a kernel that is not installed is not started", async () => {
      const { at, text } = await connection.call("session_create", { kernel_name: "cobol" });
      assert.equal(at("error"), "kernelspec_not_found", text);
      assert.deepEqual(asked(/^POST/), []);
    });

    const inNoFolder = {
      notebook_create: { name: "missing/a.ipynb" },
      session_create: { notebook_path: "missing/a.ipynb" },
    };
    for (const [tool, args] of Object.entries(inNoFolder)) {
      await t.step(`${tool} writes nothing where there is no folder`, async () => {
        const { at, text } = await connection.call(tool, args);
        assert.equal(at("error"), "file_not_found", text);
        assert.deepEqual(asked(/missing\/a|^PUT/), []);
      });
    }
  });
}

const { source: _source, ...sourceless } = code("a", "");
const { metadata: _metadata, ...bare } = { ...code("a", "1") };

for (const [what, cell] of Object.entries({ "a source": sourceless, "metadata": bare })) {
  Deno.test(`the room of a notebook with a cell without ${what} is not entered`, async () => {
    const jupyter = sharedJupyter("collaboration");
    await using proxy = startProxy(jupyter);
    await using connection = await connect({ jupyter: proxy.server });
    const path = await putFile(jupyter, notebookOf([cell]));
    const read = await connection.call("notebook_get", { notebook_path: path });
    assert.equal(read.isError, false, read.text);
    assert.deepEqual(proxy.requests.filter((line) => line.includes("/api/collaboration/")), []);
  });
}
