import assert from "node:assert/strict";
import { htmlText } from "../../../src/base/html_text.ts";
import { mimeText, pickImage } from "../../../src/output/mime_bundles.ts";

const table = `<div><style scoped>.dataframe {}</style>
<table border="1" class="dataframe"><thead><tr style="text-align: right;"><th></th><th>region</th><th>sales</th></tr></thead>
<tbody><tr><th>0</th><td>North &amp; <b>West</b></td><td>1.5</td></tr>
<tr><th>1</th><td><div>South</div></td><td>2</td></tr></tbody></table></div>`;

Deno.test("mimeText takes the text of a table and never its HTML", () => {
  assert.equal(mimeText({ "text/plain": "   a\n0  1", "text/html": table }), "   a\n0  1");
});

Deno.test("mimeText reads HTML where the text says nothing", () => {
  const said = " | region | sales\n0 | North & West | 1.5\n1 | South | 2";
  assert.equal(mimeText({ "text/plain": "<IPython.core.display.HTML object>", "text/html": table }), said);
  const styler = { "text/plain": "<pandas.io.formats.style.Styler at 0x7f66b92f4490>", "text/html": table };
  assert.equal(mimeText(styler), said);
  assert.equal(mimeText({ "text/html": table }), said);
});

Deno.test("mimeText reads Markdown, LaTeX and JSON behind an empty repr", () => {
  const repr = (kind: string) => ({ "text/plain": `<IPython.core.display.${kind} object>` });
  assert.equal(mimeText({ ...repr("Markdown"), "text/markdown": "# hi" }), "# hi");
  assert.equal(mimeText({ ...repr("Latex"), "text/latex": "$x$" }), "$x$");
  assert.equal(mimeText({ ...repr("JSON"), "application/json": { a: [1, 2] } }), '{"a":[1,2]}');
  const long = mimeText({ "application/json": Array.from({ length: 50_000 }, (_, i) => i) }) ?? "";
  assert.ok(long.length < 21_000 && long.includes("bytes left out"));
});

Deno.test("mimeText has nothing to say of a picture", () => {
  assert.equal(mimeText({ "text/plain": "<Figure size 640x480 with 1 Axes>", "image/png": "AAAA" }), null);
  assert.equal(mimeText({ "image/png": "AAAA" }), null);
});

Deno.test("mimeText keeps a repr that is all there is, and names types without a text form", () => {
  assert.equal(mimeText({ "text/plain": "<Response [200]>" }), "<Response [200]>");
  assert.equal(
    mimeText({ "application/javascript": "1", "text/plain": "<IPython.core.display.Javascript object>" }),
    "<IPython.core.display.Javascript object>",
  );
  assert.match(mimeText({ "application/x-thing": "1" }) ?? "", /application\/x-thing/);
});

Deno.test("mimeText shows widgets by their text and accepts lists of lines", () => {
  const widget = {
    "application/vnd.jupyter.widget-view+json": { model_id: "x" },
    "text/plain": "IntSlider(value=5)",
  };
  assert.equal(mimeText(widget), "IntSlider(value=5)");
  assert.equal(mimeText({ "text/plain": ["a\n", "\x1b[31mb\x1b[0m"] }), "a\nb");
});

Deno.test("htmlText drops scripts, styles and comments and decodes entities", () => {
  const html =
    `<!-- no --><h1>Title</h1><script>if (a < b) alert("</p>")</script><p title="a > b">1 &lt; 2 &#x3b1; &#8364;</p><ul><li>one<li>two</ul>`;
  assert.equal(htmlText(html), "Title\n1 < 2 α €\n- one\n- two");
});

Deno.test("htmlText keeps the lines and the indentation of pre", () => {
  assert.equal(htmlText("<pre>def f():\n    return <b>1</b>\n</pre>"), "def f():\n    return 1");
});

Deno.test("htmlText survives markup that is never closed", () => {
  assert.equal(htmlText("a < b and <b>c"), "a < b and c");
  assert.equal(htmlText('text<p title="never closed'), "text");
  assert.equal(htmlText(`x${"</script ".repeat(50_000)}`), "x");
  assert.equal(htmlText(`x${"<script>".repeat(50_000)}`), "x");
});

