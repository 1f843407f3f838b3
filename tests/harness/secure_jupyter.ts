/** A Jupyter that speaks TLS, with a certificate that the test has made. */

export interface SecureJupyterOptions {
  readonly folder: string;
  readonly port: number;
  readonly token: string;
  readonly cert: string;
  readonly key: string;
}

/** Starts it; whoever does ends it, and waits until it answers. */
export function spawnSecureJupyter(
  python: string,
  { folder, port, token, cert, key }: SecureJupyterOptions,
): Deno.ChildProcess {
  return new Deno.Command(python, {
    args: [
      ...["-m", "jupyter_server", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"],
      ...[`--ServerApp.port=${port}`, "--ServerApp.port_retries=0", `--ServerApp.root_dir=${folder}`],
      ...[`--certfile=${cert}`, `--keyfile=${key}`],
    ],
    env: { HOME: folder, JUPYTER_TOKEN: token },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
}
