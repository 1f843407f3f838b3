/** Charts of tables on IRkernel. */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

Deno.test("a chart of a large data.frame loses no group and leaves the person's random numbers alone", async () => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection, { kernel_name: "ir" });
  await session.run(`
turns <- data.frame(shop = rep(c("A", "B", "C", "D"), 50000), amount = 1)
set.seed(1); first <- runif(1); set.seed(1)`);
  const result = await connection.call("chartelier_visualize", {
    session_id: session.id,
    variable_name: "turns",
    query: "total amount by shop",
    options: { dpi: 96 },
  });
  const summary = result.string("summary");
  assert.match(summary, /random sample of \d+ of 200000 rows; sums and counts are estimates/, result.text);
  assert.match(summary, /(?:of 4 groups, the highest )?total amount is (?:49|50),\d{3}/i);
  const { at } = await connection.call("execute_code", {
    session_id: session.id,
    code: "cat(identical(runif(1), first))",
  });
  assert.equal(at("stdout"), "TRUE");
});
