/** The view of a figure, in real Chromium under the official AppBridge, with a real kernel behind it. */

import assert from "node:assert/strict";
import { z } from "zod";
import { eventually } from "../harness/eventually.ts";
import { openViewTest, type ShownView, type ViewHost } from "../harness/view_host.ts";

const figures = `
import plotly.graph_objects as go, plotly.express as px, altair as alt, pandas as pd
from PIL import Image
from IPython.display import SVG, display
table = pd.DataFrame({"day": pd.date_range("2024-01-01", periods=30), "sales": range(30), "city": ["Rome", "Oslo"] * 15})
lines = px.line(table, x="day", y="sales", color="city", title="Sales")
polar = go.Figure(go.Scatterpolar(r=[1, 2], theta=[0, 90]))
chart = alt.Chart(table).mark_point().encode(x="day:T", y="sales:Q", color="city:N").interactive()
photo = Image.new("RGB", (400, 300), "teal")
hostile = go.Figure(go.Scatter(y=[1, 2], text=["<img src=x onerror=alert(1)>"] * 2), layout={
    "title": {"text": "<b>bold</b><img src=x onerror=alert(1)><a href='javascript:alert(1)'>link</a><script>alert(1)</script>"}})
pointing = go.Figure(go.Scatter(y=[1, 2]), layout={"images": [{"source": "https://example.com/x.png"}]})
foreign = alt.Chart("https://example.com/data.csv").mark_point().encode(x="a:Q")
code = alt.Chart(table).mark_point().encode(x="sales:Q").transform_calculate(
    z="constructor.constructor('return document.title=1')()")
drawing = """<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><script>document.title="owned"</script>
<image href="https://example.com/x.png" width="10" height="10"/><rect width="300" height="200" fill="gold" onload="alert(1)"/></svg>"""`;

const savedSchema = z.object({
  contents: z.tuple([
    z.object({ resource: z.object({ uri: z.string(), mimeType: z.string(), blob: z.string() }) }),
  ]),
});

const sizeSchema = z.object({ height: z.number() });

/** The files that the view has handed to the host. */
async function savedFiles(host: ViewHost) {
  const events = await host.events();
  return events.filter(({ name }) => name === "ui/download-file").map(({ params }) => {
    const { contents: [{ resource }] } = savedSchema.parse(params);
    return { ...resource, bytes: Uint8Array.fromBase64(resource.blob) };
  });
}

