/** What answers under Jupyter's address and is none: endless and compressed answers, frames and handshakes. */

import assert from "node:assert/strict";
import { attackWire } from "../../scripts/fuzz/attack_wire.ts";

Deno.test("a server that lies on the wire neither ends, stalls nor fills the program", async () => {
  const { failures } = await attackWire("compiled");
  assert.deepEqual(failures, []);
});
