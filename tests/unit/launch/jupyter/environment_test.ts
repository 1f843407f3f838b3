import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import {
  findJupyterLab,
  isComplete,
  managedEnvironment,
  noteComplete,
} from "../../../../src/launch/jupyter/environment.ts";

function touch(path: string): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  Deno.writeTextFileSync(path, "");
}

Deno.test("the managed environment counts only once setup has finished it", () => {
  const home = Deno.makeTempDirSync();
  const machine = { os: "linux", env: { HOME: home, PATH: join(home, "bin") } } as const;
  const environment = managedEnvironment(machine);
  assert.equal(findJupyterLab(machine), undefined);
  touch(environment.python);
  touch(environment.jupyterLab);
  assert(!isComplete(environment));
  noteComplete(environment);
  assert(isComplete(environment));
  assert.deepEqual(findJupyterLab(machine), [environment.jupyterLab]);
  Deno.removeSync(environment.python);
  assert(!isComplete(environment));
  Deno.removeSync(home, { recursive: true });
});

Deno.test("findJupyterLab falls back to PATH, and to the jupyter command", () => {
  const home = Deno.makeTempDirSync();
  const machine = { os: "linux", env: { HOME: home, PATH: `${home}/none:${home}/bin` } } as const;
  touch(join(home, "bin/jupyter"));
  assert.deepEqual(findJupyterLab(machine), [join(home, "bin/jupyter"), "lab"]);
  touch(join(home, "bin/jupyter-lab"));
  assert.deepEqual(findJupyterLab(machine), [join(home, "bin/jupyter-lab")]);
  Deno.removeSync(home, { recursive: true });
});
