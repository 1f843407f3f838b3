/** The workflows, the registry's entry and the bill of materials say what the code says. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import config from "../../../deno.json" with { type: "json" };
import { checksumsOf } from "../../../scripts/packages/checksums.ts";
import { bundleManifest } from "../../../scripts/packages/mcpb.ts";
import { billOfMaterials } from "../../../scripts/packages/sbom.ts";
import { registryName } from "../../../scripts/packages/project.ts";
import { type PackageRegistry, serverJson } from "../../../scripts/packages/registry.ts";
import { targets } from "../../../scripts/packages/targets.ts";
import { projectRoot } from "../../harness/program.ts";

const read = (path: string) => Deno.readTextFile(join(projectRoot, path));
const workflows = [".github/workflows/ci.yml", ".github/workflows/release.yml"] as const;

/** The text of each job of a workflow. */
function jobsOf(text: string): readonly string[] {
  return text.slice(text.indexOf("\njobs:\n")).split(/\n {2}(?=\w+:\n)/).slice(1);
}

Deno.test("workflows pin every action by its commit and name its version", async () => {
  for (const path of workflows) {
    const used = (await read(path)).match(/uses: .*/g) ?? [];
    assert.ok(used.length > 0);
    for (const line of used) assert.match(line, /^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, path);
  }
});

Deno.test("workflows call only tasks that there are", async () => {
  assert.match(
    await read(".github/workflows/ci.yml"),
    /run: bash \.ci\/run "tests\/\$\{\{ matrix\.part \}\}\/"$/m,
  );
  for (const path of [".ci/run", ".github/workflows/release.yml"]) {
    const called = [...(await read(path)).matchAll(/(?:\$DENO|deno@[\d.]+|\bdeno) task (\w+)/g)];
    assert.ok(called.length > 0, path);
    for (const [, task = ""] of called) assert.ok(Object.hasOwn(config.tasks, task), `${path}: ${task}`);
  }
});

Deno.test("the release has the targets of the packages, and keeps rights apart", async () => {
  const text = await read(".github/workflows/release.yml");
  const built = [...text.matchAll(/target: ([\w-]+),\s+os: [\w.-]+,\s+file: ([\w.-]+)[\s,]/g)];
  assert.deepEqual(built.map(([, triple]) => triple), targets.map(({ triple }) => triple));
  for (const [, triple, file] of built) {
    assert.equal(file, `jupyter-mcp-${triple}${triple?.includes("windows") ? ".exe" : ""}`);
  }
  assert.match(text, /^permissions: \{\}$/m);
  const jobs = jobsOf(text);
  assert.deepEqual(jobs.map((job) => job.slice(0, job.indexOf(":"))), [
    "build",
    "release",
    "pypi",
    "npm",
    "image",
    "registry",
  ]);
  for (const job of jobs) assert.match(job, /\n {4}permissions:\n/);
  assert.ok(!/secrets\./.test(text), "publishing needs no secret of ours");
  for (const needed of ["attest-build-provenance@", "attest-sbom@", "gh release create", "SHA256SUMS"]) {
    assert.ok(text.includes(needed), needed);
  }
});

Deno.test("the release publishes only if a name is ours, and no registry keeps back another", async () => {
  const [build = "", release = "", pypi = "", npm = "", image = "", registry = ""] = jobsOf(
    await read(".github/workflows/release.yml"),
  );
  for (const job of [pypi, npm, image]) assert.match(job, /\n {4}needs: release\n/);
  assert.match(pypi, /\n {4}if: vars\.PYPI_IS_OURS == 'true'\n/);
  assert.match(npm, /\n {4}if: vars\.NPM_IS_OURS == 'true'\n/);
  assert.match(release, /vars\.NPM_IS_OURS == 'true' && '--published=npm'/);
  assert.match(release, /vars\.PYPI_IS_OURS == 'true' && '--published=pypi'/);
  assert.match(registry, /!contains\(needs\.\*\.result, 'failure'\)/);
  assert.doesNotMatch(build, /npm-wrapper|package (\w+ )*npm /, "packed once, by the release");
  assert.match(release, /package npm-wrapper\n/);
});

