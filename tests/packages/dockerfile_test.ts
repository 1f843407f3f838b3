/** The image, as far as it can be tried without Docker: what it copies, who it runs as, and what the program needs. */

import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { registryName } from "../../scripts/packages/project.ts";
import { binaryPath, projectRoot } from "../harness/program.ts";
import { run } from "./run.ts";

const dockerfile = await Deno.readTextFile(join(projectRoot, "Dockerfile"));

Deno.test("the Dockerfile copies only what is let in, and runs as nobody in particular", async () => {
  const ignored = await Deno.readTextFile(join(projectRoot, ".dockerignore"));
  const allowed = [...ignored.matchAll(/^!(.+)$/gm)].map(([, path = ""]) => path);
  const copied = [...dockerfile.matchAll(/^COPY (?:--\S+ )*(\S+) \S+$/gm)].map(([, path = ""]) => path);
  assert.equal(copied.length, 2);
  for (const path of copied) assert.ok(allowed.some((prefix) => path.startsWith(prefix)), path);
  assert.ok(copied.includes("dist/docker/${TARGETARCH}/jupyter-mcp"));
  assert.match(dockerfile, /^FROM gcr\.io\/distroless\/cc-debian12:nonroot$/m);
  assert.match(dockerfile, /^USER nonroot:nonroot$/m);
  assert.ok(dockerfile.includes(`io.modelcontextprotocol.server.name="${registryName}"`));
});

Deno.test("the Dockerfile starts nothing through a shell", () => {
  const started = [...dockerfile.matchAll(/^(?:HEALTHCHECK .*?CMD|ENTRYPOINT|CMD) (.*)$/gm)];
  assert.equal(started.length, 2);
  for (const [, command = ""] of started) {
    assert.equal(JSON.parse(command)[0], "/usr/local/bin/jupyter-mcp");
  }
  assert.doesNotMatch(dockerfile, /^RUN/m);
});

/** The libraries of the image: those of libc6 and libgcc-s1. */
const libraries = /^(linux-vdso|ld-linux-[\w-]+|libc|libdl|libgcc_s|libm|libpthread|librt)\.so\.\d+$/;

Deno.test({
  name: "the program needs no library that the image has not, and runs with those alone",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const listing = await run(["ldd", binaryPath()]);
    const paths = [...listing.matchAll(/^\s*(?:\S+ => )?(\/\S+) \(/gm)].map(([, path = ""]) => path);
    const names = listing.trim().split("\n").map((line) =>
      line.trim().split(" ")[0]?.split("/").at(-1) ?? ""
    );
    for (const name of names) assert.match(name, libraries);
    // Only root may change the root of the file system.
    if (Deno.uid() !== 0) return;
    const root = await Deno.makeTempDir();
    try {
      for (const path of [...paths, binaryPath()]) {
        const place = join(root, path === binaryPath() ? "/usr/local/bin/jupyter-mcp" : path);
        await Deno.mkdir(dirname(place), { recursive: true });
        await Deno.copyFile(await Deno.realPath(path), place);
        await Deno.chmod(place, 0o755);
      }
      await Deno.chmod(root, 0o755);
      const inside = (...args: readonly string[]) =>
        run(["chroot", "--userspec=65532:65532", root, "/usr/local/bin/jupyter-mcp", ...args]);
      assert.equal(await inside("--version"), `jupyter-mcp ${config.version}\n`);
      assert.match(await inside("healthcheck", "--help"), /exit code is 0/);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});
