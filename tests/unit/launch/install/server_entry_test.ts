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
    passwordFile: "/data/passwords/jupyter",
  });
}

Deno.test("serverEntry writes no address where none was given", () => {
  assert.deepEqual(entryOf({}), { entry: { command: "/bin/jm", args: [] }, secrets: [] });
});

Deno.test("serverEntry keeps a token out of the arguments, however it was given", () => {
  const args = ["--jupyter-url", "http://localhost:8888/", "--token-file", "/data/tokens/jupyter"];
  const secrets = [{ what: "token", path: "/data/tokens/jupyter", text: "s3cret" }];
  const inUrl = entryOf({ "--jupyter-url": "http://localhost:8888/lab?token=s3cret" });
  assert.deepEqual(inUrl, { entry: { command: "/bin/jm", args }, secrets });
  const inVariables = entryOf({}, { JUPYTER_SERVER_URL: "http://localhost:8888", JUPYTER_TOKEN: "s3cret" });
  assert.deepEqual(inVariables, inUrl);
});

Deno.test("serverEntry makes paths absolute and leaves other options as they are", () => {
  const { entry, secrets } = entryOf({ "--token-file": "t", "--read-only": "", "--max-sessions": "3" });
  assert.deepEqual(entry.args, ["--token-file", "/here/t", "--read-only", "--max-sessions", "3"]);
  assert.deepEqual(secrets, []);
});

Deno.test("serverEntry keeps a password out of the arguments as well", () => {
  const { entry, secrets } = entryOf({}, { JUPYTER_PASSWORD: "two words" });
  assert.deepEqual(entry.args, ["--password-file", "/data/passwords/jupyter"]);
  assert.deepEqual(secrets, [{ what: "password", path: "/data/passwords/jupyter", text: "two words" }]);
  const byFile = entryOf({ "--password-file": "p" }, { JUPYTER_PASSWORD: "two words" });
  assert.deepEqual(byFile, {
    entry: { command: "/bin/jm", args: ["--password-file", "/here/p"] },
    secrets: [],
  });
});