Deno.test("the release runs no download that it has not checked", async () => {
  const text = await read(".github/workflows/release.yml");
  assert.doesNotMatch(text, /curl[^\n]*\|/);
  assert.match(text, /curl[^\n]*\n +echo "\$SHA256 [^\n]*\| sha256sum --check --strict\n +tar /);
  assert.match(text, /SHA256: \$\{\{ vars\.MCP_PUBLISHER_SHA256 \}\}/);
});

Deno.test("docs/packages.md names every variable that the release asks for", async () => {
  const asked = (await read(".github/workflows/release.yml")).matchAll(/vars\.(\w+)/g);
  const docs = await read("docs/packages.md");
  for (const [, name = ""] of asked) assert.ok(docs.includes(`\`${name}\``), name);
});

/** The rules of the registry's schema 2025-12-11, as far as they concern us; nothing else may be there. */
const registrySchema = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z.string().min(3).max(200).regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255).regex(/^\d+\.\d+\.\d+/),
  repository: z.strictObject({ url: z.url(), source: z.literal("github") }),
  packages: z.array(z.strictObject({
    registryType: z.enum(["npm", "pypi", "mcpb"]),
    registryBaseUrl: z.url().optional(),
    identifier: z.string(),
    version: z.string().min(1).max(255).optional(),
    fileSha256: z.string().regex(/^[a-f0-9]{64}$/).optional(),
    runtimeHint: z.string().optional(),
    transport: z.strictObject({ type: z.literal("stdio") }),
    environmentVariables: z.array(z.strictObject({
      name: z.string().min(1),
      description: z.string(),
      isRequired: z.boolean(),
      isSecret: z.boolean().optional(),
      format: z.enum(["string", "number", "boolean", "filepath"]),
    })),
  })),
});

Deno.test("server.json is what the registry takes, and of this version", async () => {
  const committed: unknown = JSON.parse(await read("server.json"));
  assert.deepEqual(committed, JSON.parse(JSON.stringify(serverJson({ version: config.version }))));
  const entry = registrySchema.parse(committed);
  assert.equal(entry.name, registryName);
  assert.deepEqual(entry.packages, [], "none is published under a name of ours");
});

Deno.test("server.json of a release names the bundles with their checksums, and packages only if the name is ours", () => {
  const url =
    "https://github.com/jupyter-mcp/jupyter-mcp/releases/download/v1.0.0/jupyter-mcp-linux-x64.mcpb";
  const bundles = [{ url, sha256: "a".repeat(64) }];
  const packagesOf = (published: readonly PackageRegistry[]) =>
    registrySchema.parse(serverJson({ version: "1.0.0", published, bundles })).packages;
  const types = (published: readonly PackageRegistry[]) =>
    packagesOf(published).map(({ registryType }) => registryType);
  assert.deepEqual(types([]), ["mcpb"]);
  assert.deepEqual(types(["npm"]), ["npm", "mcpb"]);
  assert.deepEqual(types(["npm", "pypi"]), ["npm", "pypi", "mcpb"]);
  assert.equal(packagesOf([])[0]?.identifier, url);
  for (const { environmentVariables } of packagesOf(["npm", "pypi"])) {
    const token = environmentVariables.find(({ name }) => name === "JUPYTER_TOKEN");
    assert.equal(token?.isSecret, true);
  }
});

Deno.test("a bundle's manifest asks for address and token, and keeps the token a secret", () => {
  for (const target of targets) {
    const { user_config, server, compatibility, tools } = bundleManifest({ target, version: "1.0.0" });
    assert.equal(user_config.jupyter_token.sensitive, true);
    assert.deepEqual(server.mcp_config.args, [], "nothing secret on a command line");
    assert.equal(server.mcp_config.command, `\${__dirname}/${server.entry_point}`);
    assert.deepEqual(compatibility.platforms, [target.os]);
    assert.ok(tools.some(({ name }) => name === "execute_code"));
    for (const { description } of tools) assert.ok(description.length > 5);
  }
});

Deno.test("checksumsOf writes what sha256sum reads, and leaves itself out", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(join(folder, "b"), "two");
  await Deno.writeTextFile(join(folder, "a"), "one");
  await Deno.writeTextFile(join(folder, "SHA256SUMS"), "old");
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  assert.equal(await checksumsOf(folder), `${hash("one")}  a\n${hash("two")}  b\n`);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the bill of materials lists what is in the program, with hashes, and not what tests it", async () => {
  const { components } = await billOfMaterials({ version: "1.0.0", deno: "2.9.4" });
  const names = components.map(({ name }) => name);
  for (const name of ["deno", "@modelcontextprotocol/server", "ws", "yjs", "lib0", "vega", "zod"]) {
    assert.ok(names.includes(name), name);
  }
  for (const name of ["playwright-core", "@modelcontextprotocol/client", "@types/ws"]) {
    assert.ok(!names.includes(name), name);
  }
  for (const component of components.slice(1)) {
    assert.ok("hashes" in component);
    assert.match(component.hashes[0]?.content ?? "", /^[0-9a-f]{128}$/, component.name);
    assert.match(component.purl, /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/);
  }
});
