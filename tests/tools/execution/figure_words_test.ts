/** Figures of matplotlib come with words that answer what a person would ask of the picture. */

import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { code, putCells } from "../../harness/notebook.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const grid = "x, y = np.meshgrid(range(5), range(4))";

const solids: readonly (readonly [what: string, code: string, words: RegExp])[] = [
  [
    "a surface",
    `${grid}\nax.plot_surface(x, y, x * y)\nax.set_zlabel('height')`,
    /^surface; .*; z height \(.*\)\n12 faces, x 0 to 4, y 0 to 3, min z 0 at 0, 0, max z 12 at 4, 3$/,
  ],
  [
    "points in space",
    "ax.scatter([1, 2], [3, 4], [5, 6], label='p')",
    /^3D scatter; .*\np: 2 points, x 1 to 2, y 3 to 4, min z 5 at 1, 3, max z 6 at 2, 4$/,
  ],
  ["a line in space", "ax.plot([1, 2], [3, 4], [5, 6])", /^3D line; .*\n2 points, x 1 to 2, /],
  ["a wireframe", `${grid}\nax.plot_wireframe(x, y, x * y)`, /^3D lines; .*\n9 lines, .* max z 12 at 4, 3$/],
  [
    "bars in space",
    "ax.bar3d([0, 1], [0, 0], [0, 0], 1, 1, [3, 4])",
    /^3D bars; .*\n2 bars, .* max z 4 at 1, 0$/,
  ],
  [
    "voxels",
    "ax.voxels(np.ones((2, 1, 1)))",
    /^surface; .*\n2 surfaces, x 0 to 2, y 0 to 1, min z 0 at .*, max z 1 at /,
  ],
  [
    "bars in a plane in space",
    "ax.bar([1, 2], [3, 4], zs=1)",
    /^3D shapes; .*\n2 shapes, x 0.6 to 2.4, y 0 to 4, /,
  ],
  ["texts in space", "ax.text(0, 0, 0, 'here')", /^labels; .*\nhere$/],
  ["contours in space", `${grid}\nax.contour(x, y, x * y)`, /^contours; .*\n9 levels from 0 to 12$/],
];

