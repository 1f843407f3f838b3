/**
 * `jupyter-mcp setup`: creates the managed environment, with uv if it is installed, otherwise with venv and pip.
 *
 * 1. Nothing outside our data folder changes.
 * 2. A complete environment is left alone unless something is to be added or upgraded; an unfinished one is recreated,
 *    including the packages the user had added.
 * 3. Two setups never run at the same time.
 */

import type { Environment } from "../../base/options.ts";
import {
  addedPackages,
  type CommandPrefix,
  findProgram,
  isComplete,
  type ManagedEnvironment,
  managedEnvironment,
  managedPackages,
  noteComplete,
} from "../jupyter/environment.ts";
import { ownedPorts, type Ownership } from "../jupyter/server_files.ts";
import { typedCommand } from "../own_program.ts";
import { PackageCount } from "./package_count.ts";
import { processIsAlive, runCommand } from "../processes.ts";
import type { SetupReport } from "../progress.ts";
import { dataFolder, type Machine, pathsOf } from "../user_folders.ts";

interface SetUpOptions {
  readonly env: Environment;
  readonly report: SetupReport;
  readonly signal?: AbortSignal;
  /** Packages to add, as pip names them. */
  readonly packages?: readonly string[];
  /** Whether to upgrade all packages. */
  readonly upgrade?: boolean;
}

interface Work {
  readonly machine: Machine;
  readonly environment: ManagedEnvironment;
  readonly report: SetupReport;
  readonly signal: AbortSignal | undefined;
  /** Packages to add, and those the user has added before. */
  readonly packages: readonly string[];
  readonly added: readonly string[];
  readonly upgrade: boolean;
}

/** Creates, completes, repairs or upgrades the managed environment; throws {@linkcode SetupError}. */
export async function setUp(options: SetUpOptions): Promise<ManagedEnvironment> {
  const { env, report, signal, packages = [], upgrade = false } = options;
  const machine: Machine = { os: Deno.build.os, env };
  const environment = managedEnvironment(machine);
  const isWanted = upgrade || packages.length > 0;
  if (!isWanted && isComplete(environment)) return announceReady(environment, report);
  const lock = await lockSetup(machine, report);
  try {
    const added = addedPackages(environment);
    return await makeComplete({ machine, environment, report, signal, packages, added, upgrade });
  } finally {
    lock.close();
  }
}

/** Deletes the managed environment; throws {@linkcode SetupError} while a Jupyter of ours may run from it. */
export async function removeEnvironment(
  { env, report }: Pick<SetUpOptions, "env" | "report">,
): Promise<void> {
  const machine: Machine = { os: Deno.build.os, env };
  const { folder } = managedEnvironment(machine);
  const lock = await lockSetup(machine, report);
  try {
    const kinds: readonly Ownership[] = ["managed", "background"];
    if (kinds.some((kind) => ownedPorts(machine, kind, processIsAlive).size > 0)) {
      throw new SetupError({
        message: "Cannot remove the environment: a Jupyter that jupyter-mcp has started is running",
        hint: `Close the MCP clients that use it, or run ${
          typedCommand(machine)
        } open --stop, and run it again`,
      });
    }
    const isThere = await Deno.remove(folder, { recursive: true }).then(() => true, (error) => {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    });
    report({ kind: "note", text: isThere ? `Removed ${folder}` : `There is no environment: ${folder}` });
  } finally {
    lock.close();
  }
}

async function makeComplete(work: Work): Promise<ManagedEnvironment> {
  const { environment, report, packages, added, upgrade } = work;
  const all = [...new Set([...added, ...packages])];
  if (isComplete(environment)) {
    if (!upgrade && packages.length === 0) return announceReady(environment, report);
    await change(work, upgrade ? [...managedPackages, ...all] : packages);
  } else {
    await clearAway(work);
    await install({ ...work, packages: all });
  }
  noteComplete(environment, all);
  report({ kind: "note", text: `Ready: ${environment.folder}` });
  return environment;
}

/** Adds to a complete environment, or upgrades it; if that fails, it stays as it was. */
async function change(work: Work, packages: readonly string[]): Promise<void> {
  const { python } = work.environment;
  const upgraded = work.upgrade ? ["--upgrade"] : [];
  const eager = work.upgrade ? ["--upgrade", "--upgrade-strategy", "eager"] : [];
  await withUvOrPip(
    work,
    (uv) => installPackages(work, [uv, ...uvInstall(python), ...upgraded, ...packages]),
    () => installPackages(work, [python, ...pipInstall, ...eager, ...packages]),
  );
}

/** Works with uv if it is installed, and otherwise, or if that fails, with pip. */
async function withUvOrPip(
  work: Work,
  byUv: (uv: string) => Promise<void>,
  byPip: (hasUvFailed: boolean) => Promise<void>,
): Promise<void> {
  const uv = findProgram("uv", work.machine);
  if (uv === undefined) return await byPip(false);
  try {
    return await byUv(uv);
  } catch (error) {
    if (!(error instanceof SetupError) || work.signal?.aborted) throw error;
    work.report({ kind: "note", text: `uv failed (${error.lines.at(-1) ?? error.message}); trying pip` });
  }
  await byPip(true);
}

