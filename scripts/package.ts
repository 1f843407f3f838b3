/**
 * Builds packages around the compiled program of this machine, into `dist/packages/`.
 *
 *     deno task package [wheel] [npm]
 *
 * Without a word all of them. The program must have been compiled (`deno task compile`).
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import config from "../deno.json" with { type: "json" };
import { buildMainPackage, buildPlatformPackage } from "./packages/npm_packages.ts";
import { programName, thisTarget } from "./packages/targets.ts";
import { buildWheel } from "./packages/wheel.ts";
import { complain, say } from "./terminal.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const target = thisTarget();
const program = join(root, "dist", programName(target));
const made = { version: config.version, folder: join(root, "dist", "packages") };

const builders: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  wheel: async () => [await buildWheel({ ...made, target, program })],
  npm: async () => [await buildMainPackage(made), await buildPlatformPackage({ target, program }, made)],
};

async function main(words: readonly string[]): Promise<number> {
  const unknown = words.filter((word) => !Object.hasOwn(builders, word));
  if (unknown.length > 0) {
    complain(`Cannot package "${unknown.join(", ")}": known are ${Object.keys(builders).join(", ")}`);
    return 2;
  }
  for (const [name, build] of Object.entries(builders)) {
    if (words.length > 0 && !words.includes(name)) continue;
    for (const path of await build()) say(path);
  }
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
