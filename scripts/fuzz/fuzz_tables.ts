/** Has the program preview hostile tables, and draw them: each is answered as expected, while it answers pings. */

import { connect } from "../../tests/harness/client.ts";
import { freshFolder, putBytes } from "../../tests/harness/files.ts";
import type { FuzzOptions, FuzzReport } from "./fuzz.ts";
import { hostileTables } from "./hostile_tables.ts";

export async function fuzzTables(
  { program, jupyter }: Pick<FuzzOptions, "program" | "jupyter">,
): Promise<FuzzReport> {
  await using connection = await connect({ program, jupyter });
  const folder = freshFolder("hostile");
  const outcomes = new Map<string, number>();
  const failures: string[] = [];
  let sent = 0;
  for (const { name, bytes, answer } of hostileTables()) {
    const path = await putBytes(jupyter, `${folder}/${name}`, bytes);
    for (
      const [tool, args] of [["data_preview", { path }], ["chartelier_visualize", {
        path,
        query: "count",
      }]] as const
    ) {
      const [result] = await Promise.all([connection.call(tool, args), connection.client.ping()]);
      const outcome = result.isError ? result.string("error") : "ok";
      const expected = "code" in answer ? answer.code : "ok";
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome === "internal" || (tool === "data_preview" && outcome !== expected)) {
        failures.push(`${tool} of ${name}: ${result.text.slice(0, 300)}`);
      }
      sent++;
    }
  }
  return { sent, answered: sent, outcomes, failures };
}
