import assert from "node:assert/strict";
import { blockTexts, connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { code, makeReadOnly, markdown, onDisk, putCells } from "../../harness/notebook.ts";
import { jupyterFetch } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const endless = "import time\nprint('begun', flush=True)\nwhile True: time.sleep(0.05)";

for (const kind of environmentKinds) {
  Deno.test(`Datalayer's execution tools on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connectDatalayer({ jupyter });
    const call = textCaller(connection);
    const path = await putCells(jupyter, [
      markdown("md", "# Title"),
      code("say", "print('hello')\n6 * 7"),
      code("fail", "print('before')\n1/0"),
    ]);
    const other = await putCells(jupyter, [code("other", "print('of the other')")]);
    await call("use_notebook", { notebook_name: "other", notebook_path: other });
    await call("use_notebook", { notebook_name: "nb", notebook_path: path });

    await t.step(
      "execute_cell returns outputs and a line on completion, and writes the outputs",
      async () => {
        assert.match(await call("execute_cell", { cell_index: 1 }), /^hello\n\|42\|\[COMPLETED in 0\.\ds\]$/);
        assert.equal(
          await call("execute_cell", { cell_id: "say", stream: false, timeout_seconds: 9 }),
          "hello\n|42",
        );
        // A shared document is saved behind the answer.
        const cell = await eventually(async () => {
          const found = (await onDisk(jupyter, path)).cells[1];
          return found?.["execution_count"] === 2 && found;
        }, { what: "the second run to be on disk" });
        assert.deepEqual(cell.outputs?.map(({ output_type }) => output_type), ["stream", "execute_result"]);
      },
    );

    await t.step("execute_cell keeps what was printed before an exception", async () => {
      const [printed, traceback, completed] = (await call("execute_cell", { cell_index: 2 })).split("|");
      assert.equal(printed, "before\n");
      assert.match(traceback ?? "", /ZeroDivisionError: division by zero$/);
      assert.match(completed ?? "", /^\[COMPLETED in/);
    });

    await t.step("execute_cell takes the notebook's name", async () => {
      const args = { cell_index: 0, notebook_name: "other", stream: false };
      assert.equal(await call("execute_cell", args), "of the other\n");
    });

    await t.step("execute_cell refuses what it cannot run", async () => {
      assert.equal(
        await call("execute_cell", { cell_index: 99 }),
        "ERROR Error executing tool execute_cell: Cell index 99 out of range (notebook has 3 cells)",
      );
      assert.match(await call("execute_cell", { cell_index: 0 }), /^ERROR .*Cell 0 is not a code cell/);
    });

    await t.step("insert_execute_code_cell inserts and runs", async () => {
      assert.equal(
        await call("insert_execute_code_cell", { cell_index: 1, cell_source: "'new'", stream: false }),
        "'new'",
      );
      await eventually(async () => (await onDisk(jupyter, path)).cells[1]?.source === "'new'", {
        what: "the new cell to be on disk",
      });
      assert.equal(
        await call("insert_execute_code_cell", { cell_index: -1, cell_source: "x = 1", stream: false }),
        "[No output generated]",
      );
      assert.equal(
        await call("insert_execute_code_cell", { cell_index: 50, cell_source: "x" }),
        "ERROR Error executing tool insert_execute_code_cell: Index 50 is outside valid range [-1, 5]. Use -1 to " +
          "append at end.",
      );
    });

    await t.step("code with less than no time is not run", async () => {
      const cell = { cell_index: -1, cell_source: "early = 1", timeout: -3 };
      assert.equal(
        await call("execute_code", { code: "early = 1", timeout: -5 }),
        "[TIMEOUT ERROR: IPython execution exceeded -5 seconds and was interrupted]",
      );
      assert.equal(
        await call("insert_execute_code_cell", { ...cell, stream: false }),
        "[TIMEOUT ERROR: Execution exceeded -3 seconds]",
      );
      assert.equal(
        await call("insert_execute_code_cell", cell),
        "[TIMEOUT at -3.0s: Interrupting execution]|[Sent interrupt signal to kernel]",
      );
      assert.match(await call("execute_code", { code: "early" }), /NameError/);
    });

    await t.step("a timeout interrupts and keeps the output so far", async () => {
      const args = { cell_index: -1, cell_source: endless, timeout: 3 };
      assert.match(
        await call("insert_execute_code_cell", args),
        /^begun\n\|[^]*KeyboardInterrupt[^]*\|\[TIMEOUT at 3\.0s: Interrupting execution\]\|\[Sent interrupt signal to kernel\]$/,
      );
      assert.match(
        await call("insert_execute_code_cell", { ...args, stream: false }),
        /^begun\n\|[^]*\|\[TIMEOUT ERROR: Execution exceeded 3 seconds\]$/,
      );
      assert.equal(
        await call("execute_code", { code: endless, timeout: 3 }),
        "begun\n|[TIMEOUT ERROR: IPython execution exceeded 3 seconds and was interrupted]",
      );
    });

    await t.step("progress is told every so many seconds", async () => {
      await using gate = new Gate(jupyter);
      const messages: string[] = [];
      const text = await call("insert_execute_code_cell", {
        cell_index: -1,
        cell_source: `print('a')\n${gate.wait}`,
        progress_interval: 1,
      }, {
        onProgress: ({ message = "" }) => {
          messages.push(message);
          if (message.endsWith(", 1 outputs")) void gate.open();
        },
      });
      const none = /(?:\|\[PROGRESS: \d+\.\ds elapsed, 0 outputs so far\])*/;
      const one =
        /\|\[\d+\.\ds\] 1 new output\(s\), 1 total(?:\|\[PROGRESS: \d+\.\ds elapsed, 1 outputs so far\])+/;
      assert.match(
        text,
        new RegExp(`^a\\n${none.source}${one.source}\\|\\[COMPLETED in \\d+\\.\\ds\\]$`),
      );
      assert.match(messages.at(-1) ?? "", /^Execution in progress: \d+s \/ 120s, 1 outputs$/);
    });

    await t.step("execute_code answers with the outputs in the kernel's order", async () => {
      const run = (code: string, more: Record<string, unknown> = {}) =>
        call("execute_code", { code, ...more });
      assert.equal(await run("print('a', end=''); print('b'); 3"), "ab\n|3");
      assert.equal(await run("q = 5"), "[No output generated]");
      assert.match(await run("def f(:"), /SyntaxError: invalid syntax$/);
      assert.match(
        await run("input('name? ')"),
        /\[ERROR: The code asked for input, and nobody can be asked\. Put the value into the code\.\]$/,
      );
      const mixed = "from IPython.display import display, Markdown, HTML\nimport sys\n" +
        "print('one'); display(Markdown('**two**')); print('three'); print('err', file=sys.stderr)";
      assert.equal(await run(mixed), "one\n|**two**|three\n|err\n");
      assert.equal(
        await run(
          "display({'text/latex': '$x$', 'text/plain': 'p'}, raw=True)\n" +
            "display({'application/json': {'a': 1}, 'text/plain': 'p'}, raw=True)\ndisplay(HTML('<b>x</b>'))",
        ),
        '$x$|{\n  "a": 1\n}|<IPython.core.display.HTML object>',
      );
      assert.equal(
        await run("1", { kernel_id: "bogus" }),
        "[ERROR: Kernel 'bogus' not found in jupyter server, please check whether the kernel already exists using " +
          "'list_kernels' tool.]",
      );
      assert.match(
        await call("execute_code"),
        /1 validation error for execute_codeArguments\ncode\n {2}Field required/,
      );
    });

    await t.step("pictures are seen, JPEG and SVG too", async () => {
      const result = await connection.call("execute_code", {
        code: "from PIL import Image as I\nimport io\nfrom IPython.display import Image, SVG, display\n" +
          "def encode(f):\n    b = io.BytesIO(); I.new('RGB', (8, 8), 'red').save(b, f); return b.getvalue()\n" +
          "display(Image(encode('PNG'))); display(Image(encode('JPEG')))\n" +
          `display(SVG('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'))`,
      });
      assert.deepEqual(blockTexts(result), ["<image/png>", "<image/jpeg>", "<image/png>"]);
      assert.partialDeepStrictEqual(result.raw.structuredContent, {
        kind: "code.execute",
        count: 3,
        images: 3,
      });
      assert.match(
        JSON.stringify(result.raw.structuredContent),
        /\[omitted: see image content block; sha256:[0-9a-f]{16}\]/,
      );
    });

    await t.step("a restart by someone else is survived and told", async () => {
      await call("execute_code", { code: "kept = 1" });
      const kernel = /nb\t\S+\t(\S+)\t/.exec(await call("list_notebooks"))?.[1];
      await jupyterFetch(jupyter, `api/kernels/${kernel}/restart`, { method: "POST" }).then((r) =>
        r.body?.cancel()
      );
      await eventually(
        async () => (await call("execute_code", { code: "'kept' in globals()" })).startsWith("False"),
        { what: "the variable to be gone" },
      );
    });

    await t.step("a kernel that is gone is replaced", async () => {
      const kernel = /nb\t\S+\t(\S+)\t/.exec(await call("list_notebooks"))?.[1];
      await jupyterFetch(jupyter, `api/kernels/${kernel}`, { method: "DELETE" }).then((r) =>
        r.body?.cancel()
      );
      const text = await call("execute_code", { code: "1 + 1" });
      assert.match(text, /^2\|\[WARNING\] .*variables.*gone$/);
      assert.notEqual(/nb\t\S+\t(\S+)\t/.exec(await call("list_notebooks"))?.[1], kernel);
    });

    for (const name of ["nb", "other"]) await call("unuse_notebook", { notebook_name: name });
  });
}

for (const kind of environmentKinds) {
  Deno.test(`what ran right before the program ended is in the file of a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    const path = await putCells(jupyter, [code("a", "'first'")]);
    {
      await using connection = await connectDatalayer({ jupyter });
      const call = textCaller(connection);
      await call("use_notebook", { notebook_name: "nb", notebook_path: path });
      for (const source of ["'second'", "'third'"]) {
        await call("insert_execute_code_cell", { cell_index: -1, cell_source: source });
      }
      await call("execute_cell", { cell_index: 0 });
    }
    const { cells } = await onDisk(jupyter, path);
    assert.deepEqual(cells.map((cell) => [cell.source, cell["execution_count"]]), [
      ["'first'", 3],
      ["'second'", 1],
      ["'third'", 2],
    ]);
  });
}

