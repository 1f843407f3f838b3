/** Checks a Jupyter server step by step; checks that depend on a failed one are not made. */

import { tlsProblems } from "../../base/net/failure_reason.ts";
import { bareHub, type HubAddress, hubAddress, isStopped } from "../../base/net/hub_address.ts";
import {
  collaborationAmong,
  extensionsIn,
  isSharingDisabled,
  labExtension,
  labPage,
} from "../../base/net/server_extensions.ts";
import { createLogger } from "../../base/log.ts";
import type { Options } from "../../base/options.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { findJupyter } from "../jupyter/target.ts";
import { findJupyterLab } from "../jupyter/environment.ts";
import { ownedPorts } from "../jupyter/server_files.ts";
import { typedCommand } from "../own_program.ts";
import { processIsOurs } from "../processes.ts";
import type { Machine } from "../user_folders.ts";
import {
  type Check,
  checkAddress,
  checkBrowser,
  checkChoice,
  checkClock,
  checkCollaboration,
  checkInside,
  checkKernels,
  checkProxy,
  checkStore,
  checkTls,
  checkToken,
  checkVersion,
  checkWebSocket,
  collaborationBehind,
  named,
  proxyFor,
} from "./checks.ts";
import { type Answer, type LoggedIn, logIn, probe, testWebSocket, textAt } from "./probe.ts";
import { checkBareHub, checkHubToken, checkStopped, startCheck, userIn } from "./hub_checks.ts";

interface ExamineOptions {
  readonly machine: Machine;
  /** Addresses of the servers that run on this machine. */
  readonly running: readonly string[];
}

/** Yields each check as soon as it is made. */
export async function* examine(
  target: JupyterTarget,
  { machine, running }: ExamineOptions,
): AsyncGenerator<Check> {
  if (target.origin === "managed") return yield managedCheck(machine);
  yield checkChoice(target, running);
  const proxy = checkProxy(target, machine.env);
  yield proxy;
  const answer = await probeBothSchemes(target);
  const bare = answer.kind === "answered" ? bareHub(target.url, answer) : undefined;
  if (bare !== undefined) return yield checkBareHub(bare, userIn(await askWhose(target, `${bare}hub/`)));
  const hub = hubAddress(target.url);
  const stopped = hub !== undefined && answer.kind === "answered" && isStopped(answer) ? hub : undefined;
  const address = stopped === undefined
    ? checkAddress(target, answer, { proxy: proxyFor(target, machine.env) })
    : checkStopped(answer);
  yield address;
  if (address.state === "failed") return;
  const tls = checkTls(target, answer);
  yield tls;
  if (tls.state === "failed") return;
  if (stopped !== undefined) return yield* examineStopped(target, { hub: stopped, answer });
  yield checkVersion(answer);
  yield checkClock(answer, Date.now());
  const login = await logIn(target);
  const token = checkToken(
    target,
    login.kind === "logged_in" ? await probe(target, "api/status", login) : login,
  );
  yield token;
  if (token.state === "failed" || login.kind !== "logged_in") return;
  // A store of a Jupyter that this program has started is new each time.
  const port = Number(new URL(target.url).port);
  const isOurs = ownedPorts(machine, "background", processIsOurs).has(port);
  yield* examineInside(target, { headers: login.headers, proxy, isOurs });
}

/** The first check of the given or a running server that fails. */
export async function problemOf(
  { options, machine }: { readonly options: Options; readonly machine: Machine },
): Promise<Check | undefined> {
  const logger = createLogger({ level: "error" });
  const target = await findJupyter({ options, machine, cwd: Deno.cwd(), logger });
  if (target === undefined) return undefined;
  for await (const check of examine(target, { machine, running: [] })) {
    if (check.state === "failed") return check;
  }
  return undefined;
}

interface Stopped {
  readonly hub: HubAddress;
  readonly answer: Answer;
}

/** What can be checked about a hub's server before it runs. */
async function* examineStopped(target: JupyterTarget, { hub, answer }: Stopped): AsyncGenerator<Check> {
  yield checkClock(answer, Date.now());
  const token = checkHubToken(target, hub, await askWhose(target, hub.hub));
  yield token;
  if (token.state === "ok") yield startCheck;
}

/** Asks a hub whose the token is. */
function askWhose(target: JupyterTarget, hub: string): Promise<Answer> {
  return probe(target, `${hub}api/user`, { headers: { Authorization: `token ${target.token}` } });
}

/** A server of the other scheme closes the connection or does not respond: finds out whether that is the reason. */
async function probeBothSchemes(target: JupyterTarget): Promise<Answer> {
  const answer = await probe(target, "api");
  if (answer.kind === "answered" || isAboutCertificate(answer.reason)) return answer;
  const isSecure = target.url.startsWith("https:");
  const url = target.url.replace(/^https?/, isSecure ? "http" : "https");
  const other = await probe({ ...target, url }, "api");
  const answers = other.kind === "answered" ? other.status === 200 : isAboutCertificate(other.reason);
  if (!answers) return answer;
  return { kind: "silent", reason: isSecure ? tlsProblems.plain : tlsProblems.secure };
}

function isAboutCertificate(reason: string): boolean {
  const { untrusted, expired, otherHost } = tlsProblems;
  return [untrusted, expired, otherHost].some((trouble) => trouble === reason);
}

/** The name of the extension of the Python package. */
const ownExtension = "jupyter_live_mcp";

interface Inside extends Pick<LoggedIn, "headers"> {
  readonly proxy: Check;
  /** Whether this program has started it. */
  readonly isOurs: boolean;
}

/** Checks that require authentication. */
async function* examineInside(
  target: JupyterTarget,
  { headers, proxy, isOurs }: Inside,
): AsyncGenerator<Check> {
  const look = (path: string) => probe(target, path, { headers });
  yield checkKernels(await look("api/kernelspecs"), await look("api/kernels"));
  yield checkWebSocket(await testWebSocket(target, headers), proxy);
  const extensions = extensionsIn(await textAt(target, "metrics", { headers }));
  // Jupyter logs each refusal: addresses that may not exist are requested only if the metrics name no extensions.
  const found = extensions === undefined
    ? collaborationBehind(await look("api/collaboration/session/x"), await look("api/fileid/index"))
    : collaborationAmong(extensions);
  const mayBeOff = found === "jupyter-collaboration" && extensions?.has(labExtension) !== false;
  const isOff = mayBeOff && isSharingDisabled(await textAt(target, labPage, { headers })) === true;
  const collaboration = checkCollaboration(found, isOff);
  yield collaboration;
  if (collaboration.found === "jupyter-collaboration" && !isOurs) {
    yield checkStore(await look("lab/api/extensions"));
  }
  yield checkBrowser(collaboration, await look("api/sessions"));
  const isInside = extensions === undefined || extensions.has(ownExtension);
  yield checkInside(target, isInside ? await look("mcp/about") : undefined);
}

/** What is started if no server is given or running. */
export function managedCheck(machine: Machine): Check {
  const { failed, skipped } = named("Jupyter");
  const lab = findJupyterLab(machine);
  return lab === undefined
    ? failed(
      "no server is running on this machine, and none is installed",
      `Run ${typedCommand(machine)} setup, or give the address of a server: --jupyter-url URL`,
    )
    : skipped(`not tested: no server is running; ${lab.join(" ")} is started when needed`);
}
