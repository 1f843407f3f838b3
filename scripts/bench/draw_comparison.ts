/** The comparison of servers as a picture, drawn by the program's own chart tool. */

import { connect } from "../../tests/harness/client.ts";
import type { ServerNumbers } from "./compare_servers.ts";

const picture = new URL("../../docs/images/benchmark.png", import.meta.url);

export async function drawComparison(servers: readonly ServerNumbers[]): Promise<void> {
  const rows = servers.flatMap(({ name, run, add }) => [
    ...(run === undefined ? [] : [`${name},code alone,${Math.round(run)}`]),
    ...(add === undefined ? [] : [`${name},as a new cell,${Math.round(add)}`]),
  ]);
  await using connection = await connect({ program: "compiled" });
  const { images, text } = await connection.call("chartelier_visualize", {
    data: ["Server,1 + 1,Milliseconds", ...rows].join("\n"),
    options: {
      pattern: "P21",
      x: "Server",
      y: "Milliseconds",
      color: "1 + 1",
      sort: "data",
      locale: "en",
      title: "Milliseconds until the result of 1 + 1 is back (less is better)",
      width: 900,
      height: 420,
    },
  });
  const [image] = images;
  if (image === undefined) throw new Error(`Cannot draw the comparison: ${text}`);
  await Deno.writeFile(picture, Uint8Array.fromBase64(image.data));
}
