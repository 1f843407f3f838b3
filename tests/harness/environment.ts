/**
 * The Python environments that tests run Jupyter from: `.venv` with jupyter-collaboration and
 * `.venv-plain` without it; `.venv-documents` with jupyter-server-documents instead; and `.venv-datalayer` with
 * Datalayer's server to compare with.
 *
 * An environment is made once. The hash of its requirements file is written into it as the very last
 * step, so a half-made or outdated one is recognised, removed and made again.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type EnvironmentKind = "collaboration" | "plain";

export const environmentKinds = ["collaboration", "plain"] as const satisfies readonly EnvironmentKind[];

/** Environments of Jupyters, and of peers to compare with. */
export type EnvironmentName = EnvironmentKind | "documents" | "datalayer";

const root = fileURLToPath(new URL("../../", import.meta.url));

const layout = {
  collaboration: { folder: join(root, ".venv"), requirements: join(root, "tests/harness/requirements.txt") },
  plain: {
    folder: join(root, ".venv-plain"),
    requirements: join(root, "tests/harness/requirements-plain.txt"),
  },
  documents: {
    folder: join(root, ".venv-documents"),
    requirements: join(root, "tests/harness/requirements-documents.txt"),
  },
  datalayer: {
    folder: join(root, ".venv-datalayer"),
    requirements: join(root, "tests/harness/requirements-datalayer.txt"),
  },
} as const;

/** The environment's folder and its Python, whether or not it has been made. */
export function environmentOf(kind: EnvironmentName): { folder: string; python: string } {
  const { folder } = layout[kind];
  return { folder, python: pythonIn(folder) };
}

function pythonIn(folder: string): string {
  return Deno.build.os === "windows" ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
}

/** Makes the environment unless it is there and complete; `report` gets one line per thing done. */
export async function ensureEnvironment(
  kind: EnvironmentName,
  report: (line: string) => void = () => {},
): Promise<void> {
  await ensureVenv({ name: kind, ...layout[kind] }, report);
}

export interface VenvOptions {
  readonly name: string;
  readonly folder: string;
  /** Path of the requirements file. */
  readonly requirements: string;
}

/** The same for an environment that no test needs. */
export async function ensureVenv(
  { name, folder, requirements }: VenvOptions,
  report: (line: string) => void,
): Promise<void> {
  const wanted = createHash("sha256").update(await Deno.readTextFile(requirements)).digest("hex");
  const stamp = join(folder, "requirements.sha256");
  if (await readIfThere(stamp) === wanted) return;

  // Test files in several processes may want it at the same time: one makes it, the others wait.
  using lock = await Deno.open(`${folder}.lock`, { create: true, write: true });
  await lock.lock(true);
  if (await readIfThere(stamp) === wanted) return;
  const started = performance.now();
  report(`making the ${name} Python environment (some minutes, once)`);
  await Deno.remove(folder, { recursive: true }).catch(ignoreMissing);
  await run(Deno.build.os === "windows" ? "python" : "python3", ["-m", "venv", folder]);
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"];
  await run(pythonIn(folder), [...pip, "--requirement", requirements]);
  await Deno.writeTextFile(stamp, wanted);
  report(`made the ${name} Python environment in ${Math.round((performance.now() - started) / 1000)} s`);
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const output = await new Deno.Command(command, { args: [...args], stdout: "piped", stderr: "piped" })
    .output();
  if (output.success) return;
  const decoder = new TextDecoder();
  const said = `${decoder.decode(output.stdout)}\n${decoder.decode(output.stderr)}`.trim().slice(-2_000);
  throw new Error(`Cannot run "${command} ${args.join(" ")}": exit code ${output.code}\n${said}`);
}

async function readIfThere(path: string): Promise<string | undefined> {
  return await Deno.readTextFile(path).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Deno.errors.NotFound) return undefined;
  throw error;
}
