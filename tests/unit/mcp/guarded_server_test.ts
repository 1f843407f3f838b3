import assert from "node:assert/strict";
import { ProtocolError, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { SecretGuard } from "../../../src/mcp/guarded_server.ts";

const secret = "6f1d0c5a9b7e4d2f";
const guard = new SecretGuard([secret, "", "tok"]);

Deno.test("SecretGuard takes a secret out of errors, with what they carry", () => {
  const error = guard.ofError(new ResourceNotFoundError(`file://${secret}`, `No resource ${secret}`));
  assert.ok(error instanceof ProtocolError);
  assert.deepEqual([error.message, error.data], ["No resource [redacted]", { uri: "file://[redacted]" }]);
  assert.ok(error instanceof ResourceNotFoundError, "which says how each era answers it");
  const bug = guard.ofError(new TypeError(`of ${secret}`));
  assert.equal(bug instanceof Error ? bug.message : "", "of [redacted]");
  const other = new DOMException("cancelled", "AbortError");
  assert.equal(guard.ofError(other), other);
});

Deno.test("SecretGuard takes a secret out of failed calls", () => {
  const failed = { content: [{ type: "text", text: `{"message":"no ${secret}"}` }], isError: true };
  assert.deepEqual(guard.ofResult(failed, {}), {
    content: [{ type: "text", text: '{"message":"no [redacted]"}' }],
    isError: true,
  });
});

Deno.test("SecretGuard leaves what a kernel prints, and does not give back what a request names", () => {
  const printed = { content: [{ type: "text", text: `stdout: ${secret}` }] };
  assert.equal(guard.ofResult(printed, { name: "execute_code", arguments: { code: secret } }), printed);
  const answer = guard.ofResult(printed, { name: "use", arguments: { notebook_name: `a ${secret}` } });
  assert.deepEqual(answer, { content: [{ type: "text", text: "stdout: [redacted]" }] });
});

Deno.test("SecretGuard leaves words that a very short secret is part of", () => {
  const failed = { content: [{ type: "text", text: "no tok in token" }], isError: true };
  assert.deepEqual(guard.ofResult(failed, { arguments: { session_id: "tok" } }), failed);
});

Deno.test("SecretGuard leaves an answer whose request names another's token in an address", () => {
  const answer = { content: [{ type: "text", text: "connected to http://localhost/?token=…" }] };
  const params = { name: "connect", arguments: { jupyter_url: "http://localhost/?token=another-one" } };
  assert.equal(guard.ofResult(answer, params), answer);
});
