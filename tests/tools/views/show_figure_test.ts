import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import { viewsCapability } from "../../harness/views_capability.ts";

Deno.test("show_figure", async (t) => {
  await using connection = await connect({
    jupyter: sharedJupyter("collaboration"),
    capabilities: viewsCapability,
  });
  await using session = await openSession(connection);
  const plotted = await session.run(`
import plotly.graph_objects as go, altair as alt, pandas as pd, numpy as np
from PIL import Image
import matplotlib.pyplot as plt
table = pd.DataFrame({"city": ["Rome", "Oslo"], "sales": [3, 5]})
bars = go.Figure(go.Bar(x=table.city, y=table.sales), layout={"title": {"text": "Sales"}})
solid = go.Figure(go.Scatter3d(x=[1], y=[1], z=[1]))
polar = go.Figure(go.Scatterpolar(r=[1, 2], theta=[0, 90]))
chart = alt.Chart(table).mark_bar().encode(x="city:N", y="sales:Q")
photo = Image.new("RGB", (40, 30), "red")
foreign = alt.Chart("https://example.com/data.csv").mark_point().encode(x="a:Q")
linked = alt.Chart(pd.DataFrame({"url": ["https://example.com"], "n": [1]})).mark_bar().encode(y="n:Q")
vast = go.Figure(go.Scatter(text=["x" * 100] * 60_000))
many = go.Figure(go.Scatter(y=np.arange(200_000) / 7))
plt.plot([1, 2]); plt.show()
bars`);
  const run = await session.lastRun();
  const show = (args: Record<string, unknown>) => connection.call("show_figure", args);
  const variable = (variable_name: string, args = {}) =>
    show({ session_id: session.id, variable_name, ...args });
  const read = (handle: string, args: Record<string, unknown> = {}) =>
    connection.call("view_read", { handle, ...args });
  const bytesOf = async (handle: string) => {
    const chunk = await read(handle);
    return { form: chunk.at("form"), bytes: Uint8Array.fromBase64(chunk.string("data")) };
  };

  await t.step("shows the last figure of a run, with a digest for the model", async () => {
    const shown = await show({ execution_id: run });
    assert.deepEqual([shown.at("form"), shown.at("title")], ["plotly", "bars"]);
    assert.match(shown.string("about"), /^Plotly figure "Sales", 1 trace/);
    assert.match(shown.string("note"), /shown to the person/);
    const { form, bytes } = await bytesOf(shown.string("handle"));
    assert.equal(form, "plotly");
    assert.equal(JSON.parse(new TextDecoder().decode(bytes)).layout.title.text, "Sales");
  });

  await t.step("shows an image resource, and the figure behind one", async () => {
    const images = plotted.at("images");
    assert.ok(Array.isArray(images) && images.length >= 1, plotted.text);
    const shown = await show({ resource_uri: plotted.string("images.0.resource_uri") });
    const { form, bytes } = await bytesOf(shown.string("handle"));
    assert.deepEqual([form, [...bytes.subarray(1, 4)]], ["image", [0x50, 0x4e, 0x47]]);
    const last = await show({ resource_uri: plotted.string(`images.${images.length - 1}.resource_uri`) });
    assert.equal(last.at("form"), "plotly");
  });

  await t.step("shows variables of Plotly, Altair and PIL", async () => {
    const forms = await Promise.all(
      ["bars", "chart", "photo"].map(async (name) => (await variable(name)).at("form")),
    );
    assert.deepEqual(forms, ["plotly", "vega-lite", "image/png"]);
  });

  await t.step("draws a chart of a table, and tells the model its numbers", async () => {
    const shown = await variable("table", { query: "total sales by city" });
    assert.equal(shown.at("form"), "image/svg+xml");
    assert.match(shown.string("about"), /Oslo/);
    const { bytes } = await bytesOf(shown.string("handle"));
    assert.match(new TextDecoder().decode(bytes), /^<svg/);
    const spec = await show({ data: "a,b\nx,1\ny,2\n", options: { pattern: "P02", x: "a", y: "b" } });
    assert.equal(spec.at("form"), "image/svg+xml");
  });

  await t.step("draws here what the view cannot draw, and says what cannot be drawn at all", async () => {
    const polar = await variable("polar");
    const chunk = await read(polar.string("handle"), { drawn: true });
    assert.deepEqual([chunk.at("form"), chunk.at("mime_type")], ["image", "image/png"]);
    const solid = await variable("solid");
    assert.match(solid.string("message"), /WebGL/);
    const foreign = await variable("foreign");
    assert.match(foreign.string("message"), /points to "https:\/\/example.com\/data.csv"/);
    assert.equal((await variable("linked")).at("form"), "vega-lite");
    const vast = await variable("vast");
    assert.equal(vast.at("error"), "too_large");
    assert.match(vast.string("message"), /6\.\d MB, over the limit of 5\.0 MB/);
  });

  await t.step("sends a large figure in chunks that every client passes on", async () => {
    const shown = await variable("many");
    let [offset, size, chunks] = [0, 1, 0];
    while (offset < size) {
      const chunk = await read(shown.string("handle"), { offset });
      assert.ok(chunk.text.length <= 150_000);
      offset += Uint8Array.fromBase64(chunk.string("data")).length;
      size = Number(chunk.at("size"));
      chunks++;
    }
    assert.ok(chunks > 10, String(chunks));
  });

  await t.step("says what is missing", async () => {
    await session.run("nothing = 1");
    const cases: readonly (readonly [args: Record<string, unknown>, code: string])[] = [
      [{}, "invalid_argument"],
      [{ execution_id: await session.lastRun() }, "image_not_found"],
      [{ execution_id: "none" }, "execution_not_found"],
      [{ resource_uri: "jupyter://sessions/x/images/output-001.png" }, "image_not_found"],
      [{ session_id: session.id, variable_name: "nothing" }, "unsupported"],
      [{ session_id: session.id, variable_name: "table" }, "unsupported"],
    ];
    for (const [args, code] of cases) {
      assert.equal((await show(args)).at("error"), code, JSON.stringify(args));
    }
  });
});
