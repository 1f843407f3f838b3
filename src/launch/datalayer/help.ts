/** The help of `--compat datalayer`. */

import { type DatalayerOption, datalayerOptions } from "./options.ts";

const column = 44;

export function datalayerHelp(): string {
  const options: readonly DatalayerOption[] = Object.values(datalayerOptions);
  const lines = options.filter(({ refused, idle }) => (refused ?? idle) === undefined).map(
    ({ flags, variables, isSwitch }) => {
      const term = flags.length === 0
        ? "  (a variable alone)"
        : `  ${flags.join(", ")}${isSwitch ? "" : " <value>"}`;
      return `${term.padEnd(column)} ${variables.join(", ")}`;
    },
  );
  return `jupyter-mcp --compat datalayer takes the place of Datalayer's jupyter-mcp-server: the same tools, texts,
prompt, resources, commands, options and variables.

Usage:
  jupyter-mcp start --compat datalayer [options]      serve (also without "start")
  jupyter-mcp connect --compat datalayer [options]    point a running server to a Jupyter
  jupyter-mcp stop --compat datalayer [options]       have a running server let go of its notebook

Options and their variables:
${lines.join("\n")}

Our own options (jupyter-mcp --help), such as --ca-cert, --token-file and --log-level, work beside them.
`;
}
