/** The bill of materials of the executable: every npm package that is in it, in CycloneDX form. */

import { Buffer } from "node:buffer";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { repository } from "./project.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const infoSchema = z.object({
  modules: z.array(z.object({ npmPackage: z.string().optional() })),
  npmPackages: z.record(
    z.string(),
    z.object({ name: z.string(), version: z.string(), dependencies: z.array(z.string()) }),
  ),
});
const lockSchema = z.object({ npm: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

type Locked = z.infer<typeof lockSchema>["npm"];

/** The modules that the executable starts from. */
const rooms = ["main.ts", "src/server.ts", "src/renderer.ts"] as const;

export async function billOfMaterials(
  { version, deno }: { readonly version: string; readonly deno: string },
) {
  const packages = await packagesInside();
  const { npm: locked } = lockSchema.parse(JSON.parse(await Deno.readTextFile(`${root}deno.lock`)));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": `pkg:npm/jupyter-mcp@${version}`,
        name: "jupyter-mcp",
        version,
        purl: `pkg:npm/jupyter-mcp@${version}`,
        licenses: [{ license: { id: "MIT" } }],
        externalReferences: [{ type: "vcs", url: repository }],
      },
    },
    components: [
      {
        type: "platform",
        "bom-ref": `pkg:github/denoland/deno@v${deno}`,
        name: "deno",
        version: deno,
        purl: `pkg:github/denoland/deno@v${deno}`,
      },
      ...packages.map(({ name, version }) => ({
        type: "library",
        "bom-ref": packageUrl(name, version),
        name,
        version,
        purl: packageUrl(name, version),
        hashes: hashesOf(integrityOf(locked, `${name}@${version}`)),
      })),
    ],
  };
}

async function packagesInside(): Promise<readonly { name: string; version: string }[]> {
  const found = new Map<string, { name: string; version: string }>();
  for (const room of rooms) {
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", room], cwd: root })
      .output();
    const { modules, npmPackages } = infoSchema.parse(JSON.parse(new TextDecoder().decode(stdout)));
    const reached = [...new Set(modules.flatMap(({ npmPackage }) => npmPackage ?? []))];
    // Grows while it is walked: what a package needs is inside as well.
    for (const id of reached) {
      const { name, version, dependencies } = npmPackages[id] ?? unknownPackage(id);
      reached.push(...dependencies.filter((other) => !reached.includes(other)));
      // Types are gone when the program is compiled.
      if (!name.startsWith("@types/")) found.set(packageUrl(name, version), { name, version });
    }
  }
  return [...found].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, one]) => one);
}

function unknownPackage(id: string): never {
  throw new Error(`Cannot list the package "${id}": Deno does not tell its version`);
}

/** The lock file names a package with its peers behind it, where it has some. */
function integrityOf(locked: Locked, id: string): string | undefined {
  return Object.entries(locked).find(([key]) => key === id || key.startsWith(`${id}_`))?.[1].integrity;
}

function hashesOf(integrity: string | undefined): readonly { alg: string; content: string }[] {
  const [, content] = /^sha512-(.+)$/.exec(integrity ?? "") ?? [];
  return content === undefined
    ? []
    : [{ alg: "SHA-512", content: Buffer.from(content, "base64").toString("hex") }];
}

function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}
