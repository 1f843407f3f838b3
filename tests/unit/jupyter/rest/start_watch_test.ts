import assert from "node:assert/strict";
import { z } from "zod";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";

Deno.test("JupyterHttp tells of a Jupyter that is started here while requests wait for it", async () => {
  const started = Promise.withResolvers<void>();
  const http = new JupyterHttp({
    target: { url: "http://jupyter.test/", token: "t", origin: "managed" },
    ready: () => started.promise,
    fetch: () => Promise.resolve(Response.json({ version: "2" })),
  });
  const told: string[] = [];
  const end = http.onStarting(({ message }) => {
    told.push(message);
    started.resolve();
  });
  await http.json(z.object({ version: z.string() }), ["api"]);
  assert.match(told.join(), /^Jupyter is starting: \d s$/);
  end();
  http.close();
});
