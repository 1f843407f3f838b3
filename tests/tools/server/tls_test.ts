/** `--ca-cert`: a real Jupyter with a certificate that only we know, over REST and the kernel's WebSocket. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { connect } from "../../harness/client.ts";
import { environmentOf } from "../../harness/environment.ts";
import { eventually } from "../../harness/eventually.ts";
import { freePort } from "../../harness/jupyter.ts";
import { programOf } from "../../harness/program.ts";
import { spawnSecureJupyter } from "../../harness/secure_jupyter.ts";

const token = crypto.randomUUID();

/** A certificate of a server that vouches for itself, as docs/remote.md makes one. */
async function makeCertificate(
  folder: string,
  name: string,
  names = "DNS:localhost,IP:127.0.0.1",
): Promise<{ readonly cert: string; readonly key: string }> {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)];
  const { success } = await new Deno.Command("openssl", {
    args: [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=jupyter"],
      ...["-addext", `subjectAltName=${names}`, "-keyout", key, "-out", cert],
    ],
    stderr: "null",
  }).output();
  assert.ok(success);
  return { cert, key };
}

async function accepts(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}

async function doctor(url: string, more: readonly string[]): Promise<string> {
  const { command, args, env } = programOf({
    args: ["doctor", "--jupyter-url", url, ...more],
    env: { JUPYTER_TOKEN: token, NO_COLOR: "1" },
  });
  const { stdout } = await new Deno.Command(command, { args: [...args], env: { ...env }, clearEnv: true })
    .output();
  return new TextDecoder().decode(stdout);
}

Deno.test("a certificate for another host name is told from an unknown host", async () => {
  const folder = await Deno.makeTempDir();
  const { cert, key } = await makeCertificate(folder, "elsewhere", "DNS:jupyter.example.org");
  const [certText, keyText] = [await Deno.readTextFile(cert), await Deno.readTextFile(key)];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, cert: certText, key: keyText, onListen: () => undefined },
    () => new Response(),
  );
  try {
    const url = `https://localhost:${server.addr.port}/`;
    const said = await doctor(url, ["--ca-cert", cert]);
    assert.match(said, /^✔ Address.*\n✘ TLS +its TLS certificate is for another host name\n/m, said);
    await using connection = await connect({ jupyter: { url, token }, args: ["--ca-cert", cert] });
    const { json } = await connection.call("session_list");
    assert.match(String(json.message), /its TLS certificate is for another host name$/);
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("--ca-cert", async (t) => {
  const folder = await Deno.makeTempDir();
  const { cert, key } = await makeCertificate(folder, "server");
  const { cert: other } = await makeCertificate(folder, "other");
  const port = freePort();
  const child = spawnSecureJupyter(environmentOf("plain").python, { folder, port, token, cert, key });
  const jupyter = { url: `https://127.0.0.1:${port}/`, token };
  try {
    await eventually(() => accepts(port), { what: "Jupyter listens", limit: 120_000 });

    await t.step("lets a self-signed server be used", async () => {
      await using connection = await connect({ jupyter, args: ["--ca-cert", cert] });
      const { json, text } = await connection.call("session_create");
      const run = await connection.call("execute_code", { session_id: json.session_id, code: "6 * 7" });
      assert.equal(run.json.result, "42", `${text} ${run.text}`);
      await connection.call("session_delete", { session_id: json.session_id });
    });

    await t.step("lets a notebook of any size be written", async () => {
      await using connection = await connect({ jupyter, args: ["--ca-cert", cert] });
      const sources = Array.from({ length: 6 }, (_, n) => `${n}é`.repeat(500_000));
      const cells = sources.map((source) => ({ cell_type: "markdown", source }));
      const made = await connection.call("notebook_create", { name: "large", cells });
      assert.equal(made.isError, false, made.text.slice(0, 500));
      const got = await connection.call("notebook_get", {
        notebook_path: "large",
        from: -1,
        offset: 999_990,
      });
      assert.equal(got.at("text"), "5é".repeat(5));
    });

    await t.step("is named by the error if it is missing or another one", async () => {
      for (const args of [[], ["--ca-cert", other]]) {
        await using connection = await connect({ jupyter, args });
        const { json } = await connection.call("session_list");
        assert.equal(json.error, "jupyter_unreachable");
        assert.match(String(json.message), /its TLS certificate is not trusted \(see --ca-cert\)$/);
      }
    });

    await t.step("is taken by doctor as well", async () => {
      const said = await doctor(jupyter.url, ["--ca-cert", cert]);
      assert.match(said, /^✔ Token/m, said);
      assert.doesNotMatch(said, /WebSocket.*(fail|cannot|not open)/i, said);
    });

    await t.step(
      "is asked for by doctor if it is missing, and https if the address lacks it",
      async () => {
        assert.match(
          await doctor(jupyter.url, []),
          /^✘ TLS +its TLS certificate is not trusted\n +→ .*--ca-cert/m,
        );
        const plain = jupyter.url.replace("https:", "http:");
        assert.match(await doctor(plain, []), /^✘ TLS +it speaks only https\n +→ Use https:/m);
      },
    );
  } finally {
    child.kill("SIGTERM");
    await child.status;
    await Deno.remove(folder, { recursive: true });
  }
});
