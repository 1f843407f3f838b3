import assert from "node:assert/strict";
import { connect } from "../../harness/client.ts";
import { connectDatalayer, textCaller } from "../../harness/datalayer.ts";
import { freePort, startJupyter } from "../../harness/jupyter.ts";

const password = "two words & more";

/** The password in the form that Jupyter's configuration keeps. */
async function hashed(): Promise<string> {
  const salt = "0123456789ab";
  const bytes = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password + salt));
  return `sha1:${salt}:${new Uint8Array(bytes).toHex()}`;
}

async function startWithPassword(port: number) {
  const extraArgs = [`--PasswordIdentityProvider.hashed_password=${await hashed()}`];
  return await startJupyter({ environment: "collaboration", port, extraArgs });
}

Deno.test("a password opens Jupyter for requests, kernels and shared documents", async (t) => {
  const port = freePort();
  const env = { JUPYTER_PASSWORD: password };
  let first: Awaited<ReturnType<typeof startWithPassword>> | undefined = await startWithPassword(port);
  try {
    const args = ["--jupyter-url", first.url];
    await using connection = await connect({ args, env });

    await t.step("of our own tools", async () => {
      const created = await connection.call("session_create", { notebook_path: "a.ipynb" });
      assert.ok(!created.isError, created.text);
      const ran = await connection.call("execute_code", {
        session_id: created.string("session_id"),
        code: "6 * 7",
      });
      assert.equal(ran.at("result"), "42");
      assert.equal(ran.at("recorded"), true, ran.text);
    });

    await t.step("of the Datalayer API, by its own variable", async () => {
      await using datalayer = await connectDatalayer({
        args: ["--jupyter-password", password],
        env: { JUPYTER_URL: first?.url ?? "" },
      });
      const call = textCaller(datalayer);
      await call("use_notebook", { notebook_name: "nb", notebook_path: "b.ipynb", mode: "create" });
      assert.equal(
        await call("insert_execute_code_cell", { cell_index: -1, cell_source: "1 + 1", stream: false }),
        "2",
      );
    });

    await t.step("of our own tools, out of a file", async () => {
      const file = await Deno.makeTempFile();
      try {
        await Deno.writeTextFile(file, `${password}\n`);
        await using ours = await connect({ args: [...args, "--password-file", file] });
        const listed = await ours.call("session_list");
        assert.ok(!listed.isError, listed.text);
        assert.doesNotMatch(listed.text + ours.stderr(), /two words/);
      } finally {
        await Deno.remove(file);
      }
    });

    await t.step("and a wrong one is told as such, without being shown", async () => {
      await using wrong = await connect({ args, env: { JUPYTER_PASSWORD: "not it at all" } });
      const refused = await wrong.call("session_list");
      assert.equal(refused.at("error"), "auth_failed");
      assert.match(refused.string("message"), /the password was refused/);
      assert.doesNotMatch(refused.text + wrong.stderr(), /not it at all/);
    });

    await t.step("a session that has run out is opened anew", async () => {
      await first?.stop();
      first = undefined;
      // Another secret signs its cookies: the old ones are worth nothing.
      first = await startWithPassword(port);
      const listed = await connection.call("session_list");
      assert.deepEqual(listed.json, { sessions: [] });
    });
  } finally {
    await first?.stop();
  }
});
