/** The R kernel that the tests of R need: a kernelspec `ir` where Jupyter looks for them. */

import { join } from "node:path";

const places = ["/usr/share/jupyter", "/usr/local/share/jupyter"];

/** Whether Jupyter will find IRkernel. */
export async function hasR(): Promise<boolean> {
  const home = Deno.env.get("HOME");
  const own = home === undefined ? [] : [join(home, ".local/share/jupyter"), join(home, "Library/Jupyter")];
  const found = await Promise.all(
    [...places, ...own].map((place) =>
      Deno.stat(join(place, "kernels/ir/kernel.json")).then(() => true, () => false)
    ),
  );
  return found.includes(true);
}
