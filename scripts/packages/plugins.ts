/**
 * The manifests by which Claude Code, Codex and Gemini CLI install the skill in `skills/` together with the server. They
 * lie in the root of the repository, which is the plugin.
 */

import { description, packageName, repository } from "./project.ts";

const name = "jupyter-mcp";
const author = { name: "The jupyter-mcp authors", url: repository };
const keywords = ["jupyter", "notebook", "python", "data"];

/** uv runs it on every platform without a shell. */
const mcpServers = { jupyter: { command: "uvx", args: [packageName] } };

/** Files by path. */
export function pluginManifests(version: string): Readonly<Record<string, unknown>> {
  const identity = {
    name,
    version,
    description,
    author,
    homepage: repository,
    repository,
    license: "MIT",
    keywords,
  };
  return {
    ".claude-plugin/plugin.json": { ...identity, mcpServers },
    ".claude-plugin/marketplace.json": {
      name,
      description,
      owner: author,
      plugins: [{ name, source: "./", description, version, category: "data" }],
    },
    ".codex-plugin/plugin.json": {
      ...identity,
      skills: "./skills/",
      mcpServers,
      interface: { displayName: "Jupyter", shortDescription: description, category: "Data" },
    },
    // Codex finds no plugin in the root of a local marketplace, only in that of a repository.
    ".agents/plugins/marketplace.json": {
      name,
      interface: { displayName: "Jupyter" },
      plugins: [{
        name,
        source: { source: "url", url: `${repository}.git` },
        policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
        category: "Data",
      }],
    },
    // The skills folder is found by its name.
    "gemini-extension.json": { name, version, description, mcpServers },
  };
}
