import assert from "node:assert/strict";
import { join } from "node:path";
import { projectRoot } from "../harness/program.ts";
import { sharedJupyter } from "../harness/servers.ts";

Deno.test("the demo walks through every step, and leaves its figure and a notebook of its own", async () => {
  const { url, token, root } = sharedJupyter("collaboration");
  const output = await Deno.makeTempDir({ prefix: "jupyter-mcp-demo-" });
  const notebook = join(root, "jupyter-mcp-demo.ipynb");
  const earlier = { cell_type: "markdown", metadata: {}, source: "of an earlier demo" };
  try {
    const before = { cells: [earlier], metadata: {}, nbformat: 4, nbformat_minor: 4 };
    await Deno.writeTextFile(notebook, JSON.stringify(before));
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", join(projectRoot, "scripts/demo.ts"), "--jupyter-url", url, "--output", output],
      env: { JUPYTER_TOKEN: token },
    }).output();
    const shown = new TextDecoder().decode(stdout);
    assert.equal(code, 0, `${shown}\n${new TextDecoder().decode(stderr)}`);
    assert.match(shown, /All \d+ steps gave what they should/);
    assert.match(shown, /^ {2}dist\/jupyter-mcp install --client claude-code$/m);
    const left = await Deno.readTextFile(notebook);
    assert.ok(left.includes("rides") && !left.includes("of an earlier demo"));
    assert.ok(!shown.includes(token), "the token is not shown");
    assert.ok(!shown.includes("\x1b"), "there are no colours where there is no terminal");
    const figure = await Deno.readFile(join(output, "rides.png"));
    assert.deepEqual([...figure.slice(1, 4)].map((byte) => String.fromCharCode(byte)).join(""), "PNG");
  } finally {
    await Deno.remove(output, { recursive: true });
    await Deno.remove(notebook);
  }
});

Deno.test("the demo fails with exit code 1 if Jupyter refuses the token", async () => {
  const { url } = sharedJupyter("collaboration");
  const output = await Deno.makeTempDir({ prefix: "jupyter-mcp-demo-" });
  try {
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", join(projectRoot, "scripts/demo.ts"), "--jupyter-url", url, "--output", output],
      env: { JUPYTER_TOKEN: "wrong" },
    }).output();
    assert.equal(code, 1);
    assert.match(new TextDecoder().decode(stdout), /auth_failed/);
  } finally {
    await Deno.remove(output, { recursive: true });
  }
});
