import assert from "node:assert/strict";
import { programOf } from "../harness/program.ts";

Deno.test("a line that is not JSON is answered with a parse error, and the next as usual", async () => {
  const { command, args, env } = programOf({
    args: ["--jupyter-url", "http://127.0.0.1:9/"],
  });
  const child = new Deno.Command(command, {
    args: [...args],
    env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "t", version: "0" },
  };
  const initialize = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`{"jsonrpc":"2.0","id":7,\n\n${initialize}\n`));
  await writer.close();
  const { stdout } = await child.output();
  const answers = new TextDecoder().decode(stdout).trim().split("\n").map((line): unknown =>
    JSON.parse(line)
  );
  assert.equal(answers.length, 2);
  assert.partialDeepStrictEqual(answers, [{ id: null, error: { code: -32700 } }, { id: 1, result: {} }]);
});
