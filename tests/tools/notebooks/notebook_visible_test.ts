/** Whether a person sees a write and whether it is on disk: what is said is so. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { Gate } from "../../harness/gate.ts";
import { handOverCells } from "../../harness/hand_over_cells.ts";
import { KernelClient } from "../../harness/kernel_client.ts";
import { code, onDisk, openRoom, printedOnDisk, putCells, sourcesOnDisk } from "../../harness/notebook.ts";
import { startJupyter } from "../../harness/jupyter.ts";
import { putLayout } from "../../harness/layout.ts";
import { PageRoom } from "../../harness/page_room.ts";
import { startProxy } from "../../harness/proxy.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

for (const kind of environmentKinds) {
  Deno.test(`visible and saved on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [code("a", "print(1)")]);
    await using session = await openSession(connection, { notebook_path: path });
    const write = (source: string, force = true) =>
      connection.call("notebook_edit_cell", { notebook_path: path, cell: "a", source, force });

    const alone = await write("print(2)");
    assert.deepEqual([alone.at("visible"), alone.at("saved")], ["no_browser", true]);
    {
      await using _browser = await KernelClient.open(jupyter, session.kernelId);
      // Somebody on the kernel who is not in the shared document does not see it change.
      const seen = "after_reload";
      const edited = await write("print(3)");
      assert.deepEqual([edited.at("visible"), edited.at("saved")], [seen, true]);
      assert.deepEqual(await sourcesOnDisk(jupyter, path), ["print(3)"]);
      const run = await connection.call("notebook_execute_cell", {
        notebook_path: path,
        cell: 0,
        force: true,
      });
      assert.deepEqual([run.at("visible"), run.at("saved")], [seen, true]);
      assert.deepEqual((await onDisk(jupyter, path)).cells[0]?.outputs?.length, 1);
      await using gate = new Gate(jupyter);
      await write(`print(4, flush=True)\n${gate.wait}`);
      // Of a run that has not begun there is nothing to say yet: its kernel, which is idle, has time enough to begin.
      const begun = await handOverCells(connection, path, { args: { cell: 0, timeout: 3, force: true } });
      assert.equal(begun.at("saved"), true, begun.text);
      await gate.open();
      await eventually(async () => await printedOnDisk(jupyter, path, "a") === "4\n", {
        what: "the run is on disk",
      });
    }
    const again = await eventually(async () => {
      const { at } = await write(`print(${Math.random()})`, false);
      return at("visible") === "no_browser" && at("saved");
    }, { what: "the browser is known to be gone" });
    assert.equal(again, true);
  });
}

for (const kind of environmentKinds) {
  Deno.test(`another program on the kernel is no browser, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    const path = await putCells(jupyter, [code("a", "1")]);
    await using one = await connect({ jupyter });
    await using other = await connect({ jupyter });
    await using session = await openSession(one, { notebook_path: path });
    const theirs = await other.call("execute_code", {
      session_id: session.id,
      code: "2",
      record: true,
    });
    assert.equal(theirs.at("recorded"), true, theirs.text);
    const ours = await session.run("3");
    assert.equal(ours.at("recorded"), true, ours.text);
    const edited = await one.call("notebook_edit_cell", { notebook_path: path, cell: "a", source: "4" });
    assert.equal(edited.at("visible"), "no_browser", edited.text);
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["4", "2", "3"]);
    await using _browser = await KernelClient.open(jupyter, session.kernelId);
    const edit = { notebook_path: path, cell: "a", source: "5", force: true };
    const seen = await one.call("notebook_edit_cell", edit);
    assert.equal(seen.at("visible"), "after_reload", seen.text);
  });
}

for (const kind of environmentKinds) {
  Deno.test(`a program that is alone on the kernel is no browser to another one, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    const folder = `alone-${crypto.randomUUID()}`;
    const path = await putCells(jupyter, [code("a", "1")], `${folder}/n.ipynb`);
    await using one = await connect({ jupyter });
    await using session = await openSession(one, { notebook_path: path });
    await using other = await connect({ jupyter });
    const isOpen = async () => (await other.call("notebook_list", { path: folder })).at("notebooks.0.open");
    assert.equal(await isOpen(), undefined);
    const edited = await other.call("notebook_edit_cell", { notebook_path: path, cell: "a", source: "2" });
    assert.equal(edited.at("visible"), "no_browser", edited.text);
    await using _browser = await KernelClient.open(jupyter, session.kernelId);
    assert.equal(await isOpen(), true);
  });
}

for (const kind of environmentKinds) {
  Deno.test(`a run whose kernel is shut down is seen by no browser, on a ${kind} Jupyter`, async () => {
    const jupyter = sharedJupyter(kind);
    const path = await putCells(jupyter, [
      code("a", "print('begun', flush=True)\nimport time; time.sleep(60)"),
    ]);
    await using connection = await connect({ jupyter });
    await using other = await connect({ jupyter });
    const args = { notebook_path: path, cell: "a", timeout: 50 };
    const begun = Promise.withResolvers<void>();
    const running = connection.call("notebook_execute_cell", args, {
      onProgress: ({ message = "" }) => message.includes("begun") ? begun.resolve() : undefined,
    });
    await begun.promise;
    await other.call("session_delete", { session_id: path });
    const { at, text } = await running;
    assert.deepEqual([at("status"), at("visible"), at("saved")], ["kernel_died", "no_browser", true], text);
    const edit = { notebook_path: path, cell: "a", source: "'a fresh kernel'" };
    await connection.call("notebook_edit_cell", edit);
    const again = await connection.call("notebook_execute_cell", { notebook_path: path, cell: "a" });
    assert.equal(again.at("success"), true, again.text);
    await connection.call("session_delete", { session_id: path });
  });
}

Deno.test("a page that has gone before its session ended is not taken for open by its layout", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "1")]);
  const write = async () => {
    const args = { notebook_path: path, cell: "a", source: crypto.randomUUID(), force: true };
    return (await connection.call("notebook_edit_cell", args)).at("visible");
  };
  const end = () => connection.call("session_delete", { session_id: path });

  await t.step("one that was there to the end is", async () => {
    const session = await openSession(connection, { notebook_path: path });
    await using _layout = await putLayout(jupyter, path);
    await using _page = await KernelClient.open(jupyter, session.kernelId);
    await end();
    assert.equal(await write(), "after_reload");
    await using again = await openSession(connection, { notebook_path: path });
    assert.equal((await again.run("2")).at("recorded"), false);
  });

  await t.step("one that had left is not, also not with a new session", async () => {
    const session = await openSession(connection, { notebook_path: path });
    await using _layout = await putLayout(jupyter, path);
    {
      await using _page = await KernelClient.open(jupyter, session.kernelId);
      assert.equal(await write(), "after_reload");
    }
    await eventually(async () => await write() === "no_browser", { what: "the page is known to be gone" });
    await end();
    assert.equal(await write(), "no_browser");
    await using again = await openSession(connection, { notebook_path: path });
    const ran = await again.run("3");
    assert.equal(ran.at("recorded"), true, ran.text);
  });
});

Deno.test("a notebook is not edited while Jupyter fails to list the layouts", async () => {
  const workspaces = await Deno.makeTempDir();
  {
    const extraArgs = [`--LabApp.workspaces_dir=${workspaces}`];
    await using jupyter = await startJupyter({ environment: "plain", extraArgs });
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, [code("a", "1")]);
    const write = async (force = false) => {
      const args = { notebook_path: path, cell: "a", source: crypto.randomUUID(), force };
      return await connection.call("notebook_edit_cell", args);
    };
    {
      await using _layout = await putLayout(jupyter, path);
      const broken = join(workspaces, "broken.jupyterlab-workspace");
      await Deno.writeTextFile(broken, "");
      const refused = await write();
      assert.equal(refused.at("error"), "conflict", refused.text);
      assert.match(refused.string("message"), /may have the notebook open: Jupyter failed to list/);
      assert.equal((await write(true)).at("visible"), "after_reload");
      await Deno.remove(broken);
      assert.match((await write()).string("message"), /stored layout has its tab/);
    }
    assert.equal((await write()).at("visible"), "no_browser");
  }
  await Deno.remove(workspaces, { recursive: true });
});

Deno.test("a notebook in a layout is not edited while a proxy withholds the layouts, except with force", async (t) => {
  const jupyter = sharedJupyter("plain");
  await using proxy = startProxy(jupyter);
  await using connection = await connect({ jupyter: proxy.server });
  const path = await putCells(jupyter, [code("a", "1")]);
  const write = async (force = false) => {
    const args = { notebook_path: path, cell: "a", source: crypto.randomUUID(), force };
    return await connection.call("notebook_edit_cell", args);
  };
  await using _layout = await putLayout(jupyter, path);
  const answers = [
    { status: 404 },
    { status: 401 },
    { status: 403 },
    { status: 200, body: "{}" },
    { status: 503, headers: { "Retry-After": "60" } },
  ];
  for (const answer of answers) {
    await t.step(`by answering ${answer.status} ${answer.body ?? ""}`, async () => {
      proxy.answer({ ...answer, to: /\/lab\/api\/workspaces/, times: Infinity });
      const refused = await write();
      assert.equal(refused.at("error"), "conflict", refused.text);
      assert.match(refused.string("message"), /may have the notebook open: Jupyter failed to list/);
      const forced = await write(true);
      assert.deepEqual([forced.at("visible"), forced.at("saved")], ["after_reload", true], forced.text);
      proxy.answerNothing();
      assert.match((await write()).string("message"), /stored layout has its tab/);
    });
  }
});

Deno.test("a person who has the shared document open is noticed by the first write", async () => {
  const jupyter = sharedJupyter("collaboration");
  const path = await putCells(jupyter, [code("a", "a"), code("b", "b")]);
  {
    await using _page = await PageRoom.open(jupyter, path);
    await using connection = await connect({ jupyter });
    const write = () =>
      connection.call("notebook_edit_cell", { notebook_path: path, cell: "a", source: "b" });
    assert.equal((await write()).at("visible"), "live");
    assert.equal((await write()).at("visible"), "live");
  }
  await using connection = await connect({ jupyter });
  const write = async (source: string) =>
    (await connection.call("notebook_edit_cell", { notebook_path: path, cell: "a", source })).at("visible");
  assert.equal(await write("c"), "no_browser", "the person has left");
  await using other = await connect({ jupyter });
  await other.call("notebook_edit_cell", { notebook_path: path, cell: "b", source: "d" });
  assert.equal(await write("e"), "no_browser", "another program is no person");
  await using _page = await PageRoom.open(jupyter, path);
  await eventually(async () => await write(crypto.randomUUID()) === "live", {
    what: "the person is noticed",
  });
});

Deno.test("a page that was closed without a word is not said to see a write", async () => {
  const jupyter = sharedJupyter("collaboration");
  const path = await putCells(jupyter, [code("a", "a")]);
  await using connection = await connect({ jupyter });
  const write = async () => {
    const args = { notebook_path: path, cell: "a", source: crypto.randomUUID() };
    return (await connection.call("notebook_edit_cell", args)).at("visible");
  };
  await using page = await PageRoom.open(jupyter, path);
  await eventually(async () => await write() === "live", { what: "the person is noticed" });
  assert.equal(await write(), "live");
  page.vanish();
  assert.equal(await write(), "no_browser");
});

Deno.test("a shared document", async (t) => {
  const jupyter = sharedJupyter("collaboration");
  const path = await putCells(jupyter, [code("a", "a"), code("b", "print('b')")]);
  await using room = await openRoom(jupyter, path);
  const names = () => room.others().map(({ name }) => name);

  await t.step("is never written as a file, and shows who is there", async () => {
    await using proxy = startProxy(jupyter);
    await using connection = await connect({ jupyter: proxy.server });
    await using _session = await openSession(connection, { notebook_path: path });
    await connection.call("notebook_edit_cell", { notebook_path: path, cell: "a", source: "A" });
    await connection.call("notebook_add_cell", { notebook_path: path, cell_type: "raw", source: "r" });
    await connection.call("notebook_move_cell", { notebook_path: path, cell: -1, position: 0 });
    await connection.call("notebook_execute_cell", { notebook_path: path, cell: "b" });
    await connection.call("execute_code", { session_id: path, code: "'recorded'" });
    await connection.call("notebook_clear_outputs", { notebook_path: path });
    await connection.call("notebook_delete_cell", { notebook_path: path, cell: 0 });
    await room.flush();
    assert.deepEqual(room.read().cells.map(({ source }) => source), ["A", "print('b')", "'recorded'"]);
    const writes = proxy.requests.filter((line) => /^(PUT|POST|PATCH|DELETE) \/api\/contents/.test(line));
    assert.deepEqual(writes, []);
    await eventually(() => names().includes("AI (jupyter-mcp)"), { what: "the AI is seen" });
  });

  await t.step("is left when the program ends, with everything saved", async () => {
    await eventually(() => names().length === 0, { what: "nobody else is in the room" });
    assert.deepEqual(await sourcesOnDisk(jupyter, path), ["A", "print('b')", "'recorded'"]);
    assert.equal(room.isLive, true);
  });
});
