/** Colours for people at a terminal. */

import type { Environment } from "../base/options.ts";

/** Paints a text, or leaves it as it is. */
export type Painter = (text: string, style: keyof typeof styles) => string;

const styles = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36, grey: 90 } as const;

export interface PaintOptions {
  readonly env: Environment;
  readonly isTerminal: boolean;
}

/** Only a terminal gets colours, and only where nothing says that the person wants none. */
export function painter({ env, isTerminal }: PaintOptions): Painter {
  const plain = !isTerminal || Boolean(env.NO_COLOR) || env.TERM === "dumb";
  return (text, style) => plain || text === "" ? text : `\x1b[${styles[style]}m${text}\x1b[0m`;
}
