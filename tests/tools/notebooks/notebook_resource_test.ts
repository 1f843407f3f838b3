import assert from "node:assert/strict";
import { ProtocolError } from "@modelcontextprotocol/client";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, freshPath, notebookOf, openRoom, putCells, putFile } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook resources on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const { client } = connection;
    const read = async (path: string): Promise<unknown> => {
      const { contents: [content] } = await client.readResource({ uri: `jupyter://notebooks/${path}` });
      assert.equal(content?.mimeType, "application/x-ipynb+json");
      return JSON.parse(content !== undefined && "text" in content ? content.text : "");
    };

    await t.step("the template is listed", async () => {
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.ok(resourceTemplates.some(({ uriTemplate }) => uriTemplate === "jupyter://notebooks/{+path}"));
    });

    await t.step("a notebook is there whole, as JSON", async () => {
      const outputs = [{ output_type: "stream", name: "stdout", text: "x\n" }];
      const content = notebookOf([code("a", "1\n2", { outputs, execution_count: 2 })], {
        metadata: { mine: { deep: [1] } },
      });
      const path = await putFile(jupyter, content);
      // Servers with shared documents add to the metadata what JupyterLab expects there.
      assert.partialDeepStrictEqual(await read(path), content);
    });

    await t.step("one over the bound of an answer leaves its largest outputs out, and says so", async () => {
      const figure = (size: number) => ({
        output_type: "display_data",
        data: { "image/png": "A".repeat(size), "text/plain": "<Figure>" },
        metadata: {},
      });
      const stream = { output_type: "stream", name: "stdout", text: "line\n".repeat(400_000) };
      const path = await putCells(jupyter, [
        code("a", "plot()", { outputs: [figure(1_100_000), figure(100), stream] }),
      ]);
      assert.partialDeepStrictEqual(await read(path), {
        cells: [{
          source: "plot()",
          outputs: [
            { data: { "text/plain": "<Figure>" }, metadata: { jupyter_mcp: { left_out: {} } } },
            { data: { "image/png": "A".repeat(100) } },
            { output_type: "stream" },
          ],
        }],
      });
      const sources = await putCells(jupyter, [code("a", "x".repeat(2_000_000))]);
      await assert.rejects(client.readResource({ uri: `jupyter://notebooks/${sources}` }), /notebook_get/);
    });

    await t.step("under any name, encoded or not", async () => {
      for (const begin of ["with space", "100%", "a folder/売上 🚀", "number#1"]) {
        const path = await putCells(jupyter, [code("a", begin)], freshPath(begin));
        const encoded = path.split("/").map(encodeURIComponent).join("/");
        assert.partialDeepStrictEqual(await read(encoded), { cells: [{ source: begin }] });
        if (!begin.includes("%")) {
          assert.partialDeepStrictEqual(await read(path), { cells: [{ source: begin }] });
        }
      }
    });

    await t.step("what is not there, or no notebook, is an error of its own", async () => {
      const broken = await putFile(jupyter, "not JSON");
      for (const path of ["not/there.ipynb", broken, "../outside.ipynb", "..%2f..%2fetc%2fpasswd"]) {
        await assert.rejects(client.readResource({ uri: `jupyter://notebooks/${path}` }), (error) => {
          assert.ok(error instanceof ProtocolError, path);
          assert.ok(
            error.code === -32602 || error.code === -32002,
            `${path}: ${error.code} ${error.message}`,
          );
          return true;
        });
      }
    });
  });
}

Deno.test("a notebook resource has what a person has typed and not saved", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "a")]);
  await using room = await openRoom(jupyter, path);
  room.update((notebook) => ({
    ...notebook,
    cells: notebook.cells.map((cell) => ({ ...cell, source: "typed" })),
  }));
  await room.flush();
  const { contents: [content] } = await connection.client.readResource({
    uri: `jupyter://notebooks/${path}`,
  });
  assert.match(content !== undefined && "text" in content ? content.text : "", /"typed"/);
});
