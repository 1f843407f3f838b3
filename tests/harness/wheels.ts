/** Empty Python packages, for a real pip that is to download nothing. */

import assert from "node:assert/strict";
import { join } from "node:path";

export interface Wheel {
  readonly name: string;
  readonly module: string;
  readonly version: string;
}

/** What setup installs, each with the module that it loads to check it. */
export const managedWheels: readonly Wheel[] = [
  ["jupyterlab", "jupyterlab"],
  ["jupyter-collaboration", "jupyter_server_ydoc"],
  ["ipykernel", "ipykernel"],
  ["pandas", "pandas"],
  ["pyarrow", "pyarrow"],
  ["openpyxl", "openpyxl"],
  ["matplotlib", "matplotlib"],
].map(([name = "", module = ""]) => ({ name, module, version: "1.0" }));

/** Writes wheels of one module each. */
export async function makeWheels(folder: string, wheels: readonly Wheel[]): Promise<void> {
  const files = wheels.map(({ name, module, version }) => {
    const stem = `${name.replaceAll("-", "_")}-${version}`;
    const info = `${stem}.dist-info`;
    return [join(folder, `${stem}-py3-none-any.whl`), {
      [`${module}.py`]: `version = "${version}"\ndef main(): pass\n`,
      [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
      [`${info}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
      [`${info}/entry_points.txt`]: name === "jupyterlab"
        ? `[console_scripts]\njupyter-lab = ${module}:main\n`
        : "",
      [`${info}/RECORD`]: "",
    }];
  });
  const code = "import json, sys, zipfile\nfor path, files in json.loads(sys.argv[1]):\n" +
    "    with zipfile.ZipFile(path, 'w') as wheel:\n" +
    "        for name, text in files.items(): wheel.writestr(name, text)";
  const { success, stderr } = await new Deno.Command("python3", { args: ["-c", code, JSON.stringify(files)] })
    .output();
  assert.ok(success, new TextDecoder().decode(stderr));
}
