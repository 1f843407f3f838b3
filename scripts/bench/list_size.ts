/** What the list of the default tools costs a model's context. */

import { connect } from "../../tests/harness/client.ts";
import type { JupyterServer } from "../../tests/harness/jupyter.ts";
import { atMost } from "./measurement.ts";
import type { Measurement } from "./measurement.ts";

export async function measureListSize(jupyter: JupyterServer): Promise<Measurement[]> {
  await using ours = await connect({ program: "compiled", jupyter });
  const { tools } = await ours.client.listTools();
  const bytes = new TextEncoder().encode(JSON.stringify({ tools })).length;
  const longest = Math.max(...tools.map((tool) => tool.description?.length ?? 0));
  return [
    atMost(`\`tools/list\`, ${tools.length} tools`, bytes / 1000, { limit: 20, unit: "kB" }),
    atMost("longest description of a tool", longest, { limit: 2048, unit: "characters" }),
  ];
}