async function base64(name: string): Promise<string> {
  return (await Deno.readFile(new URL(`./data/${name}`, import.meta.url))).toBase64();
}

async function pick(bundle: Record<string, unknown>, code = "", number = 3) {
  await Promise.resolve();
  const picked = pickImage(bundle, { code, number });
  assert.ok(picked?.kind === "image", JSON.stringify(picked));
  return picked.image;
}

Deno.test("pickImage reads size and format of the five formats", async () => {
  const formats = [
    ["matplotlib.png", "image/png", 180, 120],
    ["pillow.jpg", "image/jpeg", 120, 80],
    ["pillow.gif", "image/gif", 120, 80],
    ["pillow.webp", "image/webp", 120, 80],
  ] as const;
  for (const [name, type, width, height] of formats) {
    const image = await pick({ [type]: await base64(name) });
    assert.deepEqual([image.mimeType, image.width, image.height], [type, width, height]);
  }
  const svg = await Deno.readTextFile(new URL("./data/matplotlib.svg", import.meta.url));
  const image = await pick({ "image/svg+xml": svg });
  assert.deepEqual([image.mimeType, image.width, image.height], ["image/svg+xml", 288, 192]);
  assert.equal((await pick({ "image/svg+xml": "<svg/ >".replace("/ ", " ") })).width, 0);
});

Deno.test("pickImage prefers pixels to SVG and allows line breaks in base64", async () => {
  const png = (await base64("matplotlib.png")).replace(/.{76}/g, "$&\n") + "\n";
  const image = await pick({ "image/svg+xml": "<svg width='1' height='1'/>", "image/png": png });
  assert.equal(image.mimeType, "image/png");
});

Deno.test("pickImage goes by the bytes when the kernel names the wrong format", async () => {
  assert.equal((await pick({ "image/png": await base64("pillow.jpg") })).mimeType, "image/jpeg");
});

Deno.test("pickImage describes where a picture came from", async () => {
  const png = await base64("matplotlib.png");
  const figure = { "image/png": png, "text/plain": "<Figure size 640x480 with 1 Axes>" };
  const describe = async (bundle: Record<string, unknown>, code: string) =>
    (await pick(bundle, code)).description;
  const code = "# sales\nimport matplotlib.pyplot as plt\n\nplt.plot(df.x)\nplt.show()";
  assert.equal(await describe(figure, code), "matplotlib output [3]: plt.plot(df.x)");
  assert.equal(await describe(figure, "sns.heatmap(df)"), "seaborn output [3]: sns.heatmap(df)");
  assert.equal(
    await describe({ "image/png": png, "text/plain": "<PIL.Image.Image image mode=RGB>" }, "im"),
    "PIL output [3]: im",
  );
  assert.equal(
    await describe({ "image/png": png }, "fig = px.line(df)"),
    "plotly output [3]: fig = px.line(df)",
  );
  assert.equal(await describe({ "image/png": png }, "show(x)"), "image output [3]: show(x)");
  assert.equal(await describe({ "image/png": png }, ""), "image output [3]");
  assert.equal(
    await describe({ "image/png": png }, "# only a comment"),
    "image output [3]: # only a comment",
  );
  assert.equal(
    (await describe({ "image/png": png }, "x".repeat(200))).length,
    "image output [3]: ".length + 80,
  );
});

Deno.test("pickImage notes a picture that is damaged and passes over what is none", () => {
  const origin = { code: "draw()", number: 1 };
  assert.equal(pickImage({ "text/plain": "x" }, origin), null);
  const broken = pickImage({ "image/png": "!!!" }, origin);
  assert.ok(broken?.kind === "broken");
  assert.match(
    broken.note,
    /image\/png of "image output \[1\]: draw\(\)" cannot be shown: its base64 is damaged/,
  );
  assert.equal(pickImage({ "image/png": "aGVsbG8=" }, origin)?.kind, "broken");
  assert.equal(pickImage({ "image/png": "" }, origin)?.kind, "broken");
});
