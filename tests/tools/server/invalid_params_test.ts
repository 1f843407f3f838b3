/** Requests whose params are not as the protocol has them. */

import assert from "node:assert/strict";
import { z } from "zod";
import { connect } from "../../harness/client.ts";

const malformed: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
  ["prompts/get", { name: "basic_analysis", arguments: { path: 5 } }, /arguments\.path: expected string/],
  ["prompts/get", {}, /name: expected string/],
  ["resources/read", { uri: 5 }, /uri: expected string/],
  ["completion/complete", {}, /params\.ref/],
  ["tools/list", { cursor: 5 }, /cursor: expected string/],
  ["tools/call", { name: 5 }, /name: expected string/],
];

const onlyLegacy: typeof malformed = [
  ["resources/subscribe", {}, /uri: expected string/],
  ["resources/unsubscribe", { uri: [] }, /uri: expected string/],
];

const jupyter = { url: "http://127.0.0.1:1/", token: "t" };

for (const era of ["legacy", "modern"] as const) {
  for (const args of [[], ["--compat", "datalayer"]]) {
    const api = args.length === 0 ? "" : " by the API of another server";
    Deno.test(`params that are wrong are refused as such, in one sentence${api} (${era})`, async () => {
      await using connection = await connect({ era, jupyter, args });
      for (const [method, params, message] of [...malformed, ...(era === "legacy" ? onlyLegacy : [])]) {
        if (args.length > 0 && method === "completion/complete") continue;
        const refused = connection.client.request({ method, params }, z.object({}));
        await assert.rejects(refused, (error) => {
          assert.ok(error instanceof Error && "code" in error);
          assert.equal(error.code, -32602, `${method}: ${error.message}`);
          assert.match(error.message, new RegExp(`Invalid params of ${method}: `));
          assert.match(error.message, message);
          assert.ok(error.message.length < 200, error.message);
          return true;
        });
      }
    });
  }
}
