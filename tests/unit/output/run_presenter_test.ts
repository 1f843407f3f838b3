import assert from "node:assert/strict";
import { z } from "zod";
import { AppError } from "../../../src/base/errors.ts";
import { ImageStore } from "../../../src/base/image_store.ts";
import type { Output } from "../../../src/jupyter/nbformat/outputs.ts";
import type { RendererClient } from "../../../src/output/renderer_client.ts";
import { RunPresenter } from "../../../src/output/run_presenter.ts";
import type { PresentedRun } from "../../../src/output/presented_run.ts";
import type { Reply } from "../../../src/reply.ts";
import type { FitRequest } from "../../../src/services.ts";

/** Returns as many bytes as it may; counts its calls; cannot read SVG nor draw figures. */
class FakeRenderer implements Pick<RendererClient, "fitImage" | "drawFigure"> {
  readonly requests: FitRequest[] = [];

  fitImage(request: FitRequest) {
    this.requests.push(request);
    if (request.mimeType === "image/svg+xml") {
      return Promise.reject(new AppError("unsupported", "Cannot draw image: damaged"));
    }
    const bytes = new Uint8Array(Math.min(request.maxBytes, request.bytes.byteLength - 1));
    return Promise.resolve({ bytes, mimeType: "image/jpeg", width: 10, height: 10 });
  }

  drawFigure() {
    return Promise.reject(new AppError("unsupported", "Cannot draw image: no figures here"));
  }
}

function png(bytes: number, edge = 100): string {
  const data = new Uint8Array(Math.max(bytes, 45));
  data.set([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82], data.length - 8);
  data.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(data.buffer);
  view.setUint32(16, edge);
  view.setUint32(20, edge);
  return data.toBase64();
}

function stream(text: string, name: "stdout" | "stderr" = "stdout"): Output {
  return { output_type: "stream", name, text };
}

function display(data: Record<string, unknown>): Output {
  return { output_type: "display_data", data, metadata: {} };
}

function result(data: Record<string, unknown>): Output {
  return { output_type: "execute_result", execution_count: 3, data, metadata: {} };
}

function run(outputs: readonly Output[], rest: Partial<PresentedRun> = {}): PresentedRun {
  return {
    executionId: "e1",
    sessionId: "s1",
    code: "plt.plot(df.x)",
    status: "ok",
    executionCount: 3,
    outputs,
    executionTimeMs: 12.4,
    dropped: { textBytes: 0, outputs: 0 },
    limitedByServer: false,
    notes: [],
    ...rest,
  };
}

function setUp(
  options: {
    readonly maxImages?: number;
    readonly maxBytes?: number;
    readonly limit?: number;
    readonly textLimit?: number;
  } = {},
) {
  const images = new ImageStore(options);
  const renderer = new FakeRenderer();
  const presenter = new RunPresenter({
    images,
    renderer,
    maxResultBytes: options.limit ?? 1_000_000,
    maxTextBytes: options.textLimit ?? 30_000,
  });
  return { images, renderer, presenter };
}

/** The message as it goes over the wire. */
function wire(reply: Reply): number {
  const content = [
    { type: "text", text: JSON.stringify(reply.data) },
    ...(reply.images ?? []).map((image) => ({ type: "image", ...image })),
  ];
  return new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { content } })).byteLength;
}

function text(reply: Reply, field: string): string {
  const value = reply.data[field];
  assert.ok(typeof value === "string", `${field} is ${typeof value}`);
  return value;
}

function notes(reply: Reply): string {
  const value = reply.data["notes"];
  return Array.isArray(value) ? value.join("\n") : "";
}

Deno.test("RunPresenter answers a plain run with the fields of execute_code", async () => {
  const { presenter } = setUp();
  const reply = await presenter.present(
    run([stream("Hello, "), stream("World!\n"), result({ "text/plain": "42" })]),
  );
  assert.deepEqual(reply, {
    data: {
      success: true,
      stdout: "Hello, World!\n",
      stderr: "",
      result: "42",
      images: [],
      execution_time_ms: 12,
    },
  });
});

Deno.test("RunPresenter keeps what came before an exception", async () => {
  const { presenter } = setUp();
  const error: Output = {
    output_type: "error",
    ename: "ZeroDivisionError",
    evalue: "division by zero",
    traceback: [`\x1b[31m${"-".repeat(75)}\x1b[39m`, "\x1b[31mZeroDivisionError\x1b[39m: division by zero"],
  };
  const outputs = [stream("before\n"), stream("warn\n", "stderr"), display({ "image/png": png(50) }), error];
  const { data, images } = await presenter.present(run(outputs, { status: "error" }));
  assert.equal(data["success"], false);
  assert.equal(data["stdout"], "before\n");
  assert.equal(data["stderr"], "warn\n");
  assert.equal(data["error_type"], "ZeroDivisionError");
  assert.equal(data["error_message"], "division by zero");
  assert.equal(data["traceback"], "ZeroDivisionError: division by zero");
  assert.equal(images?.length, 1);
});