const figures: readonly (readonly [what: string, code: string, words: RegExp])[] = [
  [
    "lines with names, dates and ends",
    "for name, slope in (('North', 1), ('South', 2)):\n" +
    "  ax.plot(pd.date_range('2024', periods=12, freq='MS'), np.arange(12) * slope + 3, label=name)\n" +
    "ax.set_title('Revenue'); ax.set_ylabel('kUSD'); ax.legend()",
    /^line "Revenue"; x \(.*\); y kUSD \(.*\)\nNorth: 12 points, 3 at 2024-01-01 to 14 at 2024-12-01, .*South: .* to 25 at 2024-12-01/,
  ],
  [
    "a named reference line in the colour of the data",
    "ax.plot([3, 9, 4]); ax.axhline(5, ls='--', label='mean'); ax.legend()",
    /^line and reference line; .*\n3 points, 3 at 0 to 4 at 2, .*; mean: at y 5$/,
  ],
  [
    "areas on each other with their edges",
    "pd.DataFrame({'v': [1, 2], 'w': [3, 4]}).plot.area(ax=ax)",
    /^stacked areas; .*\nv: 2 points, .* max 2 at 1; w: 2 points, .* max 4 at 1$/,
  ],
  ["bars by category", "ax.bar(['a', 'b', 'c'], [3, 5, 1])", /^bars; x \(3 categories\); .*\na 3, b 5, c 1$/],
  [
    "a histogram",
    "ax.hist([1, 1, 2, 9], bins=4)",
    /^histogram; .*\n4 bins from 1 to 9, total 4, highest 3 at 1 to 3$/,
  ],
  ["points", "ax.scatter([1, 2], [5, 3], label='p')", /^scatter; .*\np: 2 points, x 1 to 2, y 3 to 5$/],
  ["shares", "ax.pie([1, 3], labels=['x', 'y'])", /^pie\nx 25\.0%, y 75\.0%$/],
  [
    "a grid of values with names",
    "ax.imshow([[0, 1, 2], [3, 4, 5]]); ax.set_yticks([0, 1], ['up', 'down'])",
    /^image; .*\n3×2 values, min 0 at 0, up, max 5 at 2, down$/,
  ],
  [
    "bars of groups beside their names",
    "for at, name in enumerate(['a', 'b']):\n  ax.bar([0 + at / 2, 2 + at / 2], [at, 7], 0.5, label=name)\n" +
    "ax.set_xticks([0.25, 2.25], ['one', 'two'])",
    /^bars; x \(2 categories\); .*\na: one 0, two 7; b: one 1, two 7$/,
  ],
  [
    "bars on bars",
    "ax.bar(['x', 'y'], [1, 2], label='a'); ax.bar(['x', 'y'], [3, 4], bottom=[1, 2], label='b')",
    /^bars and stacked bars; .*\na: x 1, y 2; b: x 3, y 4$/,
  ],
  [
    "a spike late in a million points",
    "v = np.zeros(1_000_000)\nv[900_000] = 99\nax.plot(v)",
    /^line; .*\n1000000 points, 0 at 0 to 0 at 999,999, min 0 at 0, max 99 at 900,000$/,
  ],
  [
    "more lines than are described",
    "for k in range(12):\n  ax.plot([0, 1], [0, k], label=f's{k}')",
    /; and 4 more, highest at the end: s11 11$/,
  ],
  ["bars in the air", "ax.bar(['x'], [3], bottom=[2])", /^bars; .*\nx 2 to 5$/],
  [
    "lying boxes with notches",
    "ax.boxplot([[1, 2, 3, 4, 5], [2, 4, 6, 8, 30]], notch=True, orientation='horizontal', tick_labels=['p', 'q'])",
    /^box plot; .*y \(2 categories\)\np: median 3, quartiles 2 to 4, whiskers 1 to 5; q: median 6, quartiles 4 to 8, /,
  ],
  [
    "violins",
    "ax.violinplot([[1, 2, 2, 3], [4, 5, 5, 9]])",
    /^violin; .*\n1: from 1 to 3, widest at [\d.]+; 2: from 4 to 9, /,
  ],
  [
    "stacked areas by their own size",
    "ax.stackplot([0, 1], [[1, 2], [5, 3]], labels=['low', 'high'])",
    /^stacked areas; .*\nlow: 2 points, 1 at 0 to 2 at 1, .*; high: 2 points, 5 at 0 to 3 at 1, /,
  ],
  ["a band", "ax.fill_between([0, 1], [1, 2], [3, 5])", /^area; .*\nfrom 1 to 3 at 0, 2 to 5 at 1$/],
  [
    "a histogram drawn as steps",
    "ax.hist([1, 1, 2, 9], bins=4, histtype='step')",
    /^histogram; .*\n4 bins from 1 to 9, total 4, highest 3 at 1 to 3$/,
  ],
  [
    "hexagons",
    "ax.hexbin([0, 0, 9], [0, 0, 9], gridsize=3, mincnt=1)",
    /^hexagons; .*\n2 bins, values 1 to 2, highest at x .*, y 0$/,
  ],
  [
    "arrows of a field",
    `${grid}\nax.quiver(x, y, x, y)`,
    /^arrows; .*\n20 arrows, x 0 to 4, y 0 to 3, lengths 0 to 5, longest at 4, 3, mean \(2, 1.5\)$/,
  ],
  [
    "streamlines",
    `${grid}\nax.streamplot(x, y, x, y)`,
    /^strokes; .*\n\d+ strokes, \d+ points, x 0 to 4, y 0 to 3$/,
  ],
  [
    "cells of any form",
    "ax.tripcolor([0, 1, 0, 1], [0, 0, 1, 1], facecolors=np.array([3, 5]))",
    /^coloured areas; .*\n2 areas, values 3 to 5$/,
  ],
  ["shapes without words of their own", "ax.add_patch(plt.Circle((0, 0), 1))", /^shapes; .*\n1 Circle$/],
  ["one point", "ax.plot([1], [2], 'o', label='it')", /^line; .*\nit: 1 point, 2 at 1$/],
  [
    "lines through the whole axes",
    "ax.axhline(3, label='limit'); ax.axvline(2); ax.axline((0, 1), slope=2)",
    /^reference line; .*\nlimit: at y 3; at x 2; through x 0, y 1 with slope 2$/,
  ],
  [
    "a threshold beside a series",
    "ax.plot([1, 2]); ax.axhline(1.5)",
    /^line and reference line; .*\n2 points, .*; at y 1.5$/,
  ],
  ["axes without anything", "ax.plot([])", /^empty; x \(.*\); y \(.*\)$/],
  ["panels without anything", "plt.close(); plt.subplots(4, 4)", /^16 empty panels$/],
  ["axes with a title only", "ax.set_title('later')", /^empty "later"; /],
  ...solids.map(([what, code, words]) =>
    [what, `plt.close()\nax = plt.figure().add_subplot(projection='3d')\n${code}`, words] as const
  ),
];

