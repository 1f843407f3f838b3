/**
 * The managed environment, made and changed by a real venv and a real pip. The packages are empty ones of the same
 * names in a folder that pip is pointed to, so that nothing is downloaded.
 */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { addedPackages, isComplete, managedEnvironment } from "../../../../src/launch/jupyter/environment.ts";
import { forgetPort, notePort } from "../../../../src/launch/jupyter/server_files.ts";
import { removeEnvironment, setUp, SetupError } from "../../../../src/launch/setup/setup.ts";
import { makeWheels, managedWheels } from "../../../harness/wheels.ts";

async function python(command: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

Deno.test({
  name:
    "setup makes the environment, adds a package, upgrades it, and stays complete where one cannot be had",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const home = await Deno.makeTempDir();
    try {
      // Folders without uv; and no package index.
      const path = (Deno.env.get("PATH") ?? "").split(":");
      const PATH = path.filter((folder) => !hasUv(folder)).join(":");
      const env = { HOME: home, PATH, PIP_NO_INDEX: "1", PIP_FIND_LINKS: home };
      const managed = managedEnvironment({ os: Deno.build.os, env });
      const told: string[] = [];
      const report = ({ text }: { readonly text: string }) => void told.push(text);
      const version = () => python(managed.python, "-c", "import probe; print(probe.version)");
      const probe = { name: "probe", module: "probe" };
      await makeWheels(home, [
        ...managedWheels,
        { ...probe, version: "1.0" },
      ]);
      await setUp({ env, report, packages: ["probe"] });
      assert.equal(await version(), "1.0");
      assert.ok(isComplete(managed));
      assert.deepEqual(addedPackages(managed), ["probe"]);
      await makeWheels(home, [{ ...probe, version: "2.0" }]);
      await setUp({ env, report });
      assert.equal(await version(), "1.0", "a complete environment is left alone");
      await setUp({ env, report, upgrade: true });
      assert.equal(await version(), "2.0");
      assert.ok(told.includes("Upgrading the packages") && told.includes("Installed 1 package"));
      await assert.rejects(setUp({ env, report, packages: ["nothing"] }), (error) => {
        assert.ok(error instanceof SetupError);
        assert.match(error.message, /the package index has no nothing /);
        assert.match(error.hint, /^Check its name/);
        return true;
      });
      assert.ok(told.includes("Adding nothing") && isComplete(managed));
      assert.deepEqual(addedPackages(managed), ["probe"]);
      notePort({ os: Deno.build.os, env }, "managed", 1);
      await assert.rejects(
        removeEnvironment({ env, report }),
        /a Jupyter that jupyter-mcp has started is running/,
      );
      forgetPort({ os: Deno.build.os, env }, "managed", 1);
      await removeEnvironment({ env, report });
      assert.ok(!existsSync(managed.folder) && told.at(-1) === `Removed ${managed.folder}`);
      await removeEnvironment({ env, report });
      assert.equal(told.at(-1), `There is no environment: ${managed.folder}`);
    } finally {
      await Deno.remove(home, { recursive: true });
    }
  },
});

Deno.test({
  name: "setup says at once that the certificate of the package index is not trusted",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const home = await Deno.makeTempDir();
    const files = ["-keyout", join(home, "key.pem"), "-out", join(home, "cert.pem")];
    const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, "-subj", "/CN=127.0.0.1"];
    assert.ok((await new Deno.Command("openssl", { args: request, stderr: "null" }).output()).success);
    const [key, cert] = await Promise.all(
      ["key.pem", "cert.pem"].map((name) => Deno.readTextFile(join(home, name))),
    );
    let asked = 0;
    const listening = Promise.withResolvers<number>();
    const onListen = ({ port }: Deno.NetAddr) => listening.resolve(port);
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, key: key ?? "", cert: cert ?? "", onListen },
      () => {
        asked++;
        return new Response("", { status: 404 });
      },
    );
    try {
      const PATH = (Deno.env.get("PATH") ?? "").split(":").filter((folder) => !hasUv(folder)).join(":");
      const PIP_INDEX_URL = `https://127.0.0.1:${await listening.promise}/simple`;
      const env = { HOME: home, PATH, PIP_INDEX_URL, PIP_CONFIG_FILE: "/dev/null" };
      await assert.rejects(setUp({ env, report: () => {} }), (error) => {
        assert.ok(error instanceof SetupError);
        assert.match(error.message, /the certificate of the package index is not trusted$/);
        assert.match(error.hint, /PIP_CERT/);
        const tries = error.lines.filter((line) => line.includes("Retrying")).length;
        assert.ok(tries < 5, "pip was ended before its last try");
        return true;
      });
      assert.equal(asked, 0);
    } finally {
      await server.shutdown();
      await Deno.remove(home, { recursive: true });
    }
  },
});

function hasUv(folder: string): boolean {
  try {
    return Deno.statSync(join(folder, "uv")).isFile;
  } catch {
    return false;
  }
}
