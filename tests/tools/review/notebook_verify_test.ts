import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { faultNames, findingsOf, programs, putFaulty } from "../../harness/faulty_notebooks.ts";
import { code, markdown, notebookOf, onDisk, putCells, putFile } from "../../harness/notebook.ts";
import { listKernels } from "../../harness/rest.ts";
import { sharedJupyter } from "../../harness/servers.ts";

// `deno task bench verify` puts every fault into every program.
for (const [index, program] of programs.entries()) {
  const fault = faultNames[index % faultNames.length] ?? "passing";
  Deno.test(`notebook_verify of the program "${program.name}", ${fault}`, async () => {
    const jupyter = sharedJupyter("plain");
    await using connection = await connect({ jupyter });
    const path = await putFaulty({ connection, jupyter }, program, fault);
    const found = await connection.call("notebook_verify", { notebook_path: path });
    assert.equal(found.at("verified"), fault === "passing", found.text);
    for (const field of findingsOf[fault]) {
      assert.notEqual(found.at(field), undefined, `${field}: ${found.text}`);
    }
  });
}

/** Sound notebooks that are easily taken for faulty ones. */
const sound = {
  "magics that bind names": [
    "%time x = 1",
    "x",
    "%%capture out\nprint(x)",
    "out.stdout",
    "%%bash --out listed\necho hi",
    "listed",
    "%timeit -n1 -r1 x",
  ],
  "names that need not exist": [
    "from __future__ import annotations\nfrom typing import TypedDict\nclass Node(TypedDict):\n    next: Node | None",
    "try:\n    unicode\nexcept (NameError, AttributeError):\n    unicode = str",
    "1 + 1",
    "_3, _i3",
    "!true\n_exit_code",
  ],
  "times, addresses and ids": [
    "import datetime, time, uuid",
    "datetime.datetime.now()",
    "print(time.time(), time.time_ns(), time.ctime(), datetime.datetime.now())",
    "print(f'{time.perf_counter() % 1:.3e} s', id(object()), object(), uuid.uuid4())",
  ],
};

for (const [name, sources] of Object.entries(sound)) {
  Deno.test(`notebook_verify has nothing against ${name}`, async () => {
    const jupyter = sharedJupyter("plain");
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, sources.map((source, index) => code(`c${index}`, source)));
    const run = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "all" });
    assert.equal(run.at("success"), true, run.text);
    await connection.call("session_delete", { session_id: path });
    const found = await connection.call("notebook_verify", { notebook_path: path });
    assert.equal(found.at("verified"), true, found.text);
  });
}

Deno.test("notebook_verify leaves notebook, kernel and sessions as they are", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [
    code("a", "x = 1"),
    markdown("b", "# Text"),
    code("c", "x += 1\nx"),
    code("fails", "1 / 0"),
    code("after", "print('never')"),
  ]);
  const call = (tool: string, args: Record<string, unknown> = {}) =>
    connection.call(tool, { notebook_path: path, ...args });
  await call("notebook_execute_cell", { cell: "a" });
  const before = { disk: await onDisk(jupyter, path), kernels: await listKernels(jupyter) };

  const found = await call("notebook_verify");
  assert.equal(found.at("runs"), false);
  assert.equal(found.at("cells_run"), 3);
  assert.deepEqual(found.at("failed"), {
    index: 3,
    cell_id: "fails",
    status: "error",
    error_type: "ZeroDivisionError",
    error_message: "division by zero",
  });
  assert.deepEqual(found.list("never_run").map(({ cell_id }) => cell_id), ["c", "fails", "after"]);
  assert.deepEqual(await onDisk(jupyter, path), before.disk);
  assert.deepEqual((await listKernels(jupyter)).map(({ id }) => id), before.kernels.map(({ id }) => id));
  const still = await connection.call("execute_code", { session_id: path, code: "x", record: false });
  assert.equal(still.at("result"), "1");
  await connection.call("session_delete", { session_id: path });
});

Deno.test("notebook_verify with static reads the code and runs nothing", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const marker = `${crypto.randomUUID()}.txt`;
  const path = await putCells(jupyter, [
    code("writes", `open(${JSON.stringify(marker)}, "w").close()\nprint(later)`),
    code("defines", "later = 1\nprint(gone)"),
    code("broken", "def f(:"),
  ]);
  const found = await connection.call("notebook_verify", { notebook_path: path, static: true });
  assert.equal(found.at("verified"), false);
  assert.equal(found.at("cells_run"), undefined);
  assert.deepEqual(found.at("undefined_names"), [
    { index: 0, cell_id: "writes", name: "later", bound_in: 1 },
    { index: 1, cell_id: "defines", name: "gone" },
  ]);
  assert.match(found.string("syntax_errors.0.error"), /line 1/);
  await assert.rejects(Deno.stat(`${jupyter.root}/${marker}`), Deno.errors.NotFound);
});

Deno.test("notebook_verify with static needs no kernelspec to check the order of runs", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const cells = [
    code("a", "1", { execution_count: 2 }),
    code("b", "2", { execution_count: 1 }),
    code("c", "3"),
  ];
  const content = notebookOf(cells, { metadata: { kernelspec: { name: "gone", display_name: "Gone" } } });
  const path = await putFile(jupyter, content);
  const found = await connection.call("notebook_verify", { notebook_path: path, static: true });
  assert.equal(found.list("out_of_order").length, 1);
  assert.equal(found.list("never_run").length, 1);
  assert.match(String(found.at("notes")), /kernelspec is not installed/);
  const run = await connection.call("notebook_verify", { notebook_path: path });
  assert.equal(run.at("error"), "kernelspec_not_found");
});

Deno.test("notebook_verify does not claim that a notebook is verified whose output is too large to compare", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const text = "x".repeat(11_000_000);
  const outputs = [{ output_type: "stream", name: "stdout", text }];
  const path = await putCells(jupyter, [
    code("a", "print('x' * 11_000_000, end='')", { outputs, execution_count: 1 }),
  ]);
  const found = await connection.call("notebook_verify", { notebook_path: path });
  assert.deepEqual([found.at("runs"), found.at("verified"), found.at("differs")], [true, false, undefined]);
  assert.deepEqual(found.at("not_compared"), [{ index: 0, cell_id: "a" }]);
  assert.match(String(found.at("notes")), /outputs of cell a are too large to compare/);
});

Deno.test("notebook_verify stops at its timeout and ends its kernel", async () => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const before = (await listKernels(jupyter)).map(({ id }) => id);
  const path = await putCells(jupyter, [code("a", "import time\ntime.sleep(600)")]);
  const found = await connection.call("notebook_verify", { notebook_path: path, timeout: 1 });
  assert.equal(found.at("failed.status"), "timeout");
  assert.deepEqual((await listKernels(jupyter)).map(({ id }) => id), before);
});