Deno.test("execute_code tells matplotlib figures in words", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);

  await t.step("the first figure of a kernel, closed and full of garbage as it is", async () => {
    const result = await session.run(
      "import matplotlib.pyplot as plt, numpy as np, pandas as pd\nplt.plot([1, 2]);",
      {
        timeout: 120,
      },
    );
    assert.match(result.string("images.0.in_words"), /^line; /);
  });
  for (const [what, drawing, words] of figures) {
    await t.step(what, async () => {
      const result = await session.run(`fig, ax = plt.subplots()\n${drawing};`);
      assert.match(result.string("images.0.in_words"), words);
    });
  }

  await t.step("each of several figures gets its own words, whatever was shown before", async () => {
    for (const titles of [["a", "b", "c"], ["d", "e", "f"], ["b", "a", "g"]]) {
      const code = titles.map((title) => `plt.subplots()[1].plot([1, 2])\nplt.title('${title}')\nplt.show()`);
      const result = await session.run(code.join("\n"), { timeout: 60 });
      const words = titles.map((_, at) => String(result.at(`images.${at}.in_words`) ?? ""));
      // A figure may be collected as garbage before the run ends: words may be missing, never wrong.
      words.forEach((text, at) => {
        if (text !== "") assert.ok(text.startsWith(`line "${titles[at]}";`), `${titles[at]}: ${text}`);
      });
      assert.ok(words.some((text) => text !== ""), result.text);
    }
  });

  await t.step(
    "an image whose figure is gone has no words of an earlier figure that looks alike",
    async () => {
      await session.run(
        "for one in ('fig', 'ax', 'kept'): globals().pop(one, None)\nkept = plt.figure()\nplt.plot([1, 2])\nplt.title('kept');",
      );
      const drawing = "plt.figure()\nplt.plot([5, 3])\nplt.title('gone')\nplt.show()";
      const result = await session.run(`${drawing}\nimport gc; gc.collect();`);
      assert.equal(result.at("images.0.in_words"), undefined);
      const many = await session.run(
        `for n in range(3):\n  plt.plot([n, 1])\n  plt.show()\n  gc.collect()\n${drawing};`,
      );
      for (const at of [0, 1, 2, 3]) assert.doesNotMatch(String(many.at(`images.${at}.in_words`)), /kept/);
      const again = await session.run("kept");
      assert.match(again.string("images.0.in_words"), /^line "kept"/);
    },
  );

  await t.step("an image has no words of what its figure became afterwards", async () => {
    const result = await session.run(
      "fig, ax = plt.subplots()\nax.plot([1, 2])\ndisplay(fig)\nax.set_title('later')\nplt.close();",
    );
    assert.equal(result.at("images.0.in_words"), undefined);
    const both = await session.run(
      "fig, ax = plt.subplots()\nax.plot([1, 2])\ndisplay(fig)\nax.set_title('later');",
    );
    assert.equal(both.at("images.0.in_words"), undefined);
    assert.match(both.string("images.1.in_words"), /later/);
  });

  await t.step("SVG figures get words, also if there are several", async () => {
    await session.run("%config InlineBackend.figure_formats = ['svg']");
    const code = ["a", "b"].map((title) => `plt.subplots()[1].plot([1, 2])\nplt.title('${title}')`);
    const result = await session.run(code.join("\n"), { timeout: 60 });
    await session.run("%config InlineBackend.figure_formats = ['png']");
    assert.equal(result.at("images.0.mime_type"), "image/svg+xml");
    assert.match(result.string("images.0.in_words"), /^line "a"; /);
    assert.match(result.string("images.1.in_words"), /^line "b"; /);
  });

  await t.step("nothing is left behind, and nothing is looked at unasked", async () => {
    const names = async () =>
      (await session.run("sorted(globals())", { figure_text: false })).string("result");
    const before = await names();
    const plain = await session.run("fig, ax = plt.subplots()\nax.plot([1, 2]);", { figure_text: false });
    assert.equal(plain.images.length, 1);
    assert.equal(plain.at("images.0.in_words"), undefined);
    await session.run("fig, ax = plt.subplots()\nax.plot([1, 2]);");
    const added = (text: string) => text.replaceAll(/'_i?\d*',?\s*/g, "");
    assert.equal(added(await names()), added(before));
  });

  await t.step("a figure that cannot be read costs its words only", async () => {
    const result = await session.run(
      "fig, ax = plt.subplots()\nline, = ax.plot([1, 2])\n" +
        "fig.canvas.draw()\ndisplay(fig)\nline.get_xdata = lambda **_: 1 / 0\nplt.close(fig)",
    );
    assert.equal(result.at("success"), true, result.text);
    assert.equal(result.images.length, 1);
    assert.equal(result.at("images.0.in_words"), undefined);
  });
});

Deno.test("--no-figure-text leaves figures alone", async () => {
  await using connection = await connect({
    jupyter: sharedJupyter("collaboration"),
    args: ["--no-figure-text"],
  });
  await using session = await openSession(connection);
  const result = await session.run(
    "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1, 2]);",
  );
  assert.equal(result.images.length, 1);
  assert.equal(result.at("images.0.in_words"), undefined);
});

Deno.test("cells tell their figures in words, unless they are not wanted", async () => {
  const jupyter = sharedJupyter("collaboration");
  await using connection = await connect({ jupyter });
  const source = "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1, 2]);";
  const path = await putCells(jupyter, [code("plot", source)]);
  await using _session = await openSession(connection, { notebook_path: path });
  const run = { notebook_path: path, cell: "plot", timeout: 120 };
  const told = await connection.call("notebook_execute_cell", run);
  assert.match(told.string("cells.0.images.0.in_words"), /^line; /);
  const added = { notebook_path: path, source, execute: true, timeout: 120 };
  for (
    const quiet of [
      await connection.call("notebook_execute_cell", { ...run, figure_text: false }),
      await connection.call("notebook_add_cell", { ...added, figure_text: false }),
    ]
  ) {
    assert.equal(quiet.images.length, 1, quiet.text);
    assert.equal(quiet.at("cells.0.images.0.in_words"), undefined);
  }
});
