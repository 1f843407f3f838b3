/**
 * Turns a server's responses into checks. Pure.
 *
 * Responses are parsed by hand: a schema library in the launcher would slow down every start.
 */

import { tokenHint } from "../../base/net/hub_address.ts";
import type { Collaboration } from "../../base/net/server_extensions.ts";
import type { Environment } from "../../base/options.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { asRecord } from "../../base/json.ts";
import { tlsProblems } from "../../base/net/failure_reason.ts";
import type { Answer, Refused, Upgrade } from "./probe.ts";

const passwordFix = "Set JUPYTER_PASSWORD (or --password-file) to the password of this server";
const orPassword = "; if it uses a password instead, set JUPYTER_PASSWORD (or --password-file)";

/** The result of one check. */
export interface Check {
  readonly name: string;
  readonly state: "ok" | "warning" | "failed" | "skipped";
  /** What was found, in a few words. */
  readonly found: string;
  /** How to fix it, if there is something to fix. */
  readonly fix?: string;
}

/** The results that a check of this name can have. */
export function named(name: string) {
  const result = (state: Check["state"]) => (found: string, fix?: string): Check => ({
    name,
    state,
    found,
    ...(fix === undefined ? {} : { fix }),
  });
  return {
    ok: result("ok"),
    warning: result("warning"),
    failed: result("failed"),
    skipped: result("skipped"),
  };
}

/** Which Jupyter is used, and which others are running. */
export function checkChoice({ url, origin }: JupyterTarget, running: readonly string[]): Check {
  const { ok } = named("Jupyter");
  if (origin !== "discovered") return ok(`${url} (as given)`);
  const found = `${url} (found running on this machine)`;
  const others = running.filter((other) => other !== url);
  return others.length === 0 ? ok(found) : ok(
    found,
    `To use another one, give its address with --jupyter-url; also running: ${others.join(", ")}`,
  );
}

interface AddressOptions {
  /** The variable that names a proxy on the way, if there is one. */
  readonly proxy?: string | undefined;
}

/** Whether the address responds at all. */
export function checkAddress(
  target: JupyterTarget,
  answer: Answer,
  { proxy }: AddressOptions = {},
): Check {
  const { ok, failed } = named("Address");
  if (answer.kind === "silent") {
    if (tlsFixes.has(answer.reason)) return ok("a server is there");
    return proxy === undefined
      ? failed(answer.reason, silenceFix)
      : failed(`${answer.reason}, ${throughProxy}`, proxyFix(target, proxy));
  }
  const found = `answers in ${Math.round(answer.milliseconds)} ms`;
  if (answer.status === 200 && versionIn(answer) !== undefined) return ok(found);
  if (proxy !== undefined && proxyStatuses.includes(answer.status)) {
    const said = `answered with ${answer.status}, ${throughProxy}`;
    return failed(said, proxyFix(target, proxy));
  }
  return failed(`no Jupyter answers at ${target.url}`, addressFix);
}

export const addressFix =
  "Give the base address of a Jupyter server, such as http://localhost:8888/ or https://hub/user/NAME/";

const silenceFix =
  "Check that Jupyter is running there (jupyter server list) and that the address is correct";

const throughProxy = "possibly because of the proxy";
/** What a proxy itself responds: it requires a password, or cannot reach the server. */
const proxyStatuses: readonly number[] = [407, 502, 503, 504];

function proxyFix({ url }: JupyterTarget, variable: string): string {
  const { hostname } = new URL(url);
  return `Check that the proxy in ${variable} is correct and running, or bypass it: add ${hostname} to NO_PROXY. ${silenceFix}`;
}

const tlsFixes: ReadonlyMap<string, string> = new Map([
  [tlsProblems.untrusted, "Give the authority that signed it: --ca-cert PATH"],
  [
    tlsProblems.expired,
    "Renew the server's certificate; if it is still valid, correct this machine's clock",
  ],
  [
    tlsProblems.otherHost,
    "Use the host name that the certificate was issued for, or issue one for this host name",
  ],
  [tlsProblems.plain, "Use http:// in the address"],
  [tlsProblems.secure, "Use https:// in the address"],
]);

function versionIn(answer: Answer): string | undefined {
  const version = asRecord(bodyOf(answer)).version;
  return typeof version === "string" ? version : undefined;
}

/** The server's version; 2.0 is the first with the events and shared sessions that we rely on. */
export function checkVersion(answer: Answer): Check {
  const { ok, warning, skipped } = named("Version");
  const version = versionIn(answer);
  if (version === undefined) return skipped("not known");
  const found = `jupyter_server ${version}`;
  const recent = Number.parseInt(version) >= 2;
  return recent ? ok(found) : warning(found, "Update it: pip install --upgrade jupyterlab");
}

