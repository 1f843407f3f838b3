/**
 * Fails if a file violates the architecture: who may import whom, import cycles, where a package or an API of Deno may be
 * used, names and lengths of files. The rules themselves are in `layers/rules.ts`.
 *
 *     deno run -A scripts/check_deps.ts [--review]
 *
 * With `--review` it also lists what to think about, which never fails: files over 400 lines, and files whose only importer
 * is in the same folder.
 */

import { findCycles, findSingleImporters } from "./layers/find_cycles.ts";
import { findViolations } from "./layers/find_violations.ts";
import { readSources } from "./layers/read_sources.ts";
import { complain, say } from "./terminal.ts";

const root = new URL("../", import.meta.url);
const reviewedLength = 400;

if (import.meta.main) {
  const files = await readSources(root);
  const violations = findViolations(files);
  for (const { file, line, what } of violations) complain(`${file}:${line}: ${what}`);
  const shipped = files.filter(({ path }) => path.startsWith("src/") || path === "main.ts");
  if (Deno.args.includes("--review")) {
    for (const { path, text } of shipped) {
      const lines = text.trimEnd().split("\n").length;
      if (lines > reviewedLength) say(`${path}: ${lines} lines`);
    }
    for (const [path, importer] of findSingleImporters(shipped)) say(`${path}: imported only by ${importer}`);
  }
  const cycles = findCycles(shipped);
  for (const cycle of cycles) complain(`import cycle: ${cycle.join(", ")}`);
  if (violations.length + cycles.length > 0) Deno.exit(1);
  say(`${files.length} files keep to the layers`);
}
