/** A page that shows a notebook without sharing it, on a server with jupyter-collaboration. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect, type Connection } from "../harness/client.ts";
import { freePort, type JupyterServer, startJupyter } from "../harness/jupyter.ts";
import { KernelClient } from "../harness/kernel_client.ts";
import { putLayout } from "../harness/layout.ts";
import { code, putCells } from "../harness/notebook.ts";
import { PageRoom } from "../harness/page_room.ts";
import { Proxy } from "../harness/proxy.ts";
import { sharedJupyter } from "../harness/servers.ts";
import { openSession } from "../harness/session.ts";

const add = { cell_type: "raw", source: "ours" };

/** The file as someone who compares it sees it. */
async function fileAt({ root }: JupyterServer, path: string) {
  const file = join(root, path);
  const { mtime } = await Deno.stat(file);
  return { text: await Deno.readTextFile(file), time: mtime?.getTime() };
}

const isOpen = /a browser has the notebook open without sharing it/;
const isListed = /a browser may still have the notebook open: JupyterLab's stored layout has its tab/;
const mayBeOpen = /Jupyter failed to list JupyterLab's stored layouts/;

async function assertRefused(connection: Connection, path: string, why: RegExp): Promise<void> {
  const refused = await connection.call("notebook_add_cell", { notebook_path: path, ...add });
  assert.equal(refused.at("error"), "conflict", refused.text);
  assert.match(refused.string("message"), why);
}

const labPages = [
  { status: 403 },
  { status: 404 },
  { status: 500 },
  { status: 200, headers: { "Content-Type": "text/html" }, body: "<html>Welcome</html>" },
  {
    status: 200,
    headers: { "Content-Type": "text/html" },
    body: '<script id="jupyter-config-data" type="application/json">{"disableRTC":"maybe"}</script>',
  },
];

for (const { status, body = "", ...answer } of labPages) {
  const answered = `${status} ${body}`.trim();
  Deno.test(`nothing is written under a page that may not share documents, while /lab answers ${answered}`, async () => {
    const jupyter = sharedJupyter("collaboration");
    const path = await putCells(jupyter, [code("a", "print(1)"), code("b", "print(2)")]);
    await using proxy = new Proxy(jupyter);
    proxy.answer({ ...answer, status, body, to: /^GET \/lab[ ?]/, times: Infinity });
    await using connection = await connect({ jupyter: proxy.server });
    const added = await connection.call("notebook_add_cell", { notebook_path: path, ...add });
    assert.deepEqual([added.at("visible"), added.at("saved")], ["no_browser", true], added.text);
    {
      await using _layout = await putLayout(jupyter, path);
      const before = await fileAt(jupyter, path);
      await assertRefused(connection, path, isListed);
      assert.deepEqual(await fileAt(jupyter, path), before);
      await using _person = await PageRoom.open(jupyter, path);
      const live = await connection.call("notebook_add_cell", { notebook_path: path, ...add });
      assert.deepEqual([live.at("visible"), live.at("saved")], ["live", true], live.text);
    }
    proxy.answer({ status: 403, to: /\/lab\/api\/workspaces/, times: Infinity });
    await assertRefused(connection, path, mayBeOpen);
    await using session = await openSession(connection, { notebook_path: path });
    await using _page = await KernelClient.open(jupyter, session.kernelId);
    const before = await fileAt(jupyter, path);
    await assertRefused(connection, path, isOpen);
    const ran = await connection.call("notebook_execute_cell", { notebook_path: path, from: 0, to: 1 });
    assert.deepEqual([ran.at("success"), ran.at("saved")], [true, false], ran.text);
    const recorded = await session.run("print(3)");
    assert.equal(recorded.at("recorded"), false, recorded.text);
    assert.deepEqual(await fileAt(jupyter, path), before);
  });
}

Deno.test("an open notebook is used as the pages of a restarted Jupyter use it", async (t) => {
  const [port, token, root] = [freePort(), crypto.randomUUID(), await Deno.makeTempDir()];
  const start = (isShared: boolean) => {
    const extraArgs = isShared ? [] : ["--YDocExtension.disable_rtc=True"];
    return startJupyter({ environment: "collaboration", port, token, root, extraArgs });
  };
  const first = await start(true);
  const path = await putCells(first, [code("a", "print(1)")]);
  await using connection = await connect({ jupyter: first });
  const added = await connection.call("notebook_add_cell", { notebook_path: path, ...add });
  assert.equal(added.at("saved"), true, added.text);
  await first.stop();

  await t.step("as a file if they no longer share documents", async () => {
    await using second = await start(false);
    await using session = await openSession(connection, { notebook_path: path });
    await using _page = await KernelClient.open(second, session.kernelId);
    const before = await fileAt(second, path);
    await assertRefused(connection, path, isOpen);
    assert.deepEqual(await fileAt(second, path), before);
  });

  await t.step("as a shared document if they do, except under a page from before", async () => {
    await using third = await start(true);
    const edit = () => connection.call("notebook_add_cell", { notebook_path: path, ...add });
    {
      await using _layout = await putLayout(third, path);
      const before = await fileAt(third, path);
      await assertRefused(connection, path, isListed);
      assert.deepEqual(await fileAt(third, path), before);
      await using _reloaded = await PageRoom.open(third, path);
      const live = await edit();
      assert.deepEqual([live.at("visible"), live.at("saved")], ["live", true], live.text);
    }
    const edited = await edit();
    assert.deepEqual([edited.at("visible"), edited.at("saved")], ["no_browser", true], edited.text);
    await using session = await openSession(connection, { notebook_path: path });
    await using _page = await KernelClient.open(third, session.kernelId);
    await assertRefused(connection, path, isOpen);
  });
  await Deno.remove(root, { recursive: true });
});
