import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { code, freshPath, markdown, notebookOf, putCells, putFile, raw } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const red =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAEklEQVR4nGP8z8DwnwEPYBxVSF+FAGqnEwGQDkCzAAAAAElFTkSuQmCC";
const failure = {
  output_type: "error",
  ename: "ValueError",
  evalue: "boom",
  traceback: ["a", "\x1b[31mboom"],
};
const picture = {
  output_type: "display_data",
  data: { "image/png": red, "text/plain": ["<Fig", "ure>"] },
  metadata: {},
};
const cells = [
  markdown("intro", "# Sales\n\nmore"),
  code("load", "import pandas\nx = 1", { execution_count: 4 }),
  code("fail", "raise", { execution_count: 5, outputs: [failure] }),
  code("plot", "plot()", { execution_count: 6, outputs: [picture] }),
  code("new", "y = 2\n"),
  raw("raw", "as it is"),
];

for (const kind of environmentKinds) {
  Deno.test(`notebook_get on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const path = await putCells(jupyter, cells);
    const get = (args: Record<string, unknown> = {}) =>
      connection.call("notebook_get", { notebook_path: path, ...args });

    await t.step("gives an outline with index, id, type, state and first line", async () => {
      const { json } = await get();
      assert.deepEqual(json, {
        outline: [
          "0 intro markdown | # Sales",
          "1 load code [4] | import pandas",
          "2 fail code [5] failed | raise | error ValueError",
          "3 plot code [6] | plot() | image",
          "4 new code never run | y = 2",
          "5 raw raw | as it is",
        ],
      });
    });

    await t.step("refuses a range whose end is before its start", async () => {
      const { at } = await get({ from: 3, to: 1 });
      assert.equal(at("error"), "invalid_argument");
    });

    await t.step("reads what is too long for an answer piece by piece", async () => {
      const source = Array.from({ length: 30_000 }, (_, n) => `x${n} = "売上 🚀"\n`).join("");
      const text = "🚀".repeat(100_000);
      const outputs = [picture, { output_type: "stream", name: "stdout", text }];
      const long = await putCells(jupyter, [markdown("m", "m"), code("c", source, { outputs })]);
      const whole = async (args: Record<string, unknown>) => {
        const parts: unknown[] = [];
        for (let offset: unknown = 0; offset !== undefined;) {
          const { json } = await connection.call("notebook_get", {
            notebook_path: long,
            from: "c",
            offset,
            ...args,
          });
          assert.equal(json["index"], 1, JSON.stringify(json).slice(0, 300));
          parts.push(json["text"]);
          offset = json["next_offset"];
        }
        assert.ok(parts.length > 1);
        return parts.join("");
      };
      assert.equal(await whole({}), source);
      assert.equal(await whole({ output: 1 }), text);
      const cut = await connection.call("notebook_get", { notebook_path: long, from: 1, detail: "full" });
      const [, shown = "", offset] = /^(.*)\n\[… .* with from 1 and offset (\d+) …\]/s.exec(
        String(cut.at("cells.0.source")),
      ) ?? [];
      assert.equal(Number(offset), shown.length);
      assert.ok(source.startsWith(shown) && shown.length > 1_000);
      for (const args of [{ offset: 3 }, { from: 1, output: 7 }, { from: 0, offset: 99 }]) {
        const { at } = await connection.call("notebook_get", { notebook_path: long, ...args });
        assert.equal(at("error"), "invalid_argument", JSON.stringify(args));
      }
    });

    await t.step("takes the seed's name, a path without its end, and a slash in front", async () => {
      const bare = path.replace(".ipynb", "");
      const ways: readonly { readonly notebook_name?: string; readonly notebook_path?: string }[] = [
        { notebook_name: path },
        { notebook_path: bare },
        { notebook_path: `/${path}` },
      ];
      for (const args of ways) {
        const { at } = await connection.call("notebook_get", { ...args });
        assert.equal(at("notebook_path"), args.notebook_name === path ? undefined : path);
        assert.equal(at("outline.length"), 6);
      }
    });

    await t.step(
      "gives sources of a range, by id, index, index from the end and number as text",
      async () => {
        const ranges: [Record<string, unknown>, string[]][] = [
          [{ from: "load", to: "plot" }, ["load", "fail", "plot"]],
          [{ from: 1, to: 2 }, ["load", "fail"]],
          [{ from: -2 }, ["new", "raw"]],
          [{ from: "3", to: "-3" }, ["plot"]],
          [{ to: 0 }, ["intro"]],
        ];
        for (const [args, ids] of ranges) {
          const { at, text } = await get({ detail: "source", ...args });
          const shown = at("cells");
          assert.ok(Array.isArray(shown), text);
          assert.deepEqual(shown.map(({ id }) => id), ids, JSON.stringify(args));
        }
        const { at } = await get({ detail: "source", from: "load", to: "load" });
        assert.equal(at("cells.0.source"), "import pandas\nx = 1");
        assert.equal(at("cells.0.state"), "[4]");
      },
    );

    await t.step("gives outputs cleaned, pictures in words, and as pictures on request", async () => {
      const { at, images, text } = await get({ detail: "full" });
      assert.deepEqual(images, []);
      assert.ok(!text.includes("\x1b") && !text.includes("u001b"));
      assert.match(JSON.stringify(at("cells.2.outputs")), /boom/);
      assert.match(String(at("cells.3.outputs.0.image")), /png.*10.*10/i);
      assert.ok(!text.includes(red.slice(0, 30)), "no base64 in the text");
      const seen = await get({ detail: "full", images: true });
      assert.equal(seen.images.length, 1);
      assert.equal(seen.images[0]?.mimeType, "image/png");
      assert.match(String(seen.at("pictures.0")), /cell 3/);
    });

    await t.step(
      "shows each of many pictures once to whoever goes on at `next`, and says why one is not shown",
      async () => {
        const broken = { ...picture, data: { "image/png": "iVBORw0KGgo" } };
        const plots = Array.from({ length: 14 }, (_, n) => code(`p${n}`, "plot()", { outputs: [picture] }));
        const many = await putCells(jupyter, [code("broken", "plot()", { outputs: [broken] }), ...plots]);
        const args = { notebook_path: many, detail: "full", images: true };
        const first = await connection.call("notebook_get", args);
        assert.match(String(first.at("notes.0")), /^cell 0, output 0: .* cannot be shown/);
        assert.equal(first.at("next"), 10);
        const second = await connection.call("notebook_get", { ...args, from: first.at("next") });
        assert.equal(second.at("next"), undefined);
        assert.deepEqual([first.images.length, second.images.length], [9, 5]);
        assert.match(String(second.at("pictures.0")), /^cell 10, output 0/);
      },
    );

    await t.step("tells what was never run, has failed, and has changed since its run", async () => {
      const mine = await putCells(jupyter, [code("a", "1"), code("b", "1/0"), code("c", "2")]);
      await connection.call("notebook_execute_cell", { notebook_path: mine, cell: [0, 1] });
      const first = await connection.call("notebook_get", { notebook_path: mine });
      assert.match(String(first.at("outline.0")), /^0 a code \[1\] \| 1/);
      assert.match(String(first.at("outline.1")), /^1 b code \[2\] failed/);
      assert.match(String(first.at("outline.2")), /^2 c code never run/);
      await connection.call("notebook_edit_cell", { notebook_path: mine, cell: 0, source: "10" });
      const then = await connection.call("notebook_get", { notebook_path: mine });
      assert.match(String(then.at("outline.0")), /^0 a code \[1\] changed since its run \| 10/);
      const session = await connection.call("notebook_get", { session_id: mine });
      assert.equal(session.at("notebook_path"), mine, "a session names its notebook");
      await connection.call("session_delete", { session_id: mine });
    });

    await t.step("names near misses of a notebook and of a cell", async () => {
      const missing = await connection.call("notebook_get", { notebook_path: path.slice(0, 20) });
      assert.equal(missing.isError, true);
      assert.equal(missing.at("error"), "notebook_not_found");
      assert.equal(missing.at("available.0"), path);
      assert.match(missing.string("hint"), /notebook_list/);
      const cell = await get({ from: "loa" });
      assert.equal(cell.at("error"), "cell_not_found");
      assert.partialDeepStrictEqual(cell.at("available"), [{ index: 1, id: "load" }]);
      const late = await get({ from: 99 });
      assert.equal(late.at("error"), "cell_not_found");
      assert.match(late.string("hint"), /0 to 5/);
    });

    await t.step("refuses to guess: no notebook, two, or a session without one", async () => {
      assert.equal((await connection.call("notebook_get", {})).at("error"), "invalid_argument");
      const two = await connection.call("notebook_get", { notebook_path: path, notebook_name: "b" });
      assert.equal(two.at("error"), "invalid_argument");
      const outside = await connection.call("notebook_get", { notebook_path: "../outside" });
      assert.equal(outside.at("error"), "invalid_argument");
    });
  });

  Deno.test(`large notebooks on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });

    await t.step("500 cells: the outline is whole if asked for, sources go on at `next`", async () => {
      const many = Array.from(
        { length: 500 },
        (_, n) => code(`c${n}`, `print(${n})  # ${"x".repeat(5_000)}`),
      );
      const path = await putCells(jupyter, many);
      const first = await connection.call("notebook_get", { notebook_path: path });
      assert.ok(first.text.length < 30_000);
      assert.partialDeepStrictEqual(first.json, { total: 500, next: first.at("outline.length") });
      const outline = await connection.call("notebook_get", { notebook_path: path, max_chars: 100_000 });
      assert.equal(outline.at("outline.length"), 500);
      assert.match(String(outline.at("outline.499")), /^499 c499 code/);
      let next: unknown = 0;
      let count = 0;
      for (let page = 0; next !== undefined && page < 200; page++) {
        const part = await connection.call("notebook_get", {
          notebook_path: path,
          detail: "source",
          from: next,
        });
        assert.ok(part.text.length < 30_000);
        const shown = part.at("cells");
        assert.ok(Array.isArray(shown) && shown.length > 0, part.text.slice(0, 300));
        count += shown.length;
        next = part.at("next");
      }
      assert.equal(count, 500);
    });

    await t.step("60 MB of figures: an outline and one cell", async () => {
      const figure = "A".repeat(1_000_000);
      const output = { output_type: "display_data", data: { "image/png": red + figure }, metadata: {} };
      const many = Array.from({ length: 60 }, (_, n) => code(`c${n}`, `plot(${n})`, { outputs: [output] }));
      const path = await putFile(jupyter, notebookOf(many), freshPath("figures"));
      const outline = await connection.call("notebook_get", { notebook_path: path });
      assert.equal(outline.at("outline.length"), 60, outline.text.slice(0, 500));
      assert.ok(outline.text.length < 20_000);
      const one = await connection.call("notebook_get", {
        notebook_path: path,
        detail: "full",
        from: 7,
        to: 7,
      });
      assert.equal(one.at("cells.0.source"), "plot(7)");
      const all = await connection.call("notebook_get", {
        notebook_path: path,
        detail: "full",
        images: true,
      });
      assert.ok(JSON.stringify(all.raw).length < 1_000_000);
      await Deno.remove(`${jupyter.root}/${path}`);
    });
  });
}
