import assert from "node:assert/strict";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { freshFolder, putBytes } from "../../harness/files.ts";
import { code, freshPath, markdown, onDisk, putCells, raw } from "../../harness/notebook.ts";
import { deleteKernel, jupyterJson, listKernels, startKernel } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const id = /[0-9a-f]{8}-[0-9a-f-]{27}/;
const cells = () => [
  markdown("md", "# Title\nmore"),
  code("one", "x = 1\nprint('hello')", {
    execution_count: 3,
    outputs: [{ output_type: "stream", name: "stdout", text: "hello\n" }],
  }),
  raw("raw", "as it is"),
];
const table = "Index\tType\tCount\tFirst Line\n0\tmarkdown\tN/A\t# Title...(1 lines hidden)\n" +
  "1\tcode\t3\tx = 1...(1 lines hidden)\n2\traw\tN/A\tas it is";

for (const kind of environmentKinds) {
  Deno.test(`Datalayer's notebook tools on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connectDatalayer({ jupyter });
    const call = textCaller(connection);
    const path = await putCells(jupyter, cells());
    const use = (args: Record<string, unknown>) => call("use_notebook", args);

    await t.step("say that no notebook is in use, only what stands for code without one", async () => {
      assert.equal(
        await call("list_notebooks"),
        "Name\tPath\tKernel_ID\tKernel_Status\tActivate\ndefault\tNone\t-\tnot_initialized\t✓",
      );
      const nothing = "Notebook 'zz' is not connected. All currently connected notebooks: ['default']";
      for (const tool of ["read_notebook", "restart_notebook", "unuse_notebook"]) {
        assert.equal(await call(tool, { notebook_name: "zz" }), nothing);
      }
      assert.match(
        await call("read_cell", { cell_index: 0 }),
        /^ERROR Error executing tool read_cell: No notebook/,
      );
    });

    await t.step("use_notebook understands dots in a path, and shows it as it was given", async () => {
      await putBytes(jupyter, `${path.replace(/\.ipynb$/, "")}/a.txt`, "text");
      const ways = [`./${path}`, `/${path}`, `${path.replace(/\.ipynb$/, "")}/../${path}`];
      for (const way of ways) {
        assert.match(
          await use({ notebook_name: "dots", notebook_path: way }),
          /Successfully activate .* 3 cells/s,
        );
        assert.match(await use({ notebook_name: "dots", notebook_path: path }), /is already connected/);
        assert.match(await call("list_notebooks"), new RegExp(`^dots\t${way}\t`, "m"));
        assert.match(await call("read_cell", { cell_index: 1 }), /x = 1/);
        await call("unuse_notebook", { notebook_name: "dots" });
      }
      const created = freshPath();
      const create = () => use({ notebook_name: "dots", notebook_path: `./${created}`, mode: "create" });
      assert.match(await create(), /Successfully activate/);
      assert.equal((await onDisk(jupyter, created)).cells.length, 1);
      assert.match(await create(), new RegExp(`^'./${created}' already exists`));
      await call("unuse_notebook", { notebook_name: "dots" });
      assert.equal(
        await use({ notebook_name: "dots", notebook_path: `a/../../${path}` }),
        `Failed to check the path 'a/../../${path}': it leads above the root folder of the Jupyter server`,
      );
    });

    await t.step("use_notebook refuses what is not there, as text", async () => {
      assert.equal(
        await use({ notebook_name: "nb", notebook_path: "none.ipynb" }),
        "'none.ipynb' not found in jupyter server, please check the notebook already exists.",
      );
      assert.equal(
        await use({ notebook_name: "nb", notebook_path: "nodir/none.ipynb" }),
        "'nodir' not found in jupyter server, please check the directory path already exists.",
      );
      const text = await putBytes(jupyter, `${freshFolder()}/a.txt`, "text");
      for (const other of [text, text.replace("/a.txt", ""), ""]) {
        assert.equal(
          await use({ notebook_name: "nb", notebook_path: other }),
          `'${other}' not found in jupyter server, please check the notebook already exists.`,
        );
      }
      assert.equal(
        await use({ notebook_name: "nb", notebook_path: path, mode: "create" }),
        `'${path}' already exists in jupyter server, please use a different path or use_mode='connect' to open it.`,
      );
      assert.equal(
        await use({ notebook_name: "nb", notebook_path: path, kernel_id: "bogus" }),
        "Kernel 'bogus' not found in jupyter server, please check whether the kernel already exists using " +
          "'list_kernels' tool.",
      );
    });

    await t.step("use_notebook opens one, shows its cells and starts its kernel", async () => {
      const opened = await use({ notebook_name: "nb", notebook_path: path, unknown_argument: 1 });
      assert.equal(
        opened.replace(id, "ID"),
        "[INFO] Connected to kernel 'ID'.\n[INFO] Successfully activate notebook 'nb'.\n\nNotebook has 3 cells.\n" +
          `Showing first 3 cells:\n\n${table}`,
      );
      const kernel = id.exec(opened)?.[0] ?? "";
      const other = await putCells(jupyter, []);
      assert.ok((await listKernels(jupyter)).some((one) => one.id === kernel));
      assert.equal(
        await use({ notebook_name: "nb", notebook_path: path }),
        `Notebook 'nb' is already connected — no need to call use_notebook again. It runs on execution backend ` +
          `'${kernel}'.`,
      );
      assert.equal(
        await use({ notebook_name: "nb", notebook_path: other }),
        `The path '${other}' is not the correct path for notebook 'nb'. Do you mean connect to '${path}'?`,
      );
      assert.equal(
        await call("list_notebooks"),
        "Name\tPath\tKernel_ID\tKernel_Status\tActivate\ndefault\tNone\t-\tnot_initialized\t\n" +
          `nb\t${path}\t${kernel}\talive\t✓`,
      );
    });

    await t.step("list_kernels shows it", async () => {
      const [header, ...rows] = (await call("list_kernels")).split("\n");
      assert.equal(
        header,
        "ID\tName\tDisplay_Name\tLanguage\tState\tConnections\tLast_Activity\tEnvironment",
      );
      assert.ok(rows.some((row) => /\tpython3\tPython 3 \(ipykernel\)\tpython\t\w+\t\d+\t\d{4}-/.test(row)));
    });

    await t.step("read_notebook lists cells briefly and in detail", async () => {
      const read = (args: Record<string, unknown> = {}) =>
        call("read_notebook", { notebook_name: "nb", ...args });
      assert.equal(await read(), `Notebook nb has 3 cells.\n\n${table}`);
      assert.equal(
        await read({ start_index: 1, limit: "1" }),
        "Notebook nb has 3 cells.\n\nIndex\tType\tCount\tFirst Line\n1\tcode\t3\tx = 1...(1 lines hidden)",
      );
      assert.equal(await read({ start_index: 50 }), "Start index 50 is out of range. Notebook has 3 cells.");
      assert.equal(
        await read({ response_format: "detailed", limit: 2 }),
        "Notebook nb has 3 cells.\n\n=====Cell 0 | type: markdown | execution count: N/A=====\n\n# Title\nmore\n\n\n\n" +
          "=====Cell 1 | type: code | execution count: 3=====\n\nx = 1\nprint('hello')\n\n\n",
      );
    });

    await t.step("use_notebook creates one, and switches back", async () => {
      const fresh = freshPath();
      assert.equal(
        (await use({ notebook_name: "new", notebook_path: fresh, mode: "create" })).replace(id, "ID"),
        "[INFO] Connected to kernel 'ID'.\n[INFO] Successfully activate notebook 'new'.\n\nNotebook has 1 cells.\n" +
          "Showing first 1 cells:\n\nIndex\tType\tCount\tFirst Line\n" +
          "0\tmarkdown\tN/A\tNew Notebook Created by Jupyter MCP Server",
      );
      assert.equal((await onDisk(jupyter, fresh)).cells.length, 1);
      assert.equal(
        (await use({ notebook_name: "nb", notebook_path: path })).split("\n")[0],
        "[INFO] Reactivating notebook 'nb' and deactivating 'new'.",
      );
    });

    await t.step("use_notebook takes a given kernel, or a new one", async () => {
      const kernel = await startKernel(jupyter);
      const borrowed = await putCells(jupyter, cells());
      const borrow = async (kernel_id: string) =>
        (await use({ notebook_name: "borrowed", notebook_path: `./${borrowed}`, kernel_id })).split("\n")
          .slice(0, 2);
      const created = await borrow(kernel.id);
      assert.equal(created[0], `[INFO] Connected to kernel '${kernel.id}'.`);
      const session = id.exec(created[1] ?? "")?.[0];
      assert.equal(created[1], `[INFO] Created Jupyter session '${session}' for notebook './${borrowed}'.`);
      const sessions = await jupyterJson(jupyter, "api/sessions");
      assert.ok(JSON.stringify(sessions).includes(String(session)));
      await call("execute_code", { code: "mine = 41" });
      assert.equal(await call("execute_code", { code: "mine + 1", kernel_id: kernel.id }), "42");
      await call("unuse_notebook", { notebook_name: "borrowed" });
      assert.ok(
        (await listKernels(jupyter)).some((one) => one.id === kernel.id),
        "a borrowed kernel lives on",
      );
      assert.equal(
        (await borrow(kernel.id))[1],
        `[INFO] Existing Jupyter session already binds './${borrowed}' to kernel '${kernel.id}'.`,
      );
      await call("unuse_notebook", { notebook_name: "borrowed" });
      const other = await startKernel(jupyter);
      assert.equal(
        (await borrow(other.id))[1],
        `[WARNING] Existing Jupyter session for './${borrowed}' uses kernel '${kernel.id}', not requested kernel ` +
          `'${other.id}'.`,
      );
      await call("unuse_notebook", { notebook_name: "borrowed" });
      for (const one of [kernel, other]) await deleteKernel(jupyter, one.id);
      const alone = await use({ notebook_name: "alone", notebook_path: borrowed, kernel_id: " new" });
      assert.match(alone, /^\[INFO\] Started a new isolated kernel '/);
      await call("unuse_notebook", { notebook_name: "alone" });
      assert.ok(
        (await listKernels(jupyter)).every((one) => !alone.includes(one.id)),
        "also while it still comes up",
      );
    });

    await t.step("restart_notebook clears the memory and keeps the kernel", async () => {
      await use({ notebook_name: "nb", notebook_path: path });
      await call("execute_code", { code: "x = 5" });
      const before = id.exec(await call("list_notebooks"))?.[0];
      assert.equal(
        await call("restart_notebook", { notebook_name: "nb" }),
        "Notebook 'nb' kernel restarted successfully. Memory state and imported packages have been cleared.",
      );
      assert.match(await call("execute_code", { code: "x" }), /NameError: name 'x' is not defined/);
      assert.equal(id.exec(await call("list_notebooks"))?.[0], before);
    });

    await t.step("unuse_notebook ends the kernels it started", async () => {
      const kernels = await call("list_notebooks");
      assert.equal(
        await call("unuse_notebook", { notebook_name: "nb" }),
        "Notebook 'nb' unused successfully. Current notebook switched to 'default'.",
      );
      assert.equal(
        await call("unuse_notebook", { notebook_name: "new" }),
        "Notebook 'new' unused successfully.",
      );
      assert.equal(
        await call("unuse_notebook", { notebook_name: "default" }),
        "Notebook 'default' unused successfully. No notebooks remaining.",
      );
      assert.match(await call("list_notebooks"), /^No managed notebooks/);
      const running = await listKernels(jupyter);
      assert.ok(running.every((kernel) => !kernels.includes(kernel.id)));
    });
  });
}

Deno.test("with START_NEW_CODE_SANDBOX off a kernel starts on the first execution", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connectDatalayer({ jupyter, env: { START_NEW_CODE_SANDBOX: "false" } });
  const call = textCaller(connection);
  const path = await putCells(jupyter, [code("one", "print('now')")]);
  const opened = await call("use_notebook", { notebook_name: "nb", notebook_path: path });
  assert.match(
    opened,
    /^\[INFO\] Notebook opened. A kernel starts on the first execution.\n\[INFO\] Successfully/,
  );
  assert.match(await call("list_notebooks"), /\tnot_initialized\t✓$/);
  assert.match(
    await call("use_notebook", { notebook_name: "nb", notebook_path: path }),
    /No execution backend is attached yet/,
  );
  assert.equal(await call("execute_cell", { cell_index: 0, stream: false }), "now\n");
  assert.match(await call("list_notebooks"), /\talive\t✓$/);
  await call("unuse_notebook", { notebook_name: "nb" });
});

Deno.test("DOCUMENT_ID is a notebook in use from the start, and code needs none", async () => {
  const jupyter = sharedJupyter("plain");
  const path = await putCells(jupyter, [markdown("md", "from the start")]);
  await using connection = await connectDatalayer({ jupyter, env: { DOCUMENT_ID: path } });
  const call = textCaller(connection);
  assert.equal(
    await call("read_cell", { cell_index: 0 }),
    "=====Cell 0 | type: markdown | execution count: N/A=====|from the start",
  );
  await using without = await connectDatalayer({ jupyter });
  const callWithout = textCaller(without);
  assert.equal(await callWithout("execute_code", { code: "40 + 2" }), "42");
  assert.match(await callWithout("list_notebooks"), /\ndefault\tNone\t[0-9a-f-]{36}\talive\t✓$/);
  await callWithout("unuse_notebook", { notebook_name: "default" });
});

for (const START_NEW_CODE_SANDBOX of ["true", "false"]) {
  const title =
    `a notebook that a person has open keeps its kernel, START_NEW_CODE_SANDBOX=${START_NEW_CODE_SANDBOX}`;
  Deno.test(title, async () => {
    const jupyter = sharedJupyter("plain");
    await using connection = await connectDatalayer({ jupyter, env: { START_NEW_CODE_SANDBOX } });
    const call = textCaller(connection);
    const path = await putCells(jupyter, [code("one", "1")]);
    const kernel = await startKernel(jupyter);
    const session = { path, name: path, type: "notebook", kernel: { id: kernel.id } };
    await jupyterJson(jupyter, "api/sessions", { method: "POST", body: JSON.stringify(session) });
    assert.equal(
      (await call("use_notebook", { notebook_name: "nb", notebook_path: path })).split("\n")[0],
      "[INFO] Triggered 'use_sandbox' for the existing Jupyter session; notebook execution will use kernel " +
        `'${kernel.id}'.`,
    );
    await call("execute_code", { code: "mine = 1" });
    assert.equal(await call("execute_code", { code: "mine", kernel_id: kernel.id }), "1");
    await deleteKernel(jupyter, kernel.id);
  });
}
