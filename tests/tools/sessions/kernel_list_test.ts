import assert from "node:assert/strict";
import { z } from "zod";
import { connect } from "../../harness/client.ts";
import { deleteKernel, startKernel } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const listSchema = z.object({
  kernels: z.array(z.object({
    kernel_id: z.string(),
    kernel_name: z.string(),
    status: z.string(),
    last_activity: z.string(),
    connections: z.number().optional(),
  })),
  kernelspecs: z.array(z.object({ name: z.string(), display_name: z.string(), language: z.string() })),
  default: z.string(),
});

Deno.test("kernel_list shows running kernels, with or without a session, and what can be started", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  await using session = await openSession(connection);
  const bare = await startKernel(jupyter);
  const listed = listSchema.parse((await connection.call("kernel_list")).json);
  await deleteKernel(jupyter, bare.id);
  const of = (id: string) => listed.kernels.find(({ kernel_id }) => kernel_id === id);
  assert.partialDeepStrictEqual(of(session.kernelId), {
    kernel_name: "python3",
    status: "idle",
    connections: 1,
  });
  assert.equal(of(bare.id)?.kernel_name, "python3");
  assert.equal(of(bare.id)?.connections, undefined);
  assert.deepEqual(listed.kernelspecs.find(({ name }) => name === "python3"), {
    name: "python3",
    display_name: "Python 3 (ipykernel)",
    language: "python",
  });
  assert.equal(listed.default, "python3");
});
