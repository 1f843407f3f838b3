/** The pictures of a run: as blocks for the model, and whole in the resource. */

import assert from "node:assert/strict";
import { imageSize } from "image-size";
import { connect } from "../../harness/client.ts";
import type { Connection } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { sharedJupyter } from "../../harness/servers.ts";
import { openSession } from "../../harness/session.ts";
import type { ToolResult } from "../../harness/tool_result.ts";

const figure = "import matplotlib.pyplot as plt\nplt.plot([1, 2, 3])\nplt.title('T')\nplt.show()";

async function readBytes(connection: Connection, uri: string) {
  const { contents: [content] } = await connection.client.readResource({ uri });
  assert.ok(content !== undefined && "blob" in content);
  return { mimeType: content.mimeType, bytes: Uint8Array.fromBase64(content.blob) };
}

function block(result: ToolResult, index = 0) {
  const image = result.images[index];
  assert.ok(image !== undefined, `no image block ${index}: ${result.text.slice(0, 1_000)}`);
  const bytes = Uint8Array.fromBase64(image.data);
  const { width, height, type } = imageSize(bytes);
  return { mimeType: image.mimeType, bytes, width, height, type };
}

/** A Pillow picture shown through IPython in the given format. */
function pillow(format: string, size = "(40, 30)"): string {
  return `import io\nfrom PIL import Image as P\nfrom IPython.display import Image, display\nb = io.BytesIO()\n` +
    `P.new('RGB', ${size}, 'teal').save(b, '${format}')\n`;
}

for (const kind of environmentKinds) {
  Deno.test(`execute_code on a ${kind} Jupyter shows a matplotlib figure and keeps it as a resource`, async () => {
    await using connection = await connect({ jupyter: sharedJupyter(kind) });
    await using session = await openSession(connection);
    const result = await session.run(figure);
    assert.equal(result.images.length, 1);
    assert.equal(result.content.length, 2, "one text block, one image block");
    const shown = block(result);
    assert.equal(shown.mimeType, "image/png");
    const { in_words, ...listed } = Object(result.at("images.0"));
    assert.match(String(in_words), /^line "T"; .*\n3 points, 1 at 0 to 3 at 2/);
    assert.deepEqual(listed, {
      resource_uri: `jupyter://sessions/${session.id}/images/output-001.png`,
      mime_type: "image/png",
      description: "matplotlib output [1]: plt.plot([1, 2, 3])",
      width: shown.width,
      height: shown.height,
      bytes: shown.bytes.length,
    });
    assert.equal(result.at("result"), null);
    assert.ok(!result.text.includes(result.images[0]?.data.slice(0, 200) ?? "?"), "no base64 in the text");
    const { bytes, mimeType } = await readBytes(connection, result.string("images.0.resource_uri"));
    assert.equal(mimeType, "image/png");
    assert.deepEqual(bytes, shown.bytes);
  });
}

