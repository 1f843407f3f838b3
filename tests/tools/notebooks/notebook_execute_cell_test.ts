/** Which cells run, what is said of them and what is in the notebook afterwards; long runs have a file of their own. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, markdown, onDisk, printedOnDisk, putCells, raw } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook_execute_cell on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const execute = (path: string, args: Record<string, unknown>) =>
      connection.call("notebook_execute_cell", { notebook_path: path, ...args });
    const ids = (cells: unknown) => Array.isArray(cells) ? cells.map(({ cell_id }) => cell_id).join("") : "";

    await t.step("starts a kernel for the notebook, runs the cell and writes its outputs", async () => {
      const path = await putCells(jupyter, [code("a", "x = 20\nprint('hi')\nx + 1")]);
      const { json, at } = await execute(path, { cell: 0 });
      assert.partialDeepStrictEqual(json, {
        success: true,
        notebook_path: path,
        kernel: "started",
        visible: "no_browser",
        saved: true,
        cells: [{ cell_id: "a", stdout: "hi\n", result: "21" }],
      });
      assert.equal(at("cells.0.execution_id"), undefined);
      const { cells: [cell] } = await onDisk(jupyter, path);
      assert.equal(cell?.["execution_count"], 1);
      assert.deepEqual(cell?.outputs, [
        { output_type: "stream", name: "stdout", text: ["hi\n"] },
        { output_type: "execute_result", data: { "text/plain": ["21"] }, metadata: {}, execution_count: 1 },
      ]);
      assert.ok(!("execution_state" in cell));
      await connection.call("session_delete", { session_id: path });
    });

    const path = await putCells(jupyter, [
      code("a", "print('a')"),
      markdown("m", "# text"),
      code("b", "print('b')"),
      code("e", "print('before')\n1/0"),
      raw("r", "raw"),
      code("o", "  \n"),
      code("c", "print('c')"),
    ]);
    await using _session = await openSession(connection, { notebook_path: path });

    await t.step("runs the cell named by id, index, index from the end or number as text", async () => {
      for (const cell of ["b", 2, -5, "2"]) {
        assert.equal(ids((await execute(path, { cell })).at("cells")), "b");
      }
    });

    await t.step("runs lists in their order, ranges and all in the notebook's", async () => {
      assert.equal(ids((await execute(path, { cell: ["c", 0, "b"] })).at("cells")), "cab");
      assert.equal(ids((await execute(path, { from: 0, to: "b" })).at("cells")), "ab");
      assert.equal(ids((await execute(path, { from: -2 })).at("cells")), "c");
    });

    await t.step(
      "stops at the first error, keeps what came before it, and names what did not run",
      async () => {
        const { json, at, isError } = await execute(path, { cell: "all" });
        assert.equal(isError, false, "an exception is an answer");
        assert.partialDeepStrictEqual(json, { success: false, status: "error" });
        assert.equal(ids(at("cells")), "abe");
        assert.deepEqual(at("not_run"), ["o", "c"]);
        assert.partialDeepStrictEqual(at("cells.2"), {
          success: false,
          stdout: "before\n",
          error_type: "ZeroDivisionError",
        });
        const { cells } = await onDisk(jupyter, path);
        const failed = cells.find(({ id }) => id === "e");
        assert.deepEqual(failed?.outputs?.map(({ output_type }) => output_type), ["stream", "error"]);
      },
    );

    await t.step("goes on after errors when told", async () => {
      const { json, at } = await execute(path, { cell: "all", stop_on_error: false });
      assert.partialDeepStrictEqual(json, { success: false, status: "error" });
      assert.equal(ids(at("cells")), "abec");
      assert.equal(at("not_run"), undefined);
      assert.equal(await printedOnDisk(jupyter, path, "c"), "c\n");
    });

    await t.step("runs in a fresh kernel when told", async () => {
      const mine = await putCells(jupyter, [code("a", "'kept' in globals()"), code("b", "kept = 1")]);
      assert.equal((await execute(mine, { cell: ["b", "a"] })).at("cells.1.result"), "True");
      const fresh = await execute(mine, { cell: "a", restart: true });
      assert.deepEqual([fresh.at("kernel"), fresh.at("cells.0.result")], ["restarted", "False"], fresh.text);
      assert.equal((await execute(mine, { cell: "a" })).at("kernel"), undefined);
      const outputs = await connection.call("notebook_get", { notebook_path: mine, detail: "outputs" });
      assert.deepEqual(outputs.at("cells.length"), 1);
      assert.partialDeepStrictEqual(outputs.at("cells.0"), { id: "a", outputs: [{ result: "False" }] });
      await connection.call("session_delete", { session_id: mine });
    });

    await t.step("passes over text and empty cells", async () => {
      const { json } = await execute(path, { cell: ["m", "r", "o"] });
      assert.partialDeepStrictEqual(json, { success: true });
      assert.deepEqual(json["cells"], []);
      assert.match(JSON.stringify(json["notes"]), /Nothing was run/);
      const { cells } = await onDisk(jupyter, path);
      assert.ok(!("outputs" in (cells[1] ?? {})) && !("outputs" in (cells[4] ?? {})));
    });

    await t.step("shows the pictures of all cells to the model", async () => {
      const draw = (colour: string) => `from PIL import Image\nImage.new('RGB', (30, 20), '${colour}')`;
      const drawn = await putCells(jupyter, [code("r", draw("red")), code("g", draw("green"))]);
      await using _own = await openSession(connection, { notebook_path: drawn });
      const { images, at } = await execute(drawn, { cell: "all" });
      assert.deepEqual(images.map(({ mimeType }) => mimeType), ["image/png", "image/png"]);
      assert.partialDeepStrictEqual(at("cells.1.images.0"), { width: 30, height: 20 });
      const { contents } = await connection.client.readResource({
        uri: String(at("cells.1.images.0.resource_uri")),
      });
      assert.equal(contents.length, 1);
    });

    await t.step("keeps rich outputs whole in the notebook, whatever the model is shown", async () => {
      const data = {
        "text/plain": "p\nq",
        "text/html": "<b>h</b>\n<script>x</script>",
        "text/latex": "$x$",
        "application/json": { a: [1, 2, { b: null }] },
        "application/vnd.custom.v1+json": { lines: ["x\n", "y"] },
        "application/vnd.jupyter.widget-view+json": { model_id: "m", version_major: 2, version_minor: 0 },
        "image/png": "iVBORw0KGgo=",
        "image/svg+xml": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "x-unknown/thing": "as is",
      };
      const metadata = { "image/png": { width: 5 }, mine: { deep: [1] } };
      const source = `import json\nfrom IPython.display import display\n` +
        `display(json.loads(${JSON.stringify(JSON.stringify(data))}), raw=True, ` +
        `metadata=json.loads(${JSON.stringify(JSON.stringify(metadata))}))`;
      const rich = await putCells(jupyter, [code("a", source)]);
      await using _own = await openSession(connection, { notebook_path: rich });
      const { at } = await execute(rich, { cell: 0 });
      assert.equal(at("success"), true);
      const { cells: [cell] } = await onDisk(jupyter, rich);
      const lines = (text: string) => text.split(/(?<=\n)/);
      assert.deepEqual(cell?.outputs, [{
        output_type: "display_data",
        metadata,
        data: Object.fromEntries(
          Object.entries(data).map(([type, value]) => [
            type,
            typeof value === "string" && /^text\/|svg/.test(type) ? lines(value) : value,
          ]),
        ),
      }]);
    });

    await t.step("gives an updated display its new value", async () => {
      const source = "h = display('first', display_id=True)\nprint('between')\nh.update('second')";
      const shown = await putCells(jupyter, [code("a", source)]);
      await using _own = await openSession(connection, { notebook_path: shown });
      await execute(shown, { cell: 0 });
      const { cells: [a] } = await onDisk(jupyter, shown);
      assert.deepEqual(a?.outputs?.map((output) => output["data"] ?? output["text"]), [
        { "text/plain": ["'second'"] },
        ["between\n"],
      ]);
    });

    await t.step("refuses what names no cell", async () => {
      assert.equal((await execute(path, {})).at("error"), "invalid_argument");
      assert.equal((await execute(path, { cell: 0, from: 1 })).at("error"), "invalid_argument");
      assert.equal((await execute(path, { from: "c", to: "a" })).at("error"), "invalid_argument");
      assert.equal((await execute(path, { cell: ["a", "zz"] })).at("error"), "cell_not_found");
      assert.equal((await execute("not there", { cell: 0 })).at("error"), "notebook_not_found");
    });
  });
}

Deno.test("notebook_execute_cell keeps its answer within bounds, whatever 25 cells print", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter, args: ["--max-result-bytes", "60000"] });
  const path = await putCells(
    jupyter,
    Array.from({ length: 25 }, (_, n) => code(`c${n}`, `for i in range(700): print('"', i, ${n})`)),
  );
  await using _session = await openSession(connection, { notebook_path: path });
  const { json, raw, isError } = await connection.call("notebook_execute_cell", {
    notebook_path: path,
    cell: "all",
  });
  assert.equal(isError, false, JSON.stringify(json).slice(0, 300));
  assert.ok(JSON.stringify(raw).length < 60_000);
  assert.partialDeepStrictEqual(json, { success: true, truncated: true });
  assert.ok(Array.isArray(json["cells"]) && json["cells"].length === 25);
  assert.match(await printedOnDisk(jupyter, path, "c24"), /^" 0 24\n[\s\S]*" 699 24\n$/);
});

Deno.test("notebook_execute_cell tells of the cells before one that asks for input in vain", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "'kept'"), code("b", "input('who?')"), code("c", "3")]);
  await using _session = await openSession(connection, { notebook_path: path });
  const { json, text } = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
  assert.match(text, /input_unavailable/);
  assert.partialDeepStrictEqual(json, { success: false, cells: [{ result: "'kept'" }], not_run: ["c"] });
});