Deno.test("RunPresenter counts a run that goes on as a success and a stopped one as none", async () => {
  const { presenter } = setUp();
  for (const status of ["ok", "running", "error", "timeout", "interrupted", "kernel_died"] as const) {
    const { data } = await presenter.present(run([], { status }));
    assert.equal(data["success"], status === "running" ? undefined : status === "ok", status);
  }
});

Deno.test("RunPresenter passes a picture as it is, lists it and stores it once", async () => {
  const { presenter, images, renderer } = setUp();
  const view = run([display({ "image/png": png(50), "text/plain": "<Figure size 640x480 with 1 Axes>" })]);
  const reply = await presenter.present(view);
  assert.deepEqual(reply.data["images"], [{
    resource_uri: "jupyter://sessions/s1/images/output-001.png",
    mime_type: "image/png",
    description: "matplotlib output [3]: plt.plot(df.x)",
    width: 100,
    height: 100,
    bytes: 50,
  }]);
  assert.deepEqual(reply.images, [{ data: png(50), mimeType: "image/png" }]);
  assert.equal(reply.data["displays"], undefined);
  assert.deepEqual((await presenter.present(view)).data["images"], reply.data["images"]);
  assert.equal(images.list().length, 1);
  assert.equal(renderer.requests.length, 0);
});

Deno.test("RunPresenter has a picture over a million pixels scaled", async () => {
  const { presenter, renderer } = setUp();
  const reply = await presenter.present(run([display({ "image/png": png(5000, 3000) })]));
  assert.equal(renderer.requests[0]?.maxEdge, 1000);
  assert.equal(reply.images?.[0]?.mimeType, "image/jpeg");
  assert.equal(reply.data["truncated"], undefined);
});

Deno.test("RunPresenter names an SVG that cannot be drawn and keeps it as a resource", async () => {
  const { presenter, images } = setUp();
  const reply = await presenter.present(run([display({ "image/svg+xml": '<svg width="5" height="5"/>' })]));
  assert.equal(reply.images, undefined);
  assert.equal(images.list()[0]?.mimeType, "image/svg+xml");
  assert.match(notes(reply), /output-001\.svg: Cannot draw image: damaged/);
  assert.equal(reply.data["truncated"], true);
});

Deno.test("RunPresenter shows figures as digests and other displays as texts", async () => {
  const { presenter } = setUp();
  const figure = { "application/vnd.plotly.v1+json": { data: [{ type: "bar", y: [1, 2] }], layout: {} } };
  const outputs = [display({ "text/markdown": "# hi" }), result({ "text/plain": "1" }), result(figure)];
  const { data } = await presenter.present(run(outputs));
  assert.deepEqual(data["displays"], ["# hi", "1"]);
  assert.match(String(data["result"]), /^Plotly figure, 1 trace/);
});

Deno.test("RunPresenter shows the first displays and the last, within the limit of the text", async () => {
  const { presenter } = setUp();
  const outputs = Array.from(
    { length: 2_000 },
    (_, at) => display({ "text/plain": `value ${at} ${"-".repeat(90)}` }),
  );
  const reply = await presenter.present(run([stream("x\n".repeat(9_000)), ...outputs]));
  const shown = z.array(z.string()).parse(reply.data["displays"]);
  assert.match(shown[0] ?? "", /^value 0 /);
  assert.match(shown.at(-1) ?? "", /^value 1999 /);
  assert.ok(shown.length > 90 && wire(reply) < 31_000, `${shown.length} displays`);
  assert.match(notes(reply), /displays: the first \d+ and the last \d+ of 2000/);
});

Deno.test("RunPresenter notes a damaged picture", async () => {
  const { presenter } = setUp();
  const reply = await presenter.present(run([stream("x"), display({ "image/png": "!" })]));
  assert.equal(reply.data["stdout"], "x");
  assert.match(notes(reply), /its base64 is damaged/);
});

Deno.test("RunPresenter cuts ten megabytes to the limit and says where the rest is", async () => {
  const { presenter } = setUp();
  const lines = Array.from({ length: 400_000 }, (_, i) => `line "${i}" of many`).join("\n");
  const reply = await presenter.present(run([stream(lines), result({ "text/plain": "42" })]));
  assert.ok(wire(reply) < 30_000);
  assert.ok(wire(reply) > 28_000, "the budget is used");
  assert.equal(reply.data["result"], "42");
  assert.equal(reply.data["outputs_uri"], "jupyter://executions/e1/output");
  assert.equal(reply.data["truncated"], true);
  assert.match(text(reply, "stdout"), /^line "0" of many\n/);
  assert.match(text(reply, "stdout"), /line "399999" of many$/);
  assert.match(
    notes(reply),
    /stdout: [\d,]+ bytes left out; all retained output is at outputs_uri/,
  );
});

