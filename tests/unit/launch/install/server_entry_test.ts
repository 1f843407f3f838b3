import assert from "node:assert/strict";
import { serverEntry } from "../../../../src/launch/install/server_entry.ts";
import { readOptions } from "../../../../src/launch/command_line.ts";

function entryOf(flags: Record<string, string>, env: Record<string, string> = {}) {
  const given = new Map(Object.entries(flags));
  return serverEntry({
    program: ["/bin/jm"],
    options: readOptions(given, env),
    given,
    absolute: (path) => `/here/${path}`,
    tokenFile: "/data/tokens/jupyter",
  });
}

Deno.test("serverEntry writes no address where none was given", () => {
  assert.deepEqual(entryOf({}), { entry: { command: "/bin/jm", args: [] }, token: undefined });
});

Deno.test("serverEntry keeps a token out of the arguments, however it was given", () => {
  const args = ["--jupyter-url", "http://localhost:8888/", "--token-file", "/data/tokens/jupyter"];
  const inUrl = entryOf({ "--jupyter-url": "http://localhost:8888/lab?token=s3cret" });
  assert.deepEqual(inUrl, { entry: { command: "/bin/jm", args }, token: "s3cret" });
  const inVariables = entryOf({}, { JUPYTER_SERVER_URL: "http://localhost:8888", JUPYTER_TOKEN: "s3cret" });
  assert.deepEqual(inVariables, inUrl);
});

Deno.test("serverEntry makes paths absolute and leaves other options as they are", () => {
  const { entry, token } = entryOf({ "--token-file": "t", "--read-only": "", "--max-sessions": "3" });
  assert.deepEqual(entry.args, ["--token-file", "/here/t", "--read-only", "--max-sessions", "3"]);
  assert.equal(token, undefined);
});