Deno.test("a run in a shared notebook that may not be written says so at once", async () => {
  const jupyter = sharedJupyter("collaboration");
  const path = await putCells(jupyter, [code("a", "'here'")]);
  await using _readOnly = await makeReadOnly(jupyter, path);
  await using connection = await connectDatalayer({ jupyter });
  const call = textCaller(connection);
  await call("use_notebook", { notebook_name: "nb", notebook_path: path });
  assert.match(
    await call("execute_cell", { cell_index: 0, stream: false }),
    /^'here'\|\[WARNING\] The output could not be written to the notebook: [^\n|]+$/,
  );
  await call("unuse_notebook", { notebook_name: "nb" });
});

Deno.test("ALLOW_IMG_OUTPUT=false leaves pictures out, and the timeouts are bounded", async () => {
  await using connection = await connectDatalayer({
    jupyter: sharedJupyter("plain"),
    env: { ALLOW_IMG_OUTPUT: "false" },
    args: ["--max-execution-timeout", "1"],
  });
  const call = textCaller(connection);
  const png = "from PIL import Image\nfrom IPython.display import display\ndisplay(Image.new('RGB', (4, 4)))";
  assert.equal(await call("execute_code", { code: png }), "[Image Output (PNG) - Image display disabled]");
  assert.match(await call("execute_code", { code: endless, timeout: 60 }), /exceeded 1 seconds/);
  await call("unuse_notebook", { notebook_name: "default" });
});