/** Whether the token is accepted, or the password if that is used instead. */
export function checkToken({ url, token, password }: JupyterTarget, answer: Answer | Refused): Check {
  const byPassword = token === "" && password !== undefined;
  const { ok, failed } = named(byPassword ? "Password" : "Token");
  const isGiven = byPassword || token !== "";
  if (answer.kind === "silent") return failed(answer.reason);
  if (answer.kind === "answered" && answer.status === 200) {
    return ok(isGiven ? "accepted" : "not needed");
  }
  if (answer.kind === "refused" || [401, 403, 302].includes(answer.status)) {
    const fix = byPassword ? passwordFix : `${tokenHint(url)}${isGiven ? "" : orPassword}`;
    return failed(isGiven ? "refused" : "none given", fix);
  }
  return failed(`the server answered ${answer.status}`, "See Jupyter's own log");
}

/** The kernels that can be started, and how many run. */
export function checkKernels(specsAnswer: Answer, runningAnswer: Answer): Check {
  const { ok, failed } = named("Kernels");
  const { default: initial, kernelspecs } = asRecord(bodyOf(specsAnswer));
  if (kernelspecs === undefined) return failed("the list cannot be read");
  const names = Object.keys(asRecord(kernelspecs));
  if (names.length === 0) {
    return failed("none installed", "Install one: pip install ipykernel");
  }
  const running = bodyOf(runningAnswer);
  const count = Array.isArray(running) ? `, ${running.length} running` : "";
  return ok(`${names.join(", ")} (default ${initial})${count}`);
}

/** Whether WebSockets work, which kernels need. They bypass the proxy of the environment. */
export function checkWebSocket(upgrade: Upgrade, proxy: Check): Check {
  const { ok, failed, skipped } = named("WebSocket");
  if (upgrade === "opens") return ok("opens");
  if (upgrade === "absent") {
    // Servers before 2.0 and gateways have WebSockets for kernels only, and doctor does not start a kernel.
    return skipped("not tested: this server offers WebSockets for kernels only");
  }
  return proxy.state === "warning"
    ? failed(
      "cannot be opened: kernels are reached directly, not through the proxy",
      "Let this machine reach Jupyter without the proxy, or use an SSH tunnel",
    )
    : failed(
      "does not open",
      "Configure the proxy in front of Jupyter to pass WebSockets (the headers Upgrade and Connection)",
    );
}

/** Which extension provides collaboration. Both addresses accept other methods only: 405 if they exist. */
export function collaborationBehind(collaboration: Answer, documents: Answer): Collaboration {
  if (exists(collaboration)) return "jupyter-collaboration";
  return exists(documents) ? "jupyter-server-documents" : "none";
}

const reloadPages = "then reload all open pages: they do not share documents before";

/** Whether Jupyter has real-time collaboration, and its pages use it. */
export function checkCollaboration(found: Collaboration, isOff = false): Check {
  const { ok, warning } = named("Collaboration");
  if (isOff) {
    return warning(
      `${found} is installed, but JupyterLab's pages do not use it`,
      "Start Jupyter without --YDocExtension.disable_rtc, with the extension @jupyter/docprovider-extension enabled; " +
        reloadPages,
    );
  }
  if (found !== "none") return ok(found);
  return warning(
    "not installed: Jupyter cannot share documents",
    `Save open notebooks; in Jupyter's environment: pip install jupyter-collaboration; restart Jupyter; ${reloadPages}`,
  );
}

/** The extension of JupyterLab that comes with jupyter-collaboration, in its version. */
const documentExtensions: readonly string[] = [
  "jupyter-docprovider-extension",
  "jupyter-collaboration-extension",
];
/** The first version that loads documents without items it never stored; no later version is known to be fixed. */
const firstLossy = 5;

/** Whether documents are complete when they are opened again after a minute. */
export function checkStore(extensions: Answer): Check {
  const { ok, warning, skipped } = named("Store");
  const list = bodyOf(extensions);
  const known = (Array.isArray(list) ? list : []).map(asRecord).find(({ name }) =>
    documentExtensions.includes(String(name))
  );
  const version = known?.installed_version;
  if (typeof version !== "string") {
    return skipped("the version of jupyter-collaboration cannot be read");
  }
  const found = `jupyter-collaboration ${version}`;
  if (Number.parseInt(version) < firstLossy) return ok(found);
  return warning(
    `${found} can lose part of what it stores of a document beside its file: a page may show a notebook without ` +
      "its last cells, which the file still has. Jupyter does not report whether it stores anything",
    "Start Jupyter with --SQLiteYStore.db_path=:memory:; if it already does, this warning does not apply. A " +
      "store in temporary files (TempFileYStore) loses the same",
  );
}

