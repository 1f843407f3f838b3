import assert from "node:assert/strict";
import { imageSize } from "image-size";
import { connect } from "../../harness/client.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><circle r="9"/></svg>';

Deno.test("get_image_resource", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  const get = (resource_uri: string, args: Record<string, unknown> = {}) =>
    connection.call("get_image_resource", { resource_uri, ...args });
  const drawn = await session.run("from PIL import Image\nImage.new('RGB', (40, 30), 'red')");
  const uri = drawn.string("images.0.resource_uri");

  await t.step("shows the image again, with its size", async () => {
    const result = await get(uri);
    assert.deepEqual(result.images, drawn.images);
    assert.deepEqual(result.json, {
      mime_type: "image/png",
      width: 40,
      height: 30,
      bytes: drawn.at("images.0.bytes"),
    });
  });

  await t.step("gives the bytes as base64 if they are asked for", async () => {
    const result = await get(uri, { as: "base64" });
    assert.deepEqual(result.images, []);
    assert.deepEqual(result.json, {
      mime_type: "image/png",
      data: drawn.images[0]?.data,
      width: 40,
      height: 30,
    });
  });

  await t.step("draws SVG, and gives it as it is in base64", async () => {
    const result = await session.run(`from IPython.display import SVG\nSVG('${svg}')`);
    const svgUri = result.string("images.0.resource_uri");
    const shown = await get(svgUri);
    assert.equal(shown.images[0]?.mimeType, "image/png");
    assert.equal(shown.at("mime_type"), "image/svg+xml");
    const { width, height } = imageSize(Uint8Array.fromBase64(shown.images[0]?.data ?? ""));
    assert.equal(width / height, 2);
    const raw = await get(svgUri, { as: "base64" });
    assert.match(new TextDecoder().decode(Uint8Array.fromBase64(raw.string("data"))), /<circle/);
  });

  await t.step("shows those that an answer had no room for", async () => {
    const many = await session.run(
      "from IPython.display import display\nfor i in range(14): display(Image.new('RGB', (10 + i, 10)))",
    );
    assert.ok(many.images.length < 14);
    const last = await get(many.string("images.13.resource_uri"));
    assert.equal(imageSize(Uint8Array.fromBase64(last.images[0]?.data ?? "")).width, 23);
  });

  await t.step("base64 over the limit of an answer is refused with a way out", async () => {
    const noise = await session.run(
      "import numpy as np\nImage.fromarray(np.random.randint(0, 255, (900, 900, 3), dtype='uint8'))",
    );
    const { isError, json } = await get(noise.string("images.0.resource_uri"), { as: "base64" });
    assert.equal(isError, true);
    assert.equal(json["error"], "too_large");
    assert.match(String(json["hint"]), /--max-result-bytes|resources\/read|"image"/);
  });

  await t.step("answers image_not_found for what never was, with what is there", async () => {
    const wrong = [
      uri.replace("output-001", "output-999"),
      "jupyter://sessions/nobody/images/output-001.png",
      "file:///etc/passwd",
      "nonsense",
    ];
    for (const one of wrong) {
      const { isError, json } = await get(one);
      assert.equal(isError, true);
      assert.equal(json["error"], "image_not_found", one);
      assert.match(String(json["message"]), /no such image was ever made/);
      assert.ok(Array.isArray(json["available"]) && json["available"].length > 0);
    }
  });

  await t.step("of more images than the store holds the oldest go, and that is reported", async () => {
    const many = await session.run(
      "for i in range(205): display(Image.new('RGB', (4, 4), (i, 0, 0)))",
    );
    assert.equal(many.isError, false);
    const { isError, json } = await get(uri);
    assert.equal(isError, true);
    assert.equal(json["error"], "image_not_found");
    assert.match(String(json["message"]), /dropped to free space/);
    const { resources } = await connection.client.listResources();
    assert.equal(resources.filter(({ mimeType }) => mimeType?.startsWith("image/")).length, 200);
  });
});
