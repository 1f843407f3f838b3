/**
 * Fuzzes the compiled program with malformed messages and arguments, a real Jupyter behind it.
 *
 *     deno task fuzz [--messages 10000] [--seed 1]
 */

import { parseArgs } from "node:util";
import { ensureEnvironment } from "../../tests/harness/environment.ts";
import { startJupyter } from "../../tests/harness/jupyter.ts";
import { complain, duration, say } from "../terminal.ts";
import { fuzzStdio } from "./fuzz_stdio.ts";

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: { messages: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
  });
  await ensureEnvironment("collaboration", say);
  await using jupyter = await startJupyter({ environment: "collaboration" });
  const started = performance.now();
  const report = await fuzzStdio({
    program: "compiled",
    jupyter,
    seed: Number(values.seed),
    messages: Number(values.messages),
    onProgress: (sent) => say(`${sent} messages, ${duration(performance.now() - started)}`),
  });
  for (const [outcome, count] of [...report.outcomes].toSorted((a, b) => b[1] - a[1])) {
    say(`  ${count} ${outcome}`);
  }
  for (const failure of report.failures) complain(`✘ ${failure}`);
  say(
    `${report.sent} messages with seed ${values.seed}, ${report.answered} answers, ` +
      `${report.failures.length} failures, ${duration(performance.now() - started)}`,
  );
  if (report.failures.length > 0) Deno.exitCode = 1;
}
