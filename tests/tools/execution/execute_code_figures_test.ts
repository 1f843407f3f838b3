/** Altair and Plotly figures of a kernel, which carry no picture: drawn for the model, and whole as a resource. */

import assert from "node:assert/strict";
import { imageSize } from "image-size";
import { connect, type Connection } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import type { ToolResult } from "../../harness/tool_result.ts";

const altair = `import altair as alt, pandas as pd
df = pd.DataFrame({"店舗": ["渋谷", "新宿"], "売上": [3, 5]})
chart = alt.Chart(df, title="売上").mark_bar().encode(x="店舗", y="売上")
`;
const plotly = `import plotly.express as px, plotly.graph_objects as go, numpy as np
df = {"x": np.arange(50), "y": np.arange(50) * 1.5, "g": ["a", "b"] * 25}
`;

/** The first import of these libraries takes long on a busy machine. */
const patient = { timeout: 280 };
const patientClient = { timeout: 300_000 };

function drawn(result: ToolResult) {
  const [image] = result.images;
  assert.ok(image !== undefined, result.text.slice(0, 1_000));
  assert.equal(image.mimeType, "image/png");
  const { width, height } = imageSize(Uint8Array.fromBase64(image.data));
  assert.ok(width > 100 && height > 100, `${width}×${height}`);
  return { width, height };
}

async function figureAt(connection: Connection, uri: string): Promise<string> {
  const { contents: [content] } = await connection.client.readResource({ uri });
  assert.ok(content !== undefined && "text" in content);
  assert.equal(content.mimeType, "application/json");
  return content.text;
}

