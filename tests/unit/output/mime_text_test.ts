import assert from "node:assert/strict";
import { htmlText } from "../../../src/base/html_text.ts";
import { mimeText } from "../../../src/output/mime_text.ts";

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