Deno.test("execute_code and pictures", async (t) => {
  await using connection = await connect({ jupyter: sharedJupyter("collaboration") });
  await using session = await openSession(connection);
  await session.run("%matplotlib inline\nimport matplotlib.pyplot as plt");

  const formats = [
    { format: "JPEG", mimeType: "image/jpeg", type: "jpg" },
    { format: "GIF", mimeType: "image/gif", type: "gif" },
    { format: "WEBP", mimeType: "image/webp", type: "webp" },
    { format: "PNG", mimeType: "image/png", type: "png" },
  ];
  for (const { format, mimeType, type } of formats) {
    await t.step(`${format} goes to the model as it is`, async () => {
      const shows = format === "WEBP"
        ? "import base64\ndisplay({'image/webp': base64.b64encode(b.getvalue()).decode()}, raw=True)"
        : `display(Image(data=b.getvalue(), format='${format.toLowerCase()}'))`;
      const result = await session.run(pillow(format) + shows);
      const shown = block(result);
      assert.deepEqual([shown.mimeType, shown.type, shown.width, shown.height], [mimeType, type, 40, 30]);
      assert.equal(result.at("images.0.mime_type"), mimeType);
      const kept = await readBytes(connection, result.string("images.0.resource_uri"));
      assert.deepEqual(kept, { mimeType, bytes: shown.bytes });
    });
  }

  await t.step("a Pillow image as the value of the cell is a picture", async () => {
    const result = await session.run(pillow("PNG") + "P.new('RGB', (20, 10), 'red')");
    assert.deepEqual([block(result).width, block(result).height], [20, 10]);
  });

  await t.step("SVG is drawn as PNG for the model and stays SVG in the resource", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="50" height="50"/></svg>';
    const result = await session.run(`from IPython.display import SVG\nSVG('${svg}')`);
    const shown = block(result);
    assert.deepEqual([shown.mimeType, shown.type], ["image/png", "png"]);
    assert.equal(shown.width / shown.height, 2);
    assert.equal(result.at("images.0.mime_type"), "image/svg+xml");
    assert.match(result.string("images.0.resource_uri"), /\.svg$/);
    const kept = await readBytes(connection, result.string("images.0.resource_uri"));
    assert.equal(kept.mimeType, "image/svg+xml");
    assert.match(new TextDecoder().decode(kept.bytes), /<rect/);
  });

  await t.step("a figure of 4000×3000 is scaled for the model and whole in the resource", async () => {
    const result = await session.run(
      "fig = plt.figure(figsize=(40, 30), dpi=100)\nplt.plot(range(100))\nfrom IPython.display import display\n" +
        "fig.canvas.draw()\nfrom PIL import Image as P\ndisplay(P.frombuffer('RGBA', fig.canvas.get_width_height(), " +
        "fig.canvas.buffer_rgba()))\nplt.close(fig)",
    );
    const shown = block(result);
    assert.deepEqual([shown.width, shown.height], [1154, 865]);
    assert.deepEqual([result.at("images.0.width"), result.at("images.0.height")], [4000, 3000]);
    assert.equal(result.at("images.0.shown"), "1154×865");
    const again = await connection.call("get_image_resource", {
      resource_uri: result.string("images.0.resource_uri"),
    });
    assert.equal(again.at("shown"), "1154×865");
    const larger = await connection.call("get_image_resource", {
      resource_uri: result.string("images.0.resource_uri"),
      max_edge: 2000,
    });
    assert.equal(larger.at("shown"), "2000×1500");
    const kept = await readBytes(connection, result.string("images.0.resource_uri"));
    const { width, height } = imageSize(kept.bytes);
    assert.deepEqual([width, height], [4000, 3000]);
  });

  await t.step("a picture of noise still fits into the answer", async () => {
    const result = await session.run(
      "import numpy as np\nfrom PIL import Image as P\n" +
        "P.fromarray(np.random.randint(0, 255, (1500, 1500, 3), dtype='uint8'))",
    );
    assert.ok(JSON.stringify(result.raw).length < 1_000_000);
    assert.ok(block(result).width > 64);
  });

  await t.step("of thirty figures all are kept, some are shown, and the rest is named", async () => {
    const result = await session.run(
      "for i in range(30):\n  plt.figure(figsize=(4, 3))\n  plt.plot(range(i + 2))\n  plt.show()",
    );
    assert.ok(Array.isArray(result.json["images"]));
    assert.equal(result.json["images"].length, 30);
    assert.ok(result.images.length >= 3 && result.images.length < 30, `${result.images.length} blocks`);
    assert.equal(result.at("truncated"), true);
    assert.match(JSON.stringify(result.at("notes")), /of 30 images are not shown.*get_image_resource/);
    assert.ok(JSON.stringify(result.raw).length < 1_000_000);
    const last = await readBytes(connection, result.string("images.29.resource_uri"));
    assert.equal(imageSize(last.bytes).type, "png");
  });

  await t.step("update_display_data with a picture replaces the picture", async () => {
    const result = await session.run(
      pillow("PNG") +
        "h = display(P.new('RGB', (10, 10)), display_id=True)\nh.update(P.new('RGB', (20, 20)))",
    );
    assert.equal(result.images.length, 1);
    assert.equal(block(result).width, 20);
  });

  await t.step("an exception keeps the figure that came before it", async () => {
    const result = await session.run("plt.plot([1, 2])\nplt.show()\n1 / 0");
    assert.equal(result.at("error_type"), "ZeroDivisionError");
    assert.equal(result.images.length, 1);
  });

  await t.step("a damaged picture is named, not shown", async () => {
    const result = await session.run(
      "from IPython.display import display\ndisplay({'image/png': 'AAAA', 'text/plain': '<x>'}, raw=True)",
    );
    assert.equal(result.isError, false);
    assert.equal(result.images.length, 0);
    assert.match(JSON.stringify(result.at("notes")), /cannot be shown/);
  });
});