Deno.test("execute_code and figures without pictures", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  await session.run(`${altair}${plotly}`, patient, patientClient);

  const renderers = ["default", "mimetype", "html"];
  for (const renderer of renderers) {
    await t.step(`an Altair chart of the renderer ${renderer} is drawn`, async () => {
      const result = await session.run(`${altair}alt.renderers.enable("${renderer}")\nchart`);
      const { width, height } = drawn(result);
      assert.equal(result.images.length, 1);
      assert.deepEqual([result.at("images.0.width"), result.at("images.0.height")], [width, height]);
      assert.match(result.string("result"), /^Vega-Lite chart "売上"/);
      assert.equal(result.at("truncated"), undefined);
      const json = await figureAt(connection, result.string("images.0.figure_uri"));
      assert.match(json, /"mark":/);
      assert.match(json, /渋谷/);
    });
  }

  await t.step("an Altair chart whose data is elsewhere is refused, and that is reported", async () => {
    const result = await session.run(`import altair as alt
alt.renderers.enable("mimetype")
alt.Chart("http://127.0.0.1:9/x.csv").mark_bar().encode(x="a:N", y="b:Q")`);
    assert.equal(result.images.length, 0);
    assert.equal(result.at("success"), true);
    assert.match(
      result.string("notes.0"),
      /not drawn: the specification points to "http:\/\/127\.0\.0\.1:9\/x\.csv"/,
    );
    assert.match(
      await figureAt(connection, /jupyter:\S+$/.exec(result.string("notes.0"))?.[0] ?? ""),
      /x\.csv/,
    );
  });

  await t.step("a Vega specification is drawn", async () => {
    const result = await session.run(`from IPython.display import display
print("before")
display({"application/vnd.vega.v6+json": {"width": 400, "height": 300, "marks": [{"type": "rect",
  "encode": {"enter": {"x": {"value": 9}, "y": {"value": 9}, "width": {"value": 50}, "height": {"value": 50}}}}]}}, raw=True)`);
    drawn(result);
    assert.equal(result.at("stdout"), "before\n");
  });

  const figures: Readonly<Record<string, string>> = {
    scatter: 'px.scatter(df, x="x", y="y", color="g")',
    line: 'px.line(df, x="x", y="y", color="g", title="T")',
    area: 'px.area(df, x="x", y="y", color="g")',
    "grouped bar": 'px.bar(df, x="x", y="y", color="g", barmode="group")',
    "stacked bar": 'px.bar(df, x="x", y="y", color="g")',
    histogram: 'px.histogram(df, x="y", color="g")',
    box: 'px.box(df, x="g", y="y")',
    violin: 'px.violin(df, x="g", y="y")',
    heatmap: "px.imshow(np.arange(12.0).reshape(3, 4))",
    pie: 'px.pie(df, names="g", values="y")',
    facet: 'px.line(df, x="x", y="y", facet_col="g")',
    sunburst: "go.Figure(go.Sunburst(labels=['a', 'b'], parents=['', 'a'], values=[2, 1]))",
    choropleth: 'px.choropleth(locations=["JPN", "FRA"], color=[1, 2])',
    candlestick: "go.Figure(go.Candlestick(open=[1, 2], high=[3, 4], low=[0, 1], close=[2, 3]))",
  };
  for (const [name, code] of Object.entries(figures)) {
    await t.step(`a Plotly ${name} is drawn`, async () => {
      const result = await session.run(`${plotly}${code}`);
      drawn(result);
      assert.match(result.string("images.0.description"), /^plotly output \[\d+\]/);
      assert.match(result.string("displays.0"), /^Plotly figure/);
      const json = await figureAt(connection, result.string("images.0.figure_uri"));
      assert.match(json, /"data":\[\{/);
    });
  }

  await t.step("subplots are drawn", async () => {
    const result = await session.run(`from plotly.subplots import make_subplots
fig = make_subplots(rows=1, cols=2, subplot_titles=["A", "B"])
fig.add_scatter(y=[1, 3, 2], row=1, col=1)
fig.add_bar(x=["a", "b"], y=[3, 1], row=1, col=2)
fig.show()`);
    drawn(result);
    assert.match(result.string("displays.0"), /annotations: A; B/);
  });

  await t.step("a Plotly figure that needs WebGL keeps its digest", async () => {
    const result = await session.run("go.Figure(go.Scatter3d(x=[1, 2], y=[3, 4], z=[5, 6]))");
    assert.equal(result.images.length, 0);
    assert.match(result.string("displays.0"), /^Plotly figure, 1 trace\n- scatter3d/);
    assert.match(result.string("notes.0"), /traces of type "scatter3d" need WebGL/);
    assert.equal(result.at("truncated"), undefined);
  });

  await t.step("a figure that a picture was sent with is not drawn again", async () => {
    const result = await session.run(`import base64, io
from PIL import Image
b = io.BytesIO(); Image.new("RGB", (30, 20)).save(b, "PNG")
display({"image/png": base64.b64encode(b.getvalue()).decode(), "application/vnd.plotly.v1+json": {"data": []}}, raw=True)`);
    assert.equal(result.at("images.0.width"), 30);
  });

  await t.step("a figure that is gone is an error of its own", async () => {
    await assert.rejects(
      connection.client.readResource({ uri: "jupyter://executions/nothing/figures/0" }),
      /execution/i,
    );
  });
});

Deno.test("notebook_execute_cell shows the figures of cells and leaves them as they are in the notebook", async () => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection, { notebook_path: "figures.ipynb" });
  await session.run(altair, { ...patient, record: false }, patientClient);
  const added = await connection.call("notebook_add_cell", {
    session_id: session.id,
    notebook_name: "figures.ipynb",
    cell_type: "code",
    source: `${altair}alt.renderers.enable("mimetype")\nchart`,
    execute: true,
  });
  drawn(added);
  const shown = await connection.call("notebook_get", {
    notebook_path: "figures.ipynb",
    detail: "full",
    images: true,
  });
  drawn(shown);
  const { contents: [content] } = await connection.client.readResource({
    uri: "jupyter://notebooks/figures.ipynb",
  });
  assert.ok(content !== undefined && "text" in content);
  assert.match(content.text, /vnd\.vegalite\.v\d[.+]json/);
  assert.doesNotMatch(content.text, /image\/png/);
});

Deno.test("get_variable shows Altair and Plotly figures", async () => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  await session.run(
    `${altair}import plotly.graph_objects as go
fig = go.Figure(go.Bar(x=["a", "b"], y=[1, 2]))
other = go.Figure(go.Scattermap(lat=[1], lon=[2]))
rows = alt.Chart(pd.DataFrame({"a": range(9000)})).mark_bar().encode(x="a")`,
    patient,
    patientClient,
  );
  const get = (variable_name: string) =>
    connection.call("get_variable", { session_id: session.id, variable_name });
  const chart = await get("chart");
  drawn(chart);
  assert.equal(chart.at("type"), "Chart");
  assert.match(chart.string("value"), /^Vega-Lite chart "売上"/);
  const fig = await get("fig");
  drawn(fig);
  assert.match(fig.string("resource_uri"), /^jupyter:\/\/sessions\/.*\.png$/);
  const other = await get("other");
  assert.equal(other.images.length, 0);
  assert.match(other.string("notes.0"), /traces of type "scattermap" need map tiles from the network/);
  const rows = await get("rows");
  assert.equal(rows.isError, false, "a chart that Altair itself refuses is told as a value");
});
