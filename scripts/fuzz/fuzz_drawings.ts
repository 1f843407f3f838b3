/**
 * Has a kernel show pictures and figures that ask for all memory or all time there is, and the program draw them.
 *
 * Every call must be answered; a chart that another caller asks for must not wait for figures that never end; the
 * program stays small, and no process of it is left.
 */

import { join } from "node:path";
import { descendantsOf } from "../../src/launch/processes.ts";
import { connect, type StdioConnection } from "../../tests/harness/client.ts";
import { peakMemory } from "../../tests/harness/peak_memory.ts";
import { Tally } from "./answers.ts";
import type { FuzzOptions, FuzzReport } from "./fuzz.ts";
import { type HostileFigure, hostileFigures, type HostileImage, swellingImages } from "./hostile_images.ts";

const mostMemory = 400_000_000;
/** Kernels show more figures than one answer has time for. */
const figuresAtOnce = 10;

export async function fuzzDrawings(
  { program, jupyter }: Pick<FuzzOptions, "program" | "jupyter">,
): Promise<FuzzReport> {
  const tally = new Tally();
  await using connection = await connect({ program, jupyter });
  const session_id = (await connection.call("session_create", {})).string("session_id");
  const show = (code: string) => call(connection, tally, "execute_code", { session_id, code, timeout: 5 });
  for (const picture of swellingImages()) await show(await pictureCode(picture, jupyter.root));
  const order: string[] = [];
  const figures = show(figureCode()).then(() => order.push("figures"));
  const chart = { data: "month,sales\n2024-01,1\n2024-02,2", query: "trend of sales" };
  await call(connection, tally, "chartelier_visualize", chart).then(() => order.push("chart"));
  await figures;
  if (order[0] !== "chart") tally.failures.push("a chart waited for figures that never end");
  if (Deno.build.os === "linux" && await peakMemory(connection.pid) > mostMemory) {
    tally.failures.push(`the program took over ${mostMemory / 1e6} MB`);
  }
  if ((await descendantsOf(connection.pid)).length > 2) tally.failures.push("too many renderers are left");
  await call(connection, tally, "session_delete", { session_id });
  return { ...tally, sent: tally.answered };
}

async function call(
  connection: StdioConnection,
  tally: Tally,
  tool: string,
  args: Record<string, unknown>,
): Promise<void> {
  const { isError, text } = await connection.call(tool, args);
  tally.answered += 1;
  const outcome = isError ? /"error":"(\w+)"/.exec(text)?.[1] ?? "error" : "ok";
  tally.countAs(outcome);
  if (outcome === "internal") tally.failures.push(`a bug showed: ${text.slice(0, 300)}`);
}

/** Code that shows a picture from a file beside the kernel. */
async function pictureCode({ name, mimeType, bytes }: HostileImage, root: string): Promise<string> {
  const path = join(root, `${name.replaceAll(/\W+/g, "_")}.bin`);
  await Deno.writeFile(path, bytes);
  const value = mimeType === "image/svg+xml" ? "content.decode()" : "base64.b64encode(content).decode()";
  return [
    "import base64",
    `with open(${JSON.stringify(path)}, "rb") as file: content = file.read()`,
    `display({${JSON.stringify(mimeType)}: ${value}}, raw=True)`,
  ].join("\n");
}

const mimeTypes: Readonly<Record<HostileFigure["form"], string>> = {
  plotly: "application/vnd.plotly.v1+json",
  vega: "application/vnd.vega.v6+json",
  "vega-lite": "application/vnd.vegalite.v6+json",
};

function figureCode(): string {
  const bundles = hostileFigures.map(({ form, spec }) => ({ [mimeTypes[form]]: spec }));
  return [
    "import json",
    `bundles = json.loads(${JSON.stringify(JSON.stringify(bundles))})`,
    `for number in range(${figuresAtOnce}):`,
    "    display(bundles[number % len(bundles)], raw=True)",
  ].join("\n");
}