Deno.test("the view of a figure", async (t) => {
  await using test = await openViewTest({ code: figures });
  const { session, host } = test;
  const show = (variable_name: string, options = {}) =>
    host.show("show_figure", { session_id: session.id, variable_name }, options);
  const until = (what: string, look: () => Promise<boolean>) => eventually(look, { what });

  /** Whether the host was last told the height that the page has. */
  const isWhole = async (frame: ShownView["frame"]) => {
    const height = await frame.locator("html").evaluate((page) => page.getBoundingClientRect().height);
    const told = (await host.events()).findLast(({ name }) => name === "size");
    return sizeSchema.safeParse(told?.params).data?.height === Math.ceil(height) && height > 300;
  };

  await t.step("draws a Plotly figure that reacts, and saves it", async () => {
    const { frame } = await show("lines");
    await frame.locator(".plot .scatterlayer .trace").nth(1).waitFor();
    assert.equal(await frame.locator(".gtitle").textContent(), "Sales");
    await frame.locator(".legendtoggle").first().click();
    await frame.locator('.legend .traces[style*="opacity: 0.5"]').waitFor();
    await frame.getByRole("button", { name: "Save PNG" }).click();
    await frame.getByRole("button", { name: "Save SVG" }).click();
    await until("two files are saved", async () => (await savedFiles(host)).length === 2);
    const [png, svg] = (await savedFiles(host)).toSorted((a, b) => a.mimeType.localeCompare(b.mimeType));
    assert.deepEqual([png?.uri, [...png?.bytes.subarray(1, 4) ?? []]], ["file:///lines.png", [
      0x50,
      0x4e,
      0x47,
    ]]);
    assert.match(new TextDecoder().decode(svg?.bytes), /^<svg[^]*Sales/);
  });

  await t.step("draws it again in the colours of a dark theme, and wider in fullscreen", async () => {
    const { frame } = await show("lines");
    const title = frame.locator(".gtitle");
    await title.waitFor();
    await host.change({ theme: "dark" });
    await until(
      "the theme has changed",
      async () => (await title.getAttribute("style").catch(() => null))?.includes("rgb(242") ?? false,
    );
    const icon = frame.locator(".modebar-btn path").last();
    assert.equal(await icon.evaluate((one) => Reflect.get(one, "style").fill), "rgb(168, 166, 160)");
    assert.equal((await frame.locator(".modebar-btn svg").last().boundingBox())?.width, 16);
    await until("the whole figure is shown", async () => await isWhole(frame));
    const before = await frame.locator(".main-svg").first().getAttribute("height");
    await frame.getByRole("button", { name: "Fullscreen" }).click();
    await until(
      "the figure is drawn again",
      async () => await frame.locator(".main-svg").first().getAttribute("height") !== before,
    );
  });

  await t.step("draws a Vega-Lite figure without evaluating code", async () => {
    const { frame } = await show("chart", { theme: "dark" });
    await frame.locator(".vega svg .mark-symbol path").nth(29).waitFor();
    const style = await frame.locator(".vega svg").getAttribute("style");
    assert.match(style ?? "", /rgb\(31, 31, 30\)/);
    await frame.getByRole("button", { name: "Save SVG" }).click();
    await until("the image is saved", async () => (await savedFiles(host)).length === 1);
    await host.change({ theme: "light" });
    await frame.locator('.vega svg:not([style*="rgb(31, 31, 30)"]) .mark-symbol path').nth(29).waitFor();
    await until("the whole figure is shown", async () => await isWhole(frame));
  });

  await t.step("fits figures and their legends into a narrow chat", async () => {
    const vega = await show("chart", { width: 360 });
    await vega.frame.locator(".vega svg .mark-symbol path").nth(29).waitFor();
    await until("the figure is as wide as the chat", async () => {
      const box = await vega.frame.locator(".vega svg").boundingBox().catch(() => null);
      return box !== null && box.width <= 336;
    });
    const plotly = await show("lines", { width: 360 });
    const [plot, legend] = [plotly.frame.locator(".nsewdrag"), plotly.frame.locator(".legend")];
    await legend.waitFor();
    const [plotBox, legendBox] = [await plot.boundingBox(), await legend.boundingBox()];
    assert.ok(plotBox !== null && legendBox !== null);
    assert.ok(legendBox.y >= plotBox.y + plotBox.height, "the legend is below the plot");
  });

  await t.step("loads no image that a figure points to, and says so", async () => {
    const { frame } = await show("pointing");
    await frame.locator(".plot .scatterlayer .trace").waitFor();
    await frame.getByText("Images that the figure points to are not loaded.").waitFor();
  });

  await t.step("zooms and pans an image by buttons, keys and wheel", async () => {
    const { frame } = await show("photo");
    const image = frame.getByRole("img", { name: "photo" });
    const region = frame.getByRole("region", { name: "Image" });
    await image.waitFor();
    const width = async () => (await image.boundingBox())?.width ?? 0;
    const fitted = await width();
    await frame.getByRole("button", { name: "Zoom in" }).click();
    assert.ok(Math.abs(await width() - fitted * 1.25) < 1, "a step is a part of what is seen");
    for (let step = 0; step < 3; step++) await region.press("+");
    assert.ok(Math.abs(await width() - fitted * 1.25 ** 4) < 1);
    const box = await region.boundingBox();
    assert.ok(box !== null);
    const scrolled = await region.evaluate((one) => one.scrollLeft);
    await host.page.mouse.move(box.x + 200, box.y + 100);
    await host.page.mouse.down();
    await host.page.mouse.move(box.x + 150, box.y + 100);
    await host.page.mouse.up();
    assert.equal(await region.evaluate((one) => one.scrollLeft), scrolled + 50);
    await region.press("0");
    assert.equal(await width(), fitted);
    await host.page.keyboard.down("Control");
    await host.page.mouse.wheel(0, -100);
    await host.page.keyboard.up("Control");
    await until("the image is larger", async () => await width() > fitted);
  });

  await t.step("shows what it cannot draw as an image", async () => {
    const drawing = Promise.withResolvers<void>();
    await host.page.route("**/rpc", async (route) => {
      if (/"drawn":true/.test(route.request().postData() ?? "")) await drawing.promise;
      await route.continue();
    });
    const view = await show("polar");
    await view.untilText("Drawing the figure…");
    drawing.resolve();
    const { frame } = view;
    await frame.getByRole("img", { name: "polar" }).waitFor();
    await host.page.unroute("**/rpc");
    await frame.getByRole("button", { name: "Zoom in" }).waitFor();
  });

  await t.step("shows a chart of a table, as wide as the chat", async () => {
    for (const width of [360, 1_200]) {
      const args = { session_id: session.id, variable_name: "table", query: "total sales by city" };
      const { frame } = await host.show("show_figure", args, { width });
      const image = frame.getByRole("img", { name: "total sales by city" });
      await image.waitFor();
      assert.ok(((await image.boundingBox())?.width ?? 0) <= width);
    }
  });

  await t.step("runs nothing that a figure contains", async () => {
    const isUntouched = async ({ frame }: ShownView) =>
      await frame.locator("title").first().textContent() === "figure";
    const plotly = await show("hostile");
    await plotly.frame.locator(".gtitle").waitFor();
    assert.equal(await plotly.frame.locator(".plot img, .plot script").count(), 0);
    assert.equal(await plotly.frame.locator('a[href^="javascript"]').count(), 0);
    assert.ok(await isUntouched(plotly));
    const vega = await show("code");
    await vega.frame.locator(".message p, .canvas svg, .canvas img").first().waitFor();
    assert.ok(await isUntouched(vega));
    await session.run("display(SVG(drawing))");
    const svg = await host.show("show_figure", { execution_id: await session.lastRun() });
    await svg.frame.getByRole("region", { name: "Image" }).locator("img").waitFor();
    assert.ok(await isUntouched(svg));
  });

  await t.step(
    "has words for data that is elsewhere, a figure that is gone, and a cancelled call",
    async () => {
      await (await show("foreign")).untilText(/points to "https:\/\/example.com\/data.csv"/);
      await (await show("missing")).untilText(/"missing"/);
      const unknown = await host.show("show_figure", { execution_id: "none" });
      await unknown.untilText(/Cannot find execution "none"/);
      const pending = await show("lines", { isPending: true });
      await pending.untilText("Loading…");
      await host.cancel();
      await pending.untilText("Cancelled: nothing was shown.");
      await host.teardown();
    },
  );
});
