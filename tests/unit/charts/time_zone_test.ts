import assert from "node:assert/strict";

const program = `
  import { makeChart } from ${
  JSON.stringify(new URL("../../../src/charts/make_chart.ts", import.meta.url).href)
};
  import { examples, requestOf } from ${JSON.stringify(new URL("./examples.ts", import.meta.url).href)};
  for (const example of examples) {
    const { svg, summary } = makeChart(requestOf(example), { measure: (text, size) => text.length * size });
    console.log(svg + summary);
  }`;

async function chartsIn(zone: string): Promise<string> {
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "--no-check",
      "--config",
      new URL("../../../deno.json", import.meta.url).pathname,
      program,
    ],
    env: { TZ: zone },
  }).output();
  assert.ok(success);
  return new TextDecoder().decode(stdout);
}

Deno.test("charts are the same in every time zone", async () => {
  const wanted = await chartsIn("UTC");
  assert.ok(wanted.length > 10_000);
  for (const zone of ["Asia/Tokyo", "America/New_York", "Pacific/Kiritimati"]) {
    assert.equal(await chartsIn(zone), wanted, zone);
  }
});
