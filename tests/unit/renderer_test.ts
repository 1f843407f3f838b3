import assert from "node:assert/strict";
import { AppError } from "../../src/base/errors.ts";
import { bytesSource } from "../../src/files/byte_source.ts";
import { imageInfo } from "../../src/base/image_info.ts";
import type { FitRequest } from "../../src/services.ts";
import { RendererProcesses } from "../harness/renderer.ts";

class Renderer extends RendererProcesses {
  fit(bytes: Uint8Array, bounds: Partial<FitRequest> = {}) {
    return this.client.fitImage({ bytes, mimeType: "", maxEdge: 1568, maxBytes: 700_000, ...bounds });
  }
}

function sample(name: string): Promise<Uint8Array> {
  return Deno.readFile(new URL(`./output/data/${name}`, import.meta.url));
}

function svg(attributes: string, body = '<rect width="9" height="9"/>'): Uint8Array {
  return new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`);
}

Deno.test("the renderer hands back a picture that fits as it is", async () => {
  await using renderer = new Renderer();
  const bytes = await sample("matplotlib.png");
  const fitted = await renderer.fit(bytes);
  assert.deepEqual(fitted, { bytes, mimeType: "image/png", width: 180, height: 120 });
  assert.ok(bytes.byteLength > 0, "the caller keeps its bytes");
});

Deno.test("the renderer scales PNG, JPEG, GIF and WebP", async () => {
  await using renderer = new Renderer();
  for (const name of ["pillow.jpg", "pillow.gif", "pillow.webp", "matplotlib.png"]) {
    const fitted = await renderer.fit(await sample(name), { maxEdge: 60 });
    assert.deepEqual([fitted.width, fitted.height], [60, 40], name);
    const size = imageInfo(fitted.bytes);
    assert.deepEqual([size?.mimeType, size?.width], [fitted.mimeType, 60]);
    assert.equal(fitted.mimeType, name.endsWith(".jpg") ? "image/jpeg" : "image/png");
  }
});

Deno.test("the renderer turns a photograph upright when it scales it", async () => {
  await using renderer = new Renderer();
  const { width, height } = await renderer.fit(await sample("rotated.jpg"), { maxEdge: 20 });
  assert.deepEqual([width, height], [10, 20]);
});

Deno.test("the renderer goes over to JPEG and then to a smaller picture to keep the bytes", async () => {
  await using renderer = new Renderer();
  const bytes = await sample("matplotlib.png");
  const fitted = await renderer.fit(bytes, { maxBytes: 2_000 });
  assert.equal(fitted.mimeType, "image/jpeg");
  assert.ok(fitted.bytes.byteLength <= 2_000);
  assert.ok(fitted.width < 180);
  await assert.rejects(renderer.fit(bytes, { maxBytes: 100 }), /cannot be made small enough/);
});

Deno.test("the renderer draws SVG with text, also Japanese", async () => {
  await using renderer = new Renderer();
  const text = (words: string) =>
    renderer.fit(
      svg('width="200" height="40"', `<text x="5" y="30" font-size="20" font-family="Arial">${words}</text>`),
    );
  const empty = await text("");
  const latin = await text("Sales");
  const japanese = await text("売上推移");
  assert.deepEqual([latin.mimeType, latin.width, latin.height], ["image/png", 200, 40]);
  assert.ok(latin.bytes.byteLength > empty.bytes.byteLength + 500, "Latin letters are drawn");
  assert.ok(japanese.bytes.byteLength > latin.bytes.byteLength, "Japanese letters are drawn");
  const figure = await renderer.fit(await sample("matplotlib.svg"));
  assert.deepEqual([figure.width, figure.height], [288, 192]);
});

Deno.test("the renderer draws an SVG without loading what it points to", async () => {
  await using renderer = new Renderer();
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  try {
    const href = `http://127.0.0.1:${server.addr.port}/x.png`;
    const contact = server.accept().then(() => "contacted", () => "left alone");
    await renderer.fit(svg('width="20" height="20"', `<image href="${href}" width="9" height="9"/>`));
    server.close();
    assert.equal(await contact, "left alone");
  } finally {
    try {
      server.close();
    } catch {
      // Closed above.
    }
  }
});

Deno.test("the renderer refuses pictures of absurd size before it decodes them", async () => {
  await using renderer = new Renderer();
  const lying = await sample("matplotlib.png");
  const header = new DataView(lying.buffer);
  header.setUint32(16, 60_000);
  header.setUint32(20, 60_000);
  await assert.rejects(renderer.fit(lying), /60000×60000 pixels, over the limit/);
  await assert.rejects(
    renderer.fit(svg('width="100000" height="100000"')),
    /100000 pixels long, over the limit/,
  );
});