function exists(answer: Answer): boolean {
  return answer.kind === "answered" && answer.status === 405;
}

/** What the user sees in the browser, and the notebooks that have a kernel now. */
export function checkBrowser(collaboration: Check, answer: Answer): Check {
  const { ok, warning, skipped } = named("Browser");
  const sessions = bodyOf(answer);
  if (!Array.isArray(sessions)) {
    return skipped("the list of open notebooks cannot be read");
  }
  const paths = sessions.map(asRecord).filter(({ type }) => type === "notebook").map(({ path }) =>
    String(path)
  );
  const shown = paths.slice(0, 3).join(", ") + (paths.length > 3 ? `, and ${paths.length - 3} more` : "");
  const open = paths.length === 0 ? "no notebook has a kernel now" : `with a kernel now: ${shown}`;
  return collaboration.state === "ok"
    ? ok(
      `open notebooks show the AI's work at once (reload pages opened before it was installed); ${open}`,
    )
    : warning(
      `the AI does not edit notebooks that are open in a browser; ${open}`,
      "Close the notebook while the AI edits it, or use jupyter-collaboration",
    );
}

/** Whether the program is also served inside Jupyter, by the extension of the Python package. */
export function checkInside(target: JupyterTarget, answer: Answer | undefined): Check {
  const { ok, skipped } = named("In Jupyter");
  const { name: program, version } = asRecord(answer && bodyOf(answer));
  return program === "jupyter-mcp"
    ? ok(`version ${version} at ${target.url}mcp`)
    : skipped("not served at /mcp; to do so, install our Python package into Jupyter's environment");
}

const mostSkewMs = 60_000;

/** Whether the two clocks agree, as ages and times come from both. */
export function checkClock(answer: Answer, now: number): Check {
  const { ok, warning, skipped } = named("Clock");
  const date = answer.kind === "answered" ? Date.parse(answer.headers.get("date") ?? "") : NaN;
  if (Number.isNaN(date)) return skipped("the server does not report its time");
  const skew = Math.abs(now - date);
  return skew < mostSkewMs ? ok("agrees with the server") : warning(
    `${Math.round(skew / 60_000)} min difference to the server`,
    "Correct the clock of one of the machines: ages of runs and sessions are wrong",
  );
}

/** Whether a proxy is used. */
export function checkProxy(target: JupyterTarget, env: Environment): Check {
  const { ok, warning } = named("Proxy");
  const variable = proxyVariable(target, env);
  if (variable === undefined) return ok("none set");
  const { hostname } = new URL(target.url);
  if (proxyFor(target, env) === undefined) {
    return ok(`${variable} is set; ${hostname} bypasses it`);
  }
  return warning(
    `requests to ${hostname} go through ${variable}`,
    `To bypass it, add ${hostname} to NO_PROXY`,
  );
}

/** The variable with the proxy that requests go through, if they do. Loopback addresses bypass it in any case. */
export function proxyFor(target: JupyterTarget, env: Environment): string | undefined {
  const { hostname } = new URL(target.url);
  if (/^(localhost|127\.|\[::1\])/.test(hostname) || isBypassed(hostname, env)) return undefined;
  return proxyVariable(target, env);
}

function proxyVariable({ url }: JupyterTarget, env: Environment): string | undefined {
  const own = url.startsWith("https:") ? ["HTTPS_PROXY", "https_proxy"] : ["HTTP_PROXY", "http_proxy"];
  return [...own, "ALL_PROXY", "all_proxy"].find((candidate) => env[candidate]);
}

function isBypassed(hostname: string, env: Environment): boolean {
  const hosts = (env.NO_PROXY || env.no_proxy || "").split(",").map((host) =>
    host.trim().replace(/^\*?\./, "")
  );
  return hosts.some((host) =>
    host === "*" || (host !== "" && (hostname === host || hostname.endsWith(`.${host}`)))
  );
}

/** Whether the connection is encrypted, or does not need to be. */
export function checkTls(target: JupyterTarget, answer: Answer): Check {
  const { ok, warning, failed } = named("TLS");
  if (answer.kind === "silent") {
    return failed(answer.reason, tlsFixes.get(answer.reason) ?? silenceFix);
  }
  const { protocol, hostname } = new URL(target.url);
  if (protocol === "https:") return ok("encrypted, certificate trusted");
  if (/^(localhost|127\.|\[::1\])/.test(hostname)) {
    return ok("not needed on this machine");
  }
  return warning(
    "not encrypted: the token is sent in clear text",
    "Use https, or an SSH tunnel: ssh -L 8888:localhost:8888 HOST",
  );
}

function bodyOf(answer: Answer): unknown {
  return answer.kind === "answered" ? answer.body : undefined;
}
