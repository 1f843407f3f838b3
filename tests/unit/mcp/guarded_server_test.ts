import assert from "node:assert/strict";
import { ProtocolError, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { SecretGuard, textArguments } from "../../../src/mcp/guarded_server.ts";
import { toolsets } from "../../../src/tools/mod.ts";

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

/** Arguments and their fields that name something, or say in a few words what is looked for or known of it. */
const names = new Set(
  ("against category change_id color column columns context cursor description encoding endDate execution_id facet " +
    "format glob handle kernel_id kernel_name kind name notebook_name notebook_path path prefix query record " +
    "related_notebooks resource_uri session_id since size startDate status tags text title type types updatedBy " +
    "variable_name version x y").split(" "),
);

/** The names of all arguments and fields in a schema that are free strings. */
function stringsIn(schema: unknown, name = ""): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, enum: choices, anyOf, oneOf, items, properties }: Record<string, unknown> = { ...schema };
  const variants = [anyOf, oneOf].flatMap((some) => Array.isArray(some) ? some : []);
  return [
    ...(type === "string" && choices === undefined ? [name] : []),
    ...[...variants, items].flatMap((one) => stringsIn(one, name)),
    ...Object.entries({ ...(typeof properties === "object" ? properties : {}) }).flatMap(([field, inner]) =>
      stringsIn(inner, field)
    ),
  ];
}

Deno.test("every argument that is a string is known to SecretGuard as a text, or here as a name", () => {
  const found = toolsets.flatMap(({ tools }) => tools).flatMap((
    { inputSchema, unlistedArguments },
  ) => [...stringsIn(inputSchema), ...stringsIn({ properties: unlistedArguments })]);
  assert.deepEqual([...new Set(found)].filter((name) => !textArguments.has(name) && !names.has(name)), []);
  assert.deepEqual([...names].filter((name) => !found.includes(name)), [], "no longer an argument");
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
