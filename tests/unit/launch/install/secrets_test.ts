import assert from "node:assert/strict";
import { join } from "node:path";
import { secretFile, withSecretsWritten } from "../../../../src/launch/install/secrets.ts";
const secretAt = (path: string, what: "token" | "password" = "token") => ({ what, path, text: "s3cret" });

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("withSecretsWritten has the secrets on disk, for their owner alone, before the work begins", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "tokens", "a");
    let during: [string, number] | undefined;
    await withSecretsWritten([secretAt(path)], async () => {
      during = [await Deno.readTextFile(path), ((await Deno.stat(path)).mode ?? 0) & 0o077];
    });
    assert.deepEqual(during, ["s3cret\n", 0]);
  });
});

Deno.test("withSecretsWritten closes an older file that others could read", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "a");
    await Deno.writeTextFile(path, "old", { mode: 0o644 });
    await withSecretsWritten([secretAt(path)], () => Promise.resolve());
    assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o077, 0);
  });
});

Deno.test("withSecretsWritten takes them back if the work fails, and an older one holds what it held", async () => {
  await inFolder(async (folder) => {
    const [fresh, older] = [join(folder, "fresh"), join(folder, "older")];
    await Deno.writeTextFile(older, "before");
    await assert.rejects(
      withSecretsWritten(
        [secretAt(fresh), secretAt(older, "password")],
        () => Promise.reject(new Error("no room")),
      ),
      /no room/,
    );
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["older"]);
    assert.equal(await Deno.readTextFile(older), "before");
  });
});

Deno.test("withSecretsWritten does no work if a secret cannot be kept, and takes the others back", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "file"), "");
    const impossible = secretAt(join(folder, "file", "a"), "password");
    let worked = false;
    await assert.rejects(
      withSecretsWritten([secretAt(join(folder, "fresh")), impossible], () => {
        worked = true;
        return Promise.resolve();
      }),
      /^UsageError: Cannot store the password in ".*": .*; use --password-file to name a file of your own$/,
    );
    assert.equal(worked, false);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["file"]);
  });
});

const machine = { os: "linux", env: { HOME: "/h" } } as const;
const fileOf = (name: string) => secretFile(machine, { folder: "tokens", client: "codex", name });

Deno.test("secretFile is named after client and server", () => {
  assert.equal(fileOf("my_jupyter-2"), "/h/.local/share/jupyter-mcp/tokens/codex-my_jupyter-2");
  assert.equal(
    secretFile(machine, { folder: "passwords", client: "cursor", name: "日本" }),
    "/h/.local/share/jupyter-mcp/passwords/cursor-.e6.97.a5.e6.9c.ac",
  );
});

Deno.test("secretFile is another for every name, on any disk", () => {
  const names = [
    "a b",
    "a.b",
    "a_b",
    "a/b",
    "a.20b",
    "A B",
    "..",
    "日本",
    "東京",
    "__",
    "か\u3099",
    "が",
    "😀",
  ];
  const files = names.map((name) => fileOf(name).toLowerCase());
  assert.equal(new Set(files).size, names.length);
  for (const file of files) {
    assert.match(file, /^\/h\/\.local\/share\/jupyter-mcp\/tokens\/codex-[a-z0-9_.-]+$/);
  }
});