function announceReady(environment: ManagedEnvironment, report: SetupReport): ManagedEnvironment {
  report({ kind: "note", text: `The environment is already complete: ${environment.folder}` });
  return environment;
}

async function lockSetup(machine: Machine, report: SetupReport): Promise<Deno.FsFile> {
  const folder = dataFolder(machine);
  try {
    Deno.mkdirSync(folder, { recursive: true });
    const file = Deno.openSync(pathsOf(machine).join(folder, "setup.lock"), { create: true, write: true });
    if (!await file.tryLock(true)) {
      report({ kind: "note", text: "Another setup is running; waiting for it to finish" });
      await file.lock(true);
    }
    return file;
  } catch (error) {
    throw new SetupError({
      message: `Cannot write to "${folder}": ${error instanceof Error ? error.message : String(error)}`,
      hint: "Make that folder writable and run it again",
    });
  }
}

async function clearAway({ environment, report }: Work): Promise<void> {
  try {
    Deno.statSync(environment.folder);
  } catch {
    return; // The usual case: there is nothing to remove.
  }
  report({ kind: "phase", text: "Removing an unfinished environment" });
  await Deno.remove(environment.folder, { recursive: true });
  report({ kind: "done", text: "Removed an unfinished environment" });
}

async function install(work: Work): Promise<void> {
  await withUvOrPip(work, (uv) => installWithUv(uv, work), async (hasUvFailed) => {
    if (hasUvFailed) await clearAway(work);
    await installWithPip(work);
  });
}

function uvInstall(python: string): readonly string[] {
  return ["pip", "install", "--python", python];
}

async function installWithUv(uv: string, work: Work): Promise<void> {
  const { folder, python } = work.environment;
  // Seeded with pip, so that %pip works in a notebook.
  const make: CommandPrefix = [uv, "venv", "--no-project", "--seed", "--python", ">=3.10", folder];
  await phase(work, {
    command: make,
    doing: "Creating the environment with uv",
    done: () => "Created the environment with uv",
  });
  await installPackages(work, [uv, ...uvInstall(python), ...managedPackages, ...work.packages]);
}

async function installWithPip(work: Work): Promise<void> {
  const { folder, python } = work.environment;
  const found = await findPython(work.machine, work.signal);
  await phase(work, {
    command: [...found.command, "-m", "venv", folder],
    doing: `Creating the environment with Python ${found.version}`,
    done: () => `Created the environment with Python ${found.version}`,
  });
  await installPackages(work, [python, ...pipInstall, ...managedPackages, ...work.packages]);
}

const pipInstall = [
  ...["-m", "pip", "install", "--no-input", "--disable-pip-version-check"],
  ...["--progress-bar", "off", "--prefer-binary"],
];

async function installPackages(work: Work, command: CommandPrefix): Promise<void> {
  const count = new PackageCount();
  await phase(work, {
    command,
    doing: doingText(work),
    done: () => count.outcome,
    progress: (line) => {
      count.read(line);
      return count.progress;
    },
  });
  const check = "import jupyterlab, jupyter_server_ydoc, ipykernel, pandas, pyarrow, openpyxl, matplotlib";
  await phase(work, {
    command: [work.environment.python, "-c", check],
    doing: "Checking that all packages load",
    done: () => "Checked that all packages load",
  });
}

function doingText({ environment, packages, upgrade }: Work): string {
  if (!isComplete(environment)) return "Installing JupyterLab, collaboration, pandas and matplotlib";
  return upgrade ? "Upgrading the packages" : `Adding ${packages.join(", ")}`;
}

interface Phase {
  readonly command: CommandPrefix;
  readonly doing: string;
  readonly done: () => string;
  readonly progress?: (line: string) => string;
}

async function phase(work: Work, { command, doing, done, progress }: Phase): Promise<void> {
  let detail = "";
  const untrusted = new AbortController();
  work.report({ kind: "phase", text: doing });
  // Tools can be silent for a long time, so the elapsed time is shown.
  const tick = setInterval(() => work.report({ kind: "progress", text: detail || "working" }), 250);
  try {
    const onLine = (line: string) => {
      // pip would try again for a minute.
      if (certificateTrouble.test(line)) untrusted.abort();
      detail = progress?.(line) ?? "";
    };
    const signal = AbortSignal.any([untrusted.signal, ...(work.signal === undefined ? [] : [work.signal])]);
    const result = await runCommand(command, { env: work.machine.env, signal, onLine });
    if (!result.ok) throw explain(doing, result.lines, work);
  } finally {
    clearInterval(tick);
  }
  work.report({ kind: "done", text: done() });
}

