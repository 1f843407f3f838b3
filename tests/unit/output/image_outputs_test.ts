import assert from "node:assert/strict";
import { pickImage } from "../../../src/output/image_outputs.ts";

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
