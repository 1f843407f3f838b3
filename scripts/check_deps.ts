/**
 * Fails when a file breaks the architecture: who may import whom, circles of imports, where a package or an API of
 * Deno may be used, what files may be called and how long they may be. The rules themselves are in `layers/rules.ts`.
 *
 *     deno run -A scripts/check_deps.ts
 */

import { findCycles } from "./layers/find_cycles.ts";
import { findViolations } from "./layers/find_violations.ts";
import { readSources } from "./layers/read_sources.ts";
import { cyclesAllowedIn } from "./layers/rules.ts";
import { complain, say } from "./terminal.ts";

const root = new URL("../", import.meta.url);

if (import.meta.main) {
  const files = await readSources(root);
  const violations = findViolations(files);
  for (const { file, line, what } of violations) complain(`${file}:${line}: ${what}`);
  const cycles = findCycles(files.filter(({ path }) => path.startsWith("src/") || path === "main.ts"))
    .filter((cycle) => !cyclesAllowedIn.some((folder) => cycle.every((path) => path.startsWith(folder))));
  for (const cycle of cycles) complain(`import each other in a circle: ${cycle.join(", ")}`);
  if (violations.length + cycles.length > 0) Deno.exit(1);
  say(`${files.length} files keep to the layers`);
}