Deno.test("the renderer answers damaged pictures with an error and lives on", async () => {
  await using renderer = new Renderer();
  const good = await sample("matplotlib.png");
  const damaged = good.slice();
  damaged.fill(7, 200, 2_000);
  await assert.rejects(renderer.fit(damaged, { maxEdge: 60 }), AppError);
  await assert.rejects(renderer.fit(good.slice(0, 500), { maxEdge: 60 }), /damaged/);
  await assert.rejects(renderer.fit(new TextEncoder().encode("<svg ")), AppError);
  await assert.rejects(renderer.fit(new TextEncoder().encode("hello")), /not a PNG, JPEG, GIF, WebP or SVG/);
  await assert.rejects(renderer.fit(new Uint8Array()), AppError);
  assert.equal((await renderer.fit(good, { maxEdge: 60 })).width, 60);
});

Deno.test("the renderer is killed at its time limit, whatever it draws, and the next one works", async () => {
  const limits: number[] = [];
  const strike = Promise.withResolvers<AbortController>();
  await using renderer = new Renderer({
    timeout: (ms) => {
      limits.push(ms);
      const clock = new AbortController();
      strike.resolve(clock);
      return clock.signal;
    },
  });
  // Counting so far takes hours.
  const endless = { data: [{ name: "d", transform: [{ type: "sequence", start: 0, stop: 1e13 }] }] };
  const drawing = renderer.client.drawFigure({
    form: "vega",
    json: JSON.stringify(endless),
    maxEdge: 100,
  });
  const clock = await strike.promise;
  const chart = renderer.client.drawChart({
    data: "month,sales\n2024-01,1\n2024-02,2",
    spec: {},
    query: "trend",
    format: "png",
    dpi: 96,
    width: 600,
    height: 400,
    maxBytes: 900_000,
  });
  clock.abort();
  await assert.rejects(drawing, /Cannot draw image: it took over 20 s/);
  await renderer.started[0]?.ended;
  assert.equal((await chart).width, 600);
  assert.equal(renderer.started.length, 2);
  assert.deepEqual(limits, [20_000, 60_000]);
});

const csv = new TextEncoder().encode("a,b\n1,x\n2,y\n");

Deno.test("the renderer reads a table by parts that it asks for, and knows how a text is laid out", async () => {
  await using renderer = new Renderer();
  const source = bytesSource("t.csv", csv);
  const table = await renderer.client.readTable(source, { rows: 1 });
  assert.deepEqual([table.columns, table.head, table.rows], [
    [{ name: "a", dtype: "int64" }, { name: "b", dtype: "string" }],
    [[1, "x"]],
    2,
  ]);
  const { layout, rows } = await renderer.client.csvLayout(source);
  assert.deepEqual([layout, rows], [{ encoding: "utf-8", delimiter: "," }, 2]);
});

Deno.test("the renderer is told why bytes cannot be had, and stops when reading them fails otherwise", async () => {
  await using renderer = new Renderer();
  const failing = (error: Error) => ({ ...bytesSource("t.csv", csv), read: () => Promise.reject(error) });
  const gone = new AppError("file_not_found", 'Cannot read "t.csv": it has gone', { hint: "Look again" });
  await assert.rejects(renderer.client.readTable(failing(gone), { rows: 1 }), {
    code: "file_not_found",
    message: gone.message,
    hint: "Look again",
  });
  await assert.rejects(renderer.client.readTable(failing(new Error("cut")), { rows: 1 }), /^Error: cut$/);
  assert.equal((await renderer.client.readTable(bytesSource("t.csv", csv), { rows: 1 })).rows, 2);
});

Deno.test("the renderer is killed at the limit of a table, whatever it waits for", async () => {
  const strike = Promise.withResolvers<AbortController>();
  const clocks = [new AbortController(), new AbortController()];
  await using renderer = new Renderer({ timeout: () => (clocks.shift() ?? new AbortController()).signal });
  const [clock] = clocks;
  const silent = {
    ...bytesSource("t.csv", csv),
    read: () => {
      if (clock !== undefined) strike.resolve(clock);
      return new Promise<Uint8Array>(() => {});
    },
  };
  const reading = renderer.client.readTable(silent, { rows: 1 });
  (await strike.promise).abort();
  await assert.rejects(reading, { code: "too_large", message: 'Cannot preview "t.csv": it took over 60 s' });
  await renderer.started[0]?.ended;
  assert.equal((await renderer.client.readTable(bytesSource("t.csv", csv), { rows: 1 })).rows, 2);
});

Deno.test("the renderer draws chart after chart of the default size in one process", async () => {
  await using renderer = new Renderer();
  for (let chart = 0; chart < 20; chart++) {
    await renderer.client.drawChart({
      data: `month,sales\n2024-01,1\n2024-02,${chart}`,
      spec: {},
      query: "trend of sales",
      format: "png",
      dpi: 300,
      width: 1200,
      height: 900,
      maxBytes: 700_000,
    });
  }
  assert.equal(renderer.started.length, 1);
});
