import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, markdown, openRoom, putCells, putFile } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

for (const kind of environmentKinds) {
  Deno.test(`notebook_search on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const folder = `search ${crypto.randomUUID()}`;
    const printed = { output_type: "stream", name: "stdout", text: ["one\n", "Revenue: 42\n"] };
    await putCells(jupyter, [
      markdown("m", "# Report\n\nAbout revenue"),
      code("c", "x = 1\nrevenue = x", { outputs: [printed], execution_count: 1 }),
    ], `${folder}/a.ipynb`);
    await putCells(jupyter, [code("z", "売上 = revenue2")], `${folder}/deep/b #2.ipynb`);
    const search = (args: Record<string, unknown>) =>
      connection.call("notebook_search", { path: folder, ...args });
    const places = (matches: unknown) =>
      Array.isArray(matches)
        ? matches.map(({ notebook_path, cell, where, line }) =>
          `${notebook_path.replace(folder, "")} ${cell} ${where} ${line}`
        )
        : [];

    await t.step("finds text in sources and outputs of all notebooks below", async () => {
      const { at, json } = await search({ query: "revenue" });
      assert.deepEqual(places(at("matches")), [
        "/a.ipynb 0 source 3",
        "/a.ipynb 1 source 2",
        "/a.ipynb 1 output 2",
        "/deep/b #2.ipynb 0 source 1",
      ]);
      assert.partialDeepStrictEqual(at("matches.2"), { id: "c", output: 0, text: "Revenue: 42" });
      assert.equal(json["notebooks_searched"], 2);
      assert.equal(json["truncated"], undefined);
    });

    await t.step("looks only where it is told, and at letters as they are when told", async () => {
      assert.deepEqual(places((await search({ query: "revenue", within: "outputs" })).at("matches")), [
        "/a.ipynb 1 output 2",
      ]);
      const exact = await search({ query: "Revenue", ignore_case: false });
      assert.deepEqual(places(exact.at("matches")), ["/a.ipynb 1 output 2"]);
      const one = await search({ query: "revenue", path: `${folder}/deep/b #2.ipynb` });
      assert.deepEqual(places(one.at("matches")), ["/deep/b #2.ipynb 0 source 1"]);
      assert.deepEqual((await search({ query: "nowhere to be found" })).at("matches"), []);
      assert.deepEqual(places((await search({ query: "売上" })).at("matches")), [
        "/deep/b #2.ipynb 0 source 1",
      ]);
    });

    await t.step("takes regular expressions, and a text as a text", async () => {
      const found = await search({ query: "^revenue\\s*=\\s*x$|: \\d+", regex: true });
      assert.deepEqual(places(found.at("matches")), ["/a.ipynb 1 source 2", "/a.ipynb 1 output 2"]);
      assert.deepEqual((await search({ query: ".*" })).at("matches"), []);
    });

    await t.step("says what is wrong with an expression", async () => {
      for (const query of ["(", "a(?=b)", "[z-a]", "*"]) {
        const { isError, at, string } = await search({ query, regex: true });
        assert.equal(isError, true, query);
        assert.equal(at("error"), "invalid_argument");
        assert.match(string("hint"), /RE2/);
      }
      assert.equal((await search({ query: "" })).at("error"), "invalid_argument");
    });

    await t.step(
      "is bounded in matches and in size, and says so only when something is left out",
      async () => {
        const few = await search({ query: "revenue", limit: 2 });
        assert.equal(places(few.at("matches")).length, 2);
        assert.equal(few.at("truncated"), true);
        const all = await search({ query: "revenue", limit: 4 });
        assert.equal(places(all.at("matches")).length, 4);
        assert.equal(all.at("truncated"), undefined);
        const long = `x${"(a+)+".repeat(20_000)}needle${"y".repeat(100_000)}`;
        const many = Array.from({ length: 50 }, (_, n) => code(`c${n}`, `${long}\n`.repeat(2)));
        const large = await putCells(jupyter, many, `${folder}-large/l.ipynb`);
        const found = await search({ query: "needle|(a+)+$", regex: true, path: large, limit: 500 });
        assert.equal(found.isError, false, found.text.slice(0, 300));
        assert.ok(found.text.length < 30_000);
      },
    );

    await t.step("searches all of long outputs, every text form, and counts lines right", async () => {
      const lines = Array.from(
        { length: 40_000 },
        (_, n) => n === 31_233 ? "the DEEP mark\n" : "same line\n",
      );
      const traceback = ["Traceback", "\x1b[31mDEEP\x1b[0m trouble", "E: v"];
      const data = { "text/plain": "<T>", "text/html": ["<p>\n", "deep &amp; wide\n"], "image/png": "deep" };
      const long = await putCells(jupyter, [
        code("s", "", { outputs: [{ output_type: "stream", name: "stdout", text: lines }] }),
        code("e", "", { outputs: [{ output_type: "error", ename: "E", evalue: "v", traceback }] }),
        code("h", "", { outputs: [{ output_type: "display_data", data, metadata: {} }] }),
        code("l", `${"x".repeat(300_000)}deep${"y".repeat(300_000)}`),
      ], `${folder}-long/long.ipynb`);
      for (const query of [{ query: "deep" }, { query: "d[e]+p", regex: true }]) {
        const { json } = await search({ ...query, path: long.replace(".ipynb", "") });
        assert.partialDeepStrictEqual(json, {
          matches: [
            { id: "s", output: 0, line: 31_234, text: "the DEEP mark" },
            { id: "e", output: 0, line: 2, text: "DEEP trouble" },
            { id: "h", output: 0, line: 2, mime: "text/html", text: "deep &amp; wide" },
            { id: "l", where: "source", line: 1 },
          ],
        });
      }
      const over = await search({ query: "mark\nsame", path: long });
      assert.deepEqual(places(over.at("matches")), [`-long/long.ipynb 0 output 31234`]);
    });

    await t.step("passes over what is no notebook, and names it", async () => {
      await putFile(jupyter, "not JSON", `${folder}/broken.ipynb`);
      const { at } = await search({ query: "revenue" });
      assert.equal(places(at("matches")).length, 4);
      assert.deepEqual(at("unreadable"), [`${folder}/broken.ipynb`]);
      const alone = await search({ query: "x", path: `${folder}/broken.ipynb` });
      assert.equal(alone.at("error"), "not_a_notebook");
      assert.equal((await search({ query: "x", path: "no/such" })).at("error"), "file_not_found");
      assert.equal((await search({ query: "x", path: "no/such.ipynb" })).at("error"), "notebook_not_found");
    });
  });
}

Deno.test("notebook_search sees unsaved work in a document that is open here", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  const path = await putCells(jupyter, [code("a", "a")]);
  await using room = await openRoom(jupyter, path);
  await connection.call("notebook_get", { notebook_path: path });
  room.update((notebook) => ({
    ...notebook,
    cells: notebook.cells.map((cell) => ({ ...cell, source: "typed just now" })),
  }));
  await room.flush();
  const { at } = await connection.call("notebook_search", { query: "just now", path });
  assert.equal(at("matches.0.text"), "typed just now");
});
