import { delimiter, join } from "node:path";
import { environmentOf } from "./environment.ts";

/** Has the compiled program start a Jupyter of its own: in an empty home, with a JupyterLab on its PATH. */
export function ownJupyter(home: string) {
  const bin = join(environmentOf("collaboration").folder, "bin");
  const PATH = `${bin}${delimiter}${Deno.env.get("PATH") ?? ""}`;
  return { program: "compiled", env: { HOME: home, PATH }, cwd: home } as const;
}
