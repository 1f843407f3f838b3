import assert from "node:assert/strict";
import { wantsJsonLog } from "../../../src/launch/command_line.ts";

const asks = (args: readonly string[], LOG_FORMAT?: string) => wantsJsonLog({ args, env: { LOG_FORMAT } });

Deno.test("wantsJsonLog goes by the last flag, then by the variable", () => {
  assert.ok(asks(["--log-format", "json"]));
  assert.ok(asks(["--bogus", "--log-format=json"], "text"));
  assert.ok(asks([], "json"));
  assert.ok(!asks([]));
  assert.ok(!asks(["--log-format", "json", "--log-format", "text"]));
  assert.ok(!asks(["--log-format=text"], "json"));
  assert.ok(!asks(["--log-format"]));
});

Deno.test("wantsJsonLog is not about commands, which people read", () => {
  assert.ok(!asks(["doctor", "--bogus"], "json"));
});
