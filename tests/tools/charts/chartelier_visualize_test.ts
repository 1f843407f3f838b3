import assert from "node:assert/strict";
import { imageSize } from "image-size";
import { connect, type Connection } from "../../harness/client.ts";
import type { ToolResult } from "../../harness/tool_result.ts";

const sales = "month,region,sales\n" +
  [1, 2, 3, 4, 5, 6, 7, 8].flatMap((month) =>
    ["North", "South", "East"].map((region, k) => `2024-0${month},${region},${100 + 20 * k + 7 * month}`)
  ).join("\n");

/** Charts need no Jupyter: nothing listens at this address. */
const nowhere = { url: "http://127.0.0.1:9/", token: "none" };

function draw(connection: Connection, args: Record<string, unknown>): Promise<ToolResult> {
  return connection.call("chartelier_visualize", { data: sales, query: "sales trend by region", ...args });
}

function sizeOf(result: ToolResult): number[] {
  const { width, height } = imageSize(Uint8Array.fromBase64(result.images[0]?.data ?? ""));
  return [width, height];
}

Deno.test("chartelier_visualize", async (t) => {
  await using connection = await connect({ jupyter: nowhere });

  await t.step("answers with one PNG and one JSON text of summary and metadata", async () => {
    const result = await draw(connection, { options: { dpi: 96 } });
    assert.deepEqual(result.content.map(({ type }) => type), ["image", "text"]);
    assert.equal(result.images[0]?.mimeType, "image/png");
    assert.deepEqual(sizeOf(result), [1200, 900]);
    assert.match(result.string("summary"), /East is highest with 196/);
    assert.deepEqual(Object.keys(result.json).toSorted(), ["metadata", "summary"]);
    assert.deepEqual(Object.keys(Object(result.at("metadata"))).toSorted(), [
      ...("assumed auxiliary decisions fallback_applied mapping not_understood operations_applied pattern_id spec stats " +
        "template_id versions warnings").split(" "),
    ]);
    assert.equal(result.at("metadata.pattern_id"), "P12");
    assert.equal(result.at("metadata.template_id"), "multi_line");
    assert.deepEqual(result.at("metadata.mapping"), { x: "month", y: "sales", color: "region" });
    assert.equal(result.at("metadata.fallback_applied"), false);
    assert.equal(result.raw.structuredContent, undefined);
  });

  await t.step("width × height is the picture at 96 dpi, for panels too; dpi scales it", async () => {
    for (const pattern of ["P01", "P02", "P12", "P13", "P21", "P31", "P32"]) {
      const options = { dpi: 96, width: 640, height: 480, pattern };
      assert.deepEqual(sizeOf(await draw(connection, { options })), [640, 480], pattern);
    }
    assert.deepEqual(sizeOf(await draw(connection, { options: { dpi: 192, width: 700, height: 500 } })), [
      1400,
      1000,
    ]);
    assert.deepEqual(sizeOf(await draw(connection, { options: { dpi: 72, width: 800, height: 600 } })), [
      600,
      450,
    ]);
  });

  await t.step("the default picture is 1200 × 900, at most 100 kB, and needs no warning", async () => {
    const result = await draw(connection, {});
    assert.deepEqual(sizeOf(result), [1200, 900]);
    assert.ok(Uint8Array.fromBase64(result.images[0]?.data ?? "").length <= 100_000);
    assert.deepEqual(result.at("metadata.warnings"), []);
  });

  await t.step("keeps to four million pixels and says so", async () => {
    const result = await draw(connection, { options: { dpi: 300 } });
    const [width = 0, height = 0] = sizeOf(result);
    assert.ok(width * height <= 4_000_000 && width * height > 3_900_000, `${width}×${height}`);
    assert.match(JSON.stringify(result.at("metadata.warnings")), /4 million pixels/);
    assert.ok((result.images[0]?.data.length ?? 0) < 900_000);
    const exact = await draw(connection, { options: { dpi: 96, width: 2000, height: 2000 } });
    assert.deepEqual(sizeOf(exact), [2000, 2000]);
    assert.deepEqual(exact.at("metadata.warnings"), []);
  });

  await t.step("gives SVG as an embedded resource with outlines for text", async () => {
    const result = await draw(connection, { options: { format: "svg" } });
    assert.deepEqual(result.images, []);
    const block = result.content.find((one) => one.type === "resource");
    assert.ok(block?.type === "resource" && "text" in block.resource);
    assert.equal(block.resource.mimeType, "image/svg+xml");
    assert.match(block.resource.text, /^<svg [^>]*width="1200"/);
    assert.doesNotMatch(block.resource.text, /<text|<script|href="http/);
  });

  await t.step("explicit options hold", async () => {
    const result = await draw(connection, {
      query: "",
      options: {
        dpi: 96,
        pattern: "P31",
        x: "month",
        y: "sales",
        facet: "region",
        lines: [{ kind: "target", value: 150 }, { kind: "regression" }],
        title: "Mine",
      },
    });
    assert.equal(result.at("metadata.pattern_id"), "P31");
    assert.deepEqual(result.at("metadata.mapping"), { x: "month", y: "sales", facet: "region" });
    assert.deepEqual(result.at("metadata.auxiliary"), ["target_line", "regression"]);
  });

  await t.step("the specification of a reply gives the same picture without a sentence", async () => {
    const first = await draw(connection, { options: { dpi: 120, width: 800, height: 600, locale: "ja" } });
    const again = await draw(connection, { query: "", options: first.at("metadata.spec") });
    assert.deepEqual(sizeOf(again), [1000, 750]);
    assert.equal(again.images[0]?.data, first.images[0]?.data);
    assert.deepEqual(again.at("metadata.spec"), first.at("metadata.spec"));
    assert.deepEqual(again.at("metadata.assumed"), []);
  });

  await t.step("draws scatter plots, stacked bars, areas and heat maps", async () => {
    const cases = [
      [{ pattern: "scatter", x: "sales", y: "sales", color: "region" }, "scatter"],
      [{ pattern: "P21", x: "month", y: "sales", color: "region", stack: true }, "stacked_bar"],
      [{ pattern: "P12", x: "month", y: "sales", color: "region", stack: true }, "stacked_area"],
      [{ pattern: "heatmap", x: "month", y: "sales", color: "region" }, "heatmap"],
    ] as const;
    for (const [options, template] of cases) {
      const result = await draw(connection, { query: "", options });
      assert.equal(result.at("metadata.template_id"), template, result.text);
    }
  });

  await t.step("says what it assumed and which words it did not use", async () => {
    const result = await draw(connection, { query: "sales by region, sparkling" });
    assert.deepEqual(result.at("metadata.not_understood"), ["sparkling"]);
    assert.match(result.string("summary"), /^Assumed: aggregate sum \(.*Note: not understood: "sparkling"\./);
  });

  await t.step("explicit options that cannot be kept are errors, never replaced", async () => {
    const wrong: readonly (readonly [Record<string, unknown>, RegExp])[] = [
      [{ x: "nothing" }, /"options.x" "nothing": there is no such column/],
      [{ pattern: "P12", y: "region" }, /"options.y" "region": it is not a column of numbers/],
      [{ pattern: "P01", facet: "region" }, /P01 with "options.facet": this pattern does not accept it/],
      [{ pattern: "P02", lines: [{ kind: "moving_average" }] }, /P02 with "options.lines" "moving_average"/],
      [{ lines: [{ kind: "target" }] }, /target line: its value is missing/],
      [{ filter: [{ column: "region", op: "=", value: "Nort" }] }, /"Nort"/],
    ];
    for (const [options, message] of wrong) {
      const result = await draw(connection, { options });
      assert.equal(result.isError, true, JSON.stringify(options));
      assert.equal(result.json["error"], "invalid_argument");
      assert.match(String(result.json["message"]), message);
      assert.equal(typeof result.json["hint"], "string");
    }
  });

  await t.step("arguments out of bounds name what would be accepted", async () => {
    const wrong = [
      { dpi: 71 },
      { dpi: 301 },
      { width: 599 },
      { width: 2001 },
      { height: 399 },
      {
        pattern: "P99",
      },
      { colour: "x" },
      { format: "svg", dpi: 200 },
    ];
    for (const options of wrong) {
      const { isError, json } = await draw(connection, { options });
      assert.equal(isError, true, JSON.stringify(options));
      assert.equal(json["error"], "invalid_argument");
    }
    assert.equal((await draw(connection, { query: "x".repeat(1001) })).json["error"], "invalid_argument");
    assert.equal((await draw(connection, { query: "y".repeat(1000), options: { dpi: 96 } })).isError, false);
  });

  await t.step("a sentence that says nothing of a chart is answered by a plain one, and loudly", async () => {
    const result = await draw(connection, { query: "hello" });
    assert.equal(result.at("metadata.fallback_applied"), true);
    assert.match(JSON.stringify(result.at("metadata.assumed")), /"field":"pattern"/);
    assert.match(result.string("summary"), /^Assumed: .*Note: not understood: "hello"\./);
  });

  await t.step("names the characters that the font lacks", async () => {
    const result = await draw(connection, {
      data: "k,v\n한국,3\n東京,5",
      query: "compare v by k",
      options: { dpi: 96 },
    });
    assert.match(JSON.stringify(result.at("metadata.warnings")), /the font lacks these characters.*한/);
  });

  await t.step("a cancelled drawing is ended and the next one works", async () => {
    const rows = Array.from({ length: 300_000 }, (_, row) => `${row},${row % 977},g${row % 50}`).join("\n");
    const caller = new AbortController();
    const slow = connection.call("chartelier_visualize", {
      data: `a,b,c\n${rows}`,
      query: "distribution of b by c",
    }, {
      signal: caller.signal,
    });
    caller.abort(new Error("enough"));
    await assert.rejects(slow);
    assert.equal((await draw(connection, { options: { dpi: 96 } })).isError, false);
  });
});

Deno.test("the log has a line of each chart with its counts and what it became, and nothing of its data", async () => {
  await using connection = await connect({ jupyter: nowhere, args: ["--log-level", "info"] });
  await draw(connection, { data: "month,secret\n2024-01,4\n2024-02,9", query: "secret trend" });
  const log = connection.stderr();
  const line = log.split("\n").find((one) => one.includes("tool chartelier_visualize ok")) ?? "";
  assert.match(
    line,
    /correlation_id="[^"]+" duration_ms=\d+ rows=2 cols=2 pattern_id="P01" template_id="line" fallback_applied=false/,
  );
  assert.doesNotMatch(log, /secret|2024-01/);
});
