/**
 * A real JupyterHub: anybody may log in, servers are local processes, and the proxy is the hub's usual one from npm.
 * Its environment sees the packages of the plain one, so that only what a hub adds is installed.
 */

import { join } from "node:path";
import { z } from "zod";
import { environmentOf } from "./environment.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./jupyter.ts";
import { projectRoot } from "./program.ts";

const proxy = "configurable-http-proxy@5.3.0";
const folder = join(projectRoot, ".venv-hub");
const bin = join(folder, "bin");
const findPackages = ["-c", "import site; print(site.getsitepackages()[0])"];

export interface RunningHub extends AsyncDisposable {
  readonly url: string;
  /** A token of this user; the user is made where there is none. */
  tokenOf(user: string, scopes?: readonly string[]): Promise<string>;
  /** Asks the hub's API with all rights. */
  api(method: string, path: string, body?: unknown): Promise<Response>;
}

/** Makes the environment where it is not there and complete. */
async function ensureHub(): Promise<void> {
  const requirements = join(projectRoot, "tests/harness/requirements-hub.txt");
  const wanted = `${await Deno.readTextFile(requirements)}${proxy}`;
  const stamp = join(folder, "complete");
  if (await Deno.readTextFile(stamp).catch(() => "") === wanted) return;
  await Deno.remove(folder, { recursive: true }).catch(() => undefined);
  const plain = environmentOf("plain").python;
  await run(plain, ["-m", "venv", folder]);
  const python = join(bin, "python");
  const [own, shared] = [await run(python, findPackages), await run(plain, findPackages)];
  await Deno.writeTextFile(join(own.trim(), "shared.pth"), shared);
  await run(python, ["-m", "pip", "install", "--quiet", "--no-input", "--requirement", requirements]);
  await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--silent", proxy]);
  await Deno.writeTextFile(stamp, wanted);
}

export interface HubOptions {
  /** The Python of its users' servers, if another one; it is given the packages that a hub adds. */
  readonly venv?: { readonly python: string } | undefined;
}

/** Starts a hub whose users' servers are stopped. */
export async function startHub({ venv }: HubOptions = {}): Promise<RunningHub> {
  await ensureHub();
  if (venv !== undefined) await lendPackages(venv);
  const home = await Deno.makeTempDir({ prefix: "jupyter-mcp-hub-" });
  const secret = crypto.randomUUID();
  const port = freePort();
  const config = join(home, "jupyterhub_config.py");
  await Deno.writeTextFile(config, configText({ port, secret, home, venv }));
  const path = [bin, join(folder, "node_modules/.bin"), Deno.env.get("PATH") ?? ""].join(":");
  const child = new Deno.Command(join(bin, "jupyterhub"), {
    args: ["--config", config],
    cwd: home,
    env: { PATH: path, HOME: home },
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const url = `http://127.0.0.1:${port}/`;
  const api = (method: string, place: string, body?: unknown) =>
    fetch(`${url}hub/api/${place}`, {
      method,
      headers: { Authorization: `token ${secret}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const close = async () => {
    // The hub ends its servers and its proxy.
    child.kill("SIGTERM");
    await child.status;
    await Deno.remove(home, { recursive: true });
  };
  try {
    await eventually(() => isUp(api), { what: "the hub answers", limit: 180_000 });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url,
    api,
    tokenOf: (user, scopes) => tokenOf(api, { user, scopes }),
    [Symbol.asyncDispose]: close,
  };
}

async function isUp(api: RunningHub["api"]): Promise<boolean> {
  const response = await api("GET", "").catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}

async function tokenOf(
  api: RunningHub["api"],
  { user, scopes }: { readonly user: string; readonly scopes: readonly string[] | undefined },
): Promise<string> {
  await (await api("POST", `users/${user}`)).body?.cancel();
  const response = await api("POST", `users/${user}/tokens`, scopes === undefined ? {} : { scopes });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}

async function lendPackages({ python }: { readonly python: string }): Promise<void> {
  const [theirs, own] = await Promise.all([python, join(bin, "python")].map((one) => run(one, findPackages)));
  await Deno.writeTextFile(join(theirs?.trim() ?? "", "hub.pth"), own ?? "");
}

interface ConfigOptions extends HubOptions {
  readonly port: number;
  readonly secret: string;
  readonly home: string;
}

function configText({ port, secret, home, venv }: ConfigOptions): string {
  const command = venv === undefined
    ? ["jupyterhub-singleuser"]
    : [venv.python, "-m", "jupyterhub.singleuser"];
  return `c = get_config()
c.Spawner.cmd = ${JSON.stringify(command)}
c.JupyterHub.bind_url = "http://127.0.0.1:${port}/"
c.JupyterHub.hub_port = ${freePort()}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:${freePort()}"
c.JupyterHub.cleanup_servers = True
c.JupyterHub.db_url = "sqlite://"
c.JupyterHub.cookie_secret_file = ${JSON.stringify(join(home, "cookie_secret"))}
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = ${JSON.stringify(join(home, "{username}"))}
c.Spawner.args = ["--allow-root"]
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
c.JupyterHub.services = [{"name": "tests", "api_token": "${secret}"}]
c.JupyterHub.load_roles = [{"name": "tests", "services": ["tests"], "scopes": ["admin:users", "admin:servers", "tokens"]}]
`;
}

async function run(command: string, args: readonly string[]): Promise<string> {
  const output = await new Deno.Command(command, { args: [...args] }).output();
  const [stdout, stderr] = [output.stdout, output.stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!output.success) throw new Error(`Cannot run "${command} ${args.join(" ")}"\n${stdout}${stderr}`);
  return stdout ?? "";
}
