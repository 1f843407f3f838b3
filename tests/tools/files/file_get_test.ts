import assert from "node:assert/strict";
import { opaquePng } from "../../../src/imaging/png.ts";
import { connect } from "../../harness/client.ts";
import { environmentKinds } from "../../harness/environment.ts";
import { freshFolder, oddNames, putBytes } from "../../harness/files.ts";
import { sharedJupyter } from "../../harness/servers.ts";

const data = new URL("../../unit/output/data/", import.meta.url);
const pictures = [["matplotlib.png", "png"], ["pillow.jpg", "jpeg"], ["matplotlib.svg", "svg+xml"]] as const;

for (const kind of environmentKinds) {
  Deno.test(`file_get on a ${kind} Jupyter`, async (t) => {
    const jupyter = sharedJupyter(kind);
    await using connection = await connect({ jupyter });
    const folder = freshFolder("get");
    const put = (name: string, content: Uint8Array | string) =>
      putBytes(jupyter, `${folder}/${name}`, content);
    const get = (path: string) => connection.call("file_get", { path });

    await t.step("shows pictures as pictures, an SVG drawn", async () => {
      for (const [name, type] of pictures) {
        const path = await put(`p.${name}`, await Deno.readFile(new URL(name, data)));
        const { images, at, content } = await get(path);
        assert.equal(images.length, 1, name);
        assert.equal(at("mime_type"), `image/${type}`);
        assert.ok(Number(at("width")) > 0);
        assert.equal(images[0]?.mimeType, type === "svg+xml" ? "image/png" : `image/${type}`);
        assert.equal(content.length, 2);
      }
    });

    await t.step("gives small files whole, text as text", async () => {
      const text = await get(await put("report.txt", "売上\n"));
      const block = text.content[1];
      assert.ok(block?.type === "resource" && "text" in block.resource);
      assert.equal(block.resource.text, "売上\n");
      assert.equal(block.resource.uri, text.at("uri"));
      const bytes = new Uint8Array(1_000).map((_, n) => n * 7);
      const binary = (await get(await put("model.bin", bytes))).content[1];
      assert.ok(binary?.type === "resource" && "blob" in binary.resource);
      assert.deepEqual(Uint8Array.fromBase64(binary.resource.blob), bytes);
    });

    await t.step("gives large files as a link that can be read", async () => {
      const bytes = new Uint8Array(600_000).map((_, n) => n * 13);
      const { content, text } = await get(await put("large.bin", bytes));
      const link = content[1];
      assert.ok(link?.type === "resource_link");
      assert.equal(link.size, bytes.length);
      assert.ok(text.length < 1_000);
      const { contents: [read] } = await connection.client.readResource({ uri: link.uri });
      assert.ok(read !== undefined && "blob" in read);
      assert.deepEqual(Uint8Array.fromBase64(read.blob), bytes);
    });

    await t.step("names the tool that is better", async () => {
      assert.match((await get(await put("a.ipynb", "{}"))).string("hint"), /notebook_get/);
      const pdf = await get(await put("a.pdf", "%PDF-1.4"));
      assert.match(pdf.string("hint"), /execute_code/);
      const block = pdf.content[1];
      assert.ok(
        block?.type === "resource" && "blob" in block.resource,
        "a PDF is bytes, also where it is all ASCII",
      );
      assert.match((await get(await put("a.csv", "a,b"))).string("hint"), /data_preview/);
    });

    await t.step("says what is wrong with a picture that is broken, and gives its bytes", async () => {
      const whole = await Deno.readFile(new URL("matplotlib.png", data));
      const { images, json, content } = await get(await put("broken.png", whole.subarray(0, 2_000)));
      assert.equal(images.length, 0);
      assert.match(JSON.stringify(json["notes"]), /not shown/);
      assert.equal(content[1]?.type, "resource");
      const flipped = whole.with(1_000, 255 - (whole[1_000] ?? 0));
      const other = await get(await put("flipped.png", flipped));
      assert.equal(other.images.length, 0);
      assert.match(JSON.stringify(other.json["notes"]), /not shown/);
      const begun = await get(await put("begun.png", whole.subarray(0, 12)));
      assert.deepEqual(begun.at("notes"), ["It is not shown: its content is not an image, or a damaged one"]);
      const fake = await get(await put("fake.jpg", "<html>Not found</html>"));
      assert.deepEqual(fake.at("notes"), ["It is not shown: its content is not an image, or a damaged one"]);
      const empty = await get(await put("empty.png", ""));
      assert.deepEqual(empty.at("notes"), ["It is not shown: the file is empty"]);
    });

    await t.step("says at which size a picture is shown that was scaled", async () => {
      const pixels = new Uint8Array(2_000 * 1_000 * 4).fill(200);
      const png = await opaquePng({ width: 2_000, height: 1_000, pixels }, 96);
      const { at, images } = await get(await put("wide.png", png));
      assert.deepEqual([at("width"), at("height"), images.length], [2_000, 1_000, 1]);
      assert.deepEqual(at("notes"), ["It is shown at 1414×707 pixels; its uri gives it in full"]);
    });

    await t.step("takes odd names, and no way out", async () => {
      for (const name of oddNames) {
        const block = (await get(await put(`odd/${name}`, name))).content[1];
        assert.ok(block?.type === "resource" && "text" in block.resource, name);
        const { contents: [read] } = await connection.client.readResource({ uri: block.resource.uri });
        assert.ok(read !== undefined && "text" in read);
        assert.equal(read.text, name);
      }
      for (const path of ["../x", "%2e%2e/x", "a\\..\\..\\x"]) {
        assert.equal((await get(path)).at("error"), "invalid_argument");
      }
      assert.equal((await get(`${folder}/report.tx`)).at("error"), "file_not_found");
      assert.equal((await get(`${folder}/report.tx`)).at("available.0"), `${folder}/report.txt`);
    });
  });
}