function explain(doing: string, lines: readonly string[], { environment, signal }: Work): SetupError {
  const text = lines.join("\n");
  const failure = (state: string, hint: string) =>
    new SetupError({ message: `${doing} failed: ${state}`, hint, lines });
  if (signal?.aborted) return failure("interrupted", `Run ${typedCommand()} setup again to finish it`);
  if (/No space left on device|ENOSPC|os error 28/i.test(text)) {
    return failure(
      "the disk is full",
      `About 900 MB are needed in ${environment.folder}; free some space and run it again`,
    );
  }
  if (certificateTrouble.test(text)) {
    return failure(
      "the certificate of the package index is not trusted",
      "Behind a TLS proxy, set PIP_CERT and SSL_CERT_FILE to the PEM file of its authority, and run it again",
    );
  }
  if (networkTrouble.test(text)) {
    return failure(
      "the package index cannot be reached",
      "Check the network connection, or set HTTPS_PROXY or PIP_INDEX_URL, and run it again",
    );
  }
  const [, ofPip, ofUv] = absentPackage.exec(text) ?? [];
  const absent = ofPip ?? ofUv;
  if (absent !== undefined) {
    return failure(
      `the package index has no ${absent} for this Python`,
      "Check its name and version, or set PIP_INDEX_URL to an index that has it, and run it again",
    );
  }
  return failure("see the lines above", "Run it again; if it fails in the same way, the lines above say why");
}

/** As pip and uv report it; pip also reports it after network errors, which are therefore checked first. */
const absentPackage =
  /No matching distribution found for (\S+)|Because (\S+) was\s+not\s+found\s+in\s+the\s+package\s+registry/;

const certificateTrouble = /CERTIFICATE_VERIFY_FAILED|invalid peer certificate/i;

const networkTrouble =
  /NewConnectionError|Temporary failure in name resolution|Name or service not known|getaddrinfo|ConnectTimeout|ReadTimeout|Network is unreachable|Connection refused|dns error|Could not connect|error sending request|ProxyError|Failed to establish a new connection/i;

/** Why setup failed, what to do about it, and the output of the tool that failed. */
export class SetupError extends Error {
  override readonly name = "SetupError";
  readonly hint: string;
  readonly lines: readonly string[];

  constructor(
    reason: { readonly message: string; readonly hint: string; readonly lines?: readonly string[] },
  ) {
    super(reason.message);
    this.hint = reason.hint;
    this.lines = reason.lines ?? [];
  }
}

/** Finds a Python that can make environments. */

interface Python {
  readonly command: CommandPrefix;
  readonly version: string;
}

const oldest = { major: 3, minor: 9 } as const;

const names: readonly string[] = ["python3", "python", ...[14, 13, 12, 11, 10, 9].map((n) => `python3.${n}`)];

const probe = `import importlib.util as u, sys
print("%d %d %d" % sys.version_info[:3], bool(u.find_spec("venv") and u.find_spec("ensurepip")))`;

/** The first Python of PATH that is new enough and has venv; throws {@linkcode SetupError}. */
async function findPython(machine: Machine, signal?: AbortSignal): Promise<Python> {
  const seen: Probed[] = [];
  for (const command of candidates(machine)) {
    const found = await probePython(command, { machine, signal });
    if (found === undefined) continue;
    if (found.recent && found.venv) return { command, version: found.version };
    seen.push(found);
  }
  throw new SetupError(missingPython(seen));
}

interface Probed {
  readonly path: string;
  readonly version: string;
  readonly recent: boolean;
  readonly venv: boolean;
}

function candidates(machine: Machine): readonly CommandPrefix[] {
  const launcher = machine.os === "windows" ? findProgram("py", machine) : undefined;
  const found = names.flatMap((name) => findProgram(name, machine) ?? []);
  return [
    ...(launcher === undefined ? [] : [[launcher, "-3"] as const]),
    ...found.map((path) => [path] as const),
  ];
}

async function probePython(
  command: CommandPrefix,
  { machine, signal }: { readonly machine: Machine; readonly signal: AbortSignal | undefined },
): Promise<Probed | undefined> {
  const { ok, lines } = await runCommand([...command, "-c", probe], { env: machine.env, signal });
  const match = /^(\d+) (\d+) (\d+) (True|False)$/.exec(lines.at(-1) ?? "");
  if (!ok || match === null) return undefined;
  const [, major = "", minor = "", patch = "", venv] = match;
  const recent = Number(major) === oldest.major && Number(minor) >= oldest.minor;
  return { path: command[0], version: `${major}.${minor}.${patch}`, recent, venv: venv === "True" };
}

function missingPython(seen: readonly Probed[]): { message: string; hint: string } {
  const noVenv = seen.find((python) => python.recent);
  if (noVenv !== undefined) {
    return {
      message:
        `Cannot create an environment: Python ${noVenv.version} at "${noVenv.path}" has no venv module`,
      hint:
        "On Debian and Ubuntu run: sudo apt install python3-venv. Or install uv: https://docs.astral.sh/uv/",
    };
  }
  const old = seen[0];
  return {
    message: old === undefined
      ? "Cannot create an environment: there is no python3 on PATH"
      : `Cannot create an environment: Python ${old.version} at "${old.path}" is older than 3.9`,
    hint: "Install Python from https://www.python.org/downloads/ or uv from https://docs.astral.sh/uv/",
  };
}
