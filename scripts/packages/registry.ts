/** `server.json`: how the MCP registry tells clients where the program is and what it asks for. */

import { declared } from "../../src/options.ts";
import { description, registryName, repository } from "./project.ts";

export interface RegistryBundle {
  /** Where the bundle can be downloaded. */
  readonly url: string;
  readonly sha256: string;
}

export interface RegistryOptions {
  readonly version: string;
  /** The bundles of a release; their hashes are known only when they are built. */
  readonly bundles?: readonly RegistryBundle[];
}

export function serverJson({ version, bundles = [] }: RegistryOptions) {
  const transport = { type: "stdio" } as const;
  const environmentVariables = [declared.jupyterUrl, declared.jupyterToken].map((option) => ({
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
      {
        registryType: "npm",
        registryBaseUrl: "https://registry.npmjs.org",
        identifier: "jupyter-mcp",
        version,
        runtimeHint: "npx",
        transport,
        environmentVariables,
      },
      {
        registryType: "pypi",
        registryBaseUrl: "https://pypi.org",
        identifier: "jupyter-mcp",
        version,
        runtimeHint: "uvx",
        transport,
        environmentVariables,
      },
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