Deno.test("RunPresenter collapses repeated lines and says so", async () => {
  const { presenter } = setUp();
  const reply = await presenter.present(run([stream("same\n".repeat(5_000))]));
  assert.match(text(reply, "stdout"), /repeats 4999 more times/);
  assert.match(notes(reply), /stdout: repeated lines collapsed/);
  assert.equal(reply.data["truncated"], true);
});

Deno.test("RunPresenter tells what was dropped while the run was collected", async () => {
  const { presenter } = setUp();
  const reply = await presenter.present(
    run([], { dropped: { textBytes: 5_000_000, outputs: 2 }, notes: ["first"] }),
  );
  assert.match(
    notes(reply),
    /^first\n5,000,000 bytes of text and 2 outputs of this run exceeded the retention limit/,
  );
  assert.equal(reply.data["truncated"], true);
});

Deno.test("RunPresenter makes pictures smaller when they do not fit together", async () => {
  const { presenter } = setUp({ textLimit: 100_000 });
  const outputs = Array.from({ length: 5 }, () => display({ "image/png": png(400_000) }));
  const reply = await presenter.present(run([stream("x".repeat(50_000)), ...outputs]));
  assert.ok(wire(reply) < 1_000_000);
  assert.equal(reply.images?.length, 5);
  assert.equal(text(reply, "stdout").length, 50_000);
  assert.match(notes(reply), /shown smaller than it is/);
});

Deno.test("RunPresenter leaves text a fifth of the answer when there are pictures", async () => {
  const { presenter } = setUp({ textLimit: 1_000_000 });
  const outputs = Array.from({ length: 8 }, () => display({ "image/png": png(400_000) }));
  const reply = await presenter.present(run([stream("y".repeat(3_000_000)), ...outputs]));
  assert.ok(wire(reply) < 1_000_000);
  assert.ok(text(reply, "stdout").length > 180_000);
  assert.equal(reply.images?.length, 8);
});

Deno.test("RunPresenter lists two hundred pictures and shows the first ten", async () => {
  const { presenter } = setUp({ textLimit: 300_000 });
  const reply = await presenter.present(
    run(Array.from({ length: 200 }, () => display({ "image/png": png(3_000) }))),
  );
  assert.ok(Array.isArray(reply.data["images"]) && reply.data["images"].length === 200);
  assert.equal(reply.images?.length, 10);
  assert.ok(wire(reply) < 1_000_000);
  assert.match(
    notes(reply),
    /190 of 200 images are not shown in this reply \(.*output-011\.png.*get_image_resource/,
  );
});

Deno.test("RunPresenter tells of pictures that the store could not keep", async () => {
  const { presenter } = setUp({ maxImages: 3, maxBytes: 10_000 });
  const outputs = [20_000, 100, 100, 100, 100].map((size) => display({ "image/png": png(size) }));
  const reply = await presenter.present(run(outputs));
  assert.ok(Array.isArray(reply.data["images"]) && reply.data["images"].length === 3);
  assert.match(notes(reply), /1 image was dropped to free space/);
  assert.match(notes(reply), /Cannot keep image of/);
});

Deno.test("RunPresenter stays under the limit whatever the run holds", async () => {
  const pieces = ['"', "\\", "\n", "a", "売", "😀", "\t", "\u0001", "<b>"];
  let seed = 7;
  const random = (n: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const some = () =>
    Array.from({ length: random(60) }, () => pieces[random(pieces.length)]).join("").repeat(random(3000));
  for (let round = 0; round < 25; round++) {
    const limit = 40_000 + random(400_000);
    const { presenter } = setUp({ limit });
    const outputs = Array.from({ length: 1 + random(150) }, () =>
      [
        stream(some().slice(0, 100_000), random(2) === 0 ? "stdout" : "stderr"),
        display({ "text/plain": some().slice(0, 5_000) }),
        display({ "image/png": png(random(300_000)) }),
        display({ "image/svg+xml": "<svg/>" }),
        display({ "image/png": "broken!" }),
      ][random(5)] ?? stream(""));
    const reply = await presenter.present(run(outputs, { code: some().slice(0, 200) }));
    assert.ok(wire(reply) <= limit, `round ${round}: ${wire(reply)} > ${limit}`);
  }
});
