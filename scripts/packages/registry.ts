/** `server.json`: how the MCP registry tells clients where the program is and what it asks for. */

import { type Option, optionTable } from "../../src/base/options.ts";
import { description, packageName, registryName, repository } from "./project.ts";

export interface RegistryBundle {
  /** Where the bundle can be downloaded. */
  readonly url: string;
  readonly sha256: string;
}

/** The registries of packages that may have ours. */
export const packageRegistries = ["npm", "pypi"] as const;

export type PackageRegistry = typeof packageRegistries[number];

export function isPackageRegistry(word: string): word is PackageRegistry {
  return packageRegistries.some((known) => known === word);
}

const homes = {
  npm: { registryBaseUrl: "https://registry.npmjs.org", runtimeHint: "npx" },
  pypi: { registryBaseUrl: "https://pypi.org", runtimeHint: "uvx" },
} as const;

export interface RegistryOptions {
  readonly version: string;
  /** Where the package's name is ours: one that another project has must not be claimed. */
  readonly published?: readonly PackageRegistry[];
  /** The bundles of a release; their hashes are known only when they are built. */
  readonly bundles?: readonly RegistryBundle[];
}

export function serverJson({ version, published = [], bundles = [] }: RegistryOptions) {
  const transport = { type: "stdio" } as const;
  const options: readonly Option[] = [optionTable.jupyterUrl, optionTable.jupyterToken];
  const environmentVariables = options.map((option) => ({
    name: option.variable ?? "",
    description: option.help,
    isRequired: false,
    ...(option.secret ? { isSecret: true } : {}),
    format: "string" as const,
  }));
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: registryName,
    title: "Jupyter",
    description,
    version,
    repository: { url: repository, source: "github" },
    packages: [
      ...published.map((registryType) => ({
        registryType,
        ...homes[registryType],
        identifier: packageName,
        version,
        transport,
        environmentVariables,
      })),
      ...bundles.map(({ url, sha256 }) => ({
        registryType: "mcpb",
        identifier: url,
        fileSha256: sha256,
        transport,
        environmentVariables,
      })),
    ],
  };
}
