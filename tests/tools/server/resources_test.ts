import assert from "node:assert/strict";
import { ProtocolError } from "@modelcontextprotocol/client";
import { connect } from "../../harness/client.ts";
import type { Connection } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const red = "from PIL import Image\nImage.new('RGB', (40, 30), 'red')";

/** Resolves at the next news that the list of resources has changed. */
function nextChange(connection: Connection): Promise<void> {
  return new Promise((resolve) =>
    connection.client.setNotificationHandler("notifications/resources/list_changed", () => resolve())
  );
}

for (const era of ["legacy", "modern"] as const) {
  Deno.test(`resources, ${era}`, async (t) => {
    await using connection = await connect({ jupyter: sharedJupyter("collaboration"), era });
    const { client } = connection;
    await using session = await openSession(connection);

    await t.step("templates name images and outputs", async () => {
      const { resourceTemplates } = await client.listResourceTemplates();
      const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
      assert.ok(templates.includes("jupyter://sessions/{session_id}/images/{image_id}.{ext}"));
      assert.ok(templates.includes("jupyter://executions/{execution_id}/output"));
      for (const { title, description } of resourceTemplates) assert.ok(title && description);
    });

    await t.step("the list has each image of a run", async () => {
      const drawn = await session.run(red);
      const { resources } = await client.listResources(undefined, { cacheMode: "refresh" });
      const listed = resources.find(({ uri }) => uri === drawn.at("images.0.resource_uri"));
      assert.partialDeepStrictEqual(listed, {
        mimeType: "image/png",
        size: drawn.at("images.0.bytes"),
        description: drawn.at("images.0.description"),
      });
    });

    await t.step("reading a URI that nothing has is an error of its own", async () => {
      const wrong = [
        "file:///etc/passwd",
        "http://127.0.0.1:1/",
        "jupyter://sessions/x/images/output-001.png",
        "jupyter://executions/none/output",
        "jupyter://executions/%/output",
        "jupyter://executions/..%2f..%2fetc/output",
        "jupyter://",
        "x",
      ];
      for (const uri of wrong) {
        await assert.rejects(client.readResource({ uri }), (error) => {
          assert.ok(error instanceof ProtocolError, uri);
          assert.ok(error.code === -32602 || error.code === -32002, `${uri}: ${error.code}`);
          return true;
        });
      }
    });

    await t.step("template variables complete", async () => {
      await session.run(red);
      const complete = (uri: string, name: string, value: string) =>
        client.complete({ ref: { type: "ref/resource", uri }, argument: { name, value } });
      const images = "jupyter://sessions/{session_id}/images/{image_id}.{ext}";
      const sessions = await complete(images, "session_id", session.id.slice(0, 3));
      assert.deepEqual(sessions.completion.values, [session.id]);
      const runs = await complete("jupyter://executions/{execution_id}/output", "execution_id", "");
      assert.equal(runs.completion.values[0], await session.lastRun());
    });
  });
}

Deno.test("resources/list_changed comes with a new image and when a session is deleted", async () => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  const session = await openSession(connection);
  const added = nextChange(connection);
  await session.run(red);
  await added;
  const freed = nextChange(connection);
  await session[Symbol.asyncDispose]();
  await freed;
});
