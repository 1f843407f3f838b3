/** What every packaging says of the project. */

export const repository = "https://github.com/jupyter-mcp/jupyter-mcp";

/** The package's name on npm and PyPI, where `jupyter-mcp` belongs to another project. */
export const packageName = "jupyter-live-mcp";

/** The server's name in the MCP registry, which proves by it that the packages are ours. */
export const registryName = "io.github.jupyter-mcp/jupyter-mcp";

/** At most 100 characters, as the registry wants. */
export const description = "Lets an AI assistant work in your own Jupyter, seen live in your browser";
