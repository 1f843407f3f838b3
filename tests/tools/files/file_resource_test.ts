import assert from "node:assert/strict";
import { ProtocolError } from "@modelcontextprotocol/client";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { freshFolder, putBytes } from "../../harness/files.ts";
import { sharedJupyter } from "../../harness/servers.ts";

for (const kind of environmentKinds) {
  Deno.test(`file resources on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const { client } = connection;
    const folder = freshFolder("resource");
    for (const name of ["plain.txt", "a%20b.txt", "a b.txt", "100%.txt", "deep/売上.txt"]) {
      await putBytes(jupyter, `${folder}/${name}`, name);
    }

    await t.step("the template is listed", async () => {
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.ok(resourceTemplates.some(({ uriTemplate }) => uriTemplate === "jupyter://files/{+path}"));
    });

    await t.step("a file is read, its path encoded or not", async () => {
      const uris = [
        [`${encodeURIComponent(folder)}/plain.txt`, "plain.txt"],
        [`${folder}/plain.txt`, "plain.txt"],
        [`${folder}/100%.txt`, "100%.txt"],
        [`${folder}/deep/売上.txt`, "deep/売上.txt"],
        [`${encodeURIComponent(folder)}/a%2520b.txt`, "a%20b.txt"],
        [`${encodeURIComponent(folder)}/a%20b.txt`, "a b.txt"],
      ] as const;
      for (const [path, content] of uris) {
        const { contents: [read] } = await client.readResource({ uri: `jupyter://files/${path}` });
        assert.ok(read !== undefined && "text" in read, path);
        assert.equal(read.text, content);
        assert.equal(read.mimeType, "text/plain");
      }
    });

    await t.step("paths are completed", async () => {
      const complete = async (value: string) => {
        const ref = { type: "ref/resource" as const, uri: "jupyter://files/{+path}" };
        return (await client.complete({ ref, argument: { name: "path", value } })).completion.values;
      };
      assert.deepEqual(await complete(`${folder}/pl`), [`${folder}/plain.txt`]);
      assert.deepEqual(await complete(`${folder}/de`), [`${folder}/deep/`]);
      assert.deepEqual(await complete(`${folder}/deep/`), [`${folder}/deep/売上.txt`]);
      assert.ok((await complete("")).includes(`${folder}/`));
      for (const value of ["no/such/", "..", "../"]) assert.deepEqual(await complete(value), []);
    });

    await t.step("what is not there, or outside, is an error of its own", async () => {
      for (
        const path of [
          "not/there.txt",
          "../x",
          "..%2f..%2fetc%2fpasswd",
          "%252e%252e/x",
          "/etc/passwd",
          folder,
        ]
      ) {
        await assert.rejects(client.readResource({ uri: `jupyter://files/${path}` }), (error) => {
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
