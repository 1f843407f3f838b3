/** The workflows, looked over by zizmor, which knows what goes wrong with them. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { environmentOf } from "../harness/environment.ts";
import { projectRoot } from "../harness/program.ts";
import { run } from "./run.ts";

Deno.test("zizmor finds nothing wrong with the workflows", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { python } = environmentOf("plain");
    const target = ["--target", folder, "--no-deps", "--no-input", "--quiet"];
    await run([python, "-m", "pip", "install", ...target, "zizmor==1.32.0"]);
    const args = ["--offline", "--no-progress", "--format", "json", join(projectRoot, ".github/workflows")];
    assert.deepEqual(JSON.parse(await run([join(folder, "bin", "zizmor"), ...args])), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
