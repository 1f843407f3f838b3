/**
 * From what a server answered to what is right or wrong with it. Pure.
 *
 * Answers are read by hand: a schema library in the launcher would slow down every start.
 */

import { tokenHint } from "../../base/net/hub_address.ts";
import type { Collaboration } from "../../base/net/server_extensions.ts";
import type { Environment } from "../../base/options.ts";
import type { JupyterTarget } from "../../base/protocol.ts";
import { fieldsOf } from "../fields_of.ts";
import type { Check } from "./check.ts";
import type { Refused } from "./enter.ts";
import { type Answer, tlsTroubles } from "./probe.ts";
import type { Upgrade } from "./try_upgrade.ts";

const passwordFix = "Set JUPYTER_PASSWORD (or --password-file) to the password of this server";
const orPassword = "; where it has a password instead, JUPYTER_PASSWORD (or --password-file)";

/** Which Jupyter is meant, and which others could be. */
export function checkChoice({ url, origin }: JupyterTarget, running: readonly string[]): Check {
  const name = "Jupyter";
  if (origin !== "discovered") return { name, state: "ok", found: `${url} (as given)` };
  const found = `${url} (found running on this machine)`;
  const others = running.filter((other) => other !== url);
  return others.length === 0 ? { name, state: "ok", found } : {
    name,
    state: "ok",
    found,
    fix: `If another is meant, give its address with --jupyter-url: ${others.join(", ")} run${
      others.length === 1 ? "s" : ""
    } too`,
  };
}

export interface AddressOptions {
  /** The variable that names a proxy on the way, if there is one. */
  readonly proxy?: string | undefined;
}

/** Whether the address answers at all. */
export function checkAddress(
  target: JupyterTarget,
  answer: Answer,
  { proxy }: AddressOptions = {},
): Check {
  const name = "Address";
  if (answer.kind === "silent") {
    if (tlsFixes.has(answer.reason)) return { name, state: "ok", found: "a server is there" };
    return proxy === undefined
      ? { name, state: "failed", found: answer.reason, fix: silenceFix }
      : { name, state: "failed", found: `${answer.reason}, ${throughProxy}`, fix: proxyFix(target, proxy) };
  }
  const found = `answers in ${Math.round(answer.milliseconds)} ms`;
  if (answer.status === 200 && versionIn(answer) !== undefined) return { name, state: "ok", found };
  if (proxy !== undefined && proxyStatuses.includes(answer.status)) {
    const said = `answered with ${answer.status}, ${throughProxy}`;
    return { name, state: "failed", found: said, fix: proxyFix(target, proxy) };
  }
  return {
    name,
    state: "failed",
    found: `no Jupyter answers at ${target.url}`,
    fix: addressFix,
  };
}

export const addressFix =
  "Give the base address of a Jupyter server, such as http://localhost:8888/ or https://hub/user/NAME/";

const silenceFix = "Check that Jupyter runs there (jupyter server list) and that the address is right";

const throughProxy = "which may be the proxy's doing";
/** What a proxy says of itself: that it wants a password, or cannot reach the server. */
const proxyStatuses: readonly number[] = [407, 502, 503, 504];

function proxyFix({ url }: JupyterTarget, variable: string): string {
  const { hostname } = new URL(url);
  return `Check that the proxy in ${variable} is right and runs, or go past it: add ${hostname} to NO_PROXY. ${silenceFix}`;
}

const tlsFixes: ReadonlyMap<string, string> = new Map([
  [tlsTroubles.untrusted, "Give the authority that signed it: --ca-cert PATH"],
  [
    tlsTroubles.expired,
    "Renew the server's certificate; if it is still good, set this machine's clock right",
  ],
  [
    tlsTroubles.otherHost,
    "Use the host name that the certificate was made for, or have it made for this one",
  ],
  [tlsTroubles.plain, "Use http:// in the address"],
  [tlsTroubles.secure, "Use https:// in the address"],
]);

function versionIn(answer: Answer): string | undefined {
  const version = fieldsOf(bodyOf(answer)).version;
  return typeof version === "string" ? version : undefined;
}

/** The server's version; 2.0 is the first with the events and shared sessions that we rely on. */
export function checkVersion(answer: Answer): Check {
  const name = "Version";
  const version = versionIn(answer);
  if (version === undefined) return { name, state: "skipped", found: "not known" };
  const found = `jupyter_server ${version}`;
  const recent = Number.parseInt(version) >= 2;
  return recent
    ? { name, state: "ok", found }
    : { name, state: "warning", found, fix: "Update it: pip install --upgrade jupyterlab" };
}

/** Whether the token is accepted, or the password where there is one instead. */
export function checkToken({ url, token, password }: JupyterTarget, answer: Answer | Refused): Check {
  const byPassword = token === "" && password !== undefined;
  const name = byPassword ? "Password" : "Token";
  const isGiven = byPassword || token !== "";
  if (answer.kind === "silent") return { name, state: "failed", found: answer.reason };
  if (answer.kind === "answered" && answer.status === 200) {
    return { name, state: "ok", found: isGiven ? "accepted" : "not needed" };
  }
  if (answer.kind === "refused" || [401, 403, 302].includes(answer.status)) {
    const fix = byPassword ? passwordFix : `${tokenHint(url)}${isGiven ? "" : orPassword}`;
    return { name, state: "failed", found: isGiven ? "refused" : "none given", fix };
  }
  return {
    name,
    state: "failed",
    found: `the server answered ${answer.status}`,
    fix: "Look at Jupyter's own log",
  };
}

/** The kernels that can be started, and how many run. */
export function checkKernels(specsAnswer: Answer, runningAnswer: Answer): Check {
  const name = "Kernels";
  const { default: initial, kernelspecs } = fieldsOf(bodyOf(specsAnswer));
  if (kernelspecs === undefined) return { name, state: "failed", found: "the list cannot be read" };
  const names = Object.keys(fieldsOf(kernelspecs));
  if (names.length === 0) {
    return { name, state: "failed", found: "none installed", fix: "Install one: pip install ipykernel" };
  }
  const running = bodyOf(runningAnswer);
  const count = Array.isArray(running) ? `, ${running.length} running` : "";
  return { name, state: "ok", found: `${names.join(", ")} (default ${initial})${count}` };
}

/** Whether WebSockets get through; kernels cannot be used without. They go past a proxy of the environment. */
export function checkWebSocket(upgrade: Upgrade, proxy: Check): Check {
  const name = "WebSocket";
  if (upgrade === "opens") return { name, state: "ok", found: "opens" };
  if (upgrade === "absent") {
    // Servers before 2.0 and gateways have none but those of kernels, and a look starts no kernel.
    return { name, state: "skipped", found: "this server has one for kernels alone, which was not tried" };
  }
  return proxy.state === "warning"
    ? {
      name,
      state: "failed",
      found: "does not open: kernels are reached directly, not through the proxy",
      fix: "Let this machine reach Jupyter without the proxy, or use an SSH tunnel",
    }
    : {
      name,
      state: "failed",
      found: "does not open",
      fix: "Let the proxy in front of Jupyter pass WebSockets (the headers Upgrade and Connection)",
    };
}

/** Which extension shares documents. Both addresses take other methods only: 405 where they exist. */
export function collaborationBehind(collaboration: Answer, documents: Answer): Collaboration {
  if (exists(collaboration)) return "jupyter-collaboration";
  return exists(documents) ? "jupyter-server-documents" : "none";
}

/** Whether Jupyter has shared documents. */
export function checkCollaboration(found: Collaboration): Check {
  const name = "Collaboration";
  if (found !== "none") return { name, state: "ok", found };
  return {
    name,
    state: "warning",
    found: "Jupyter has no shared documents",
    fix: "In Jupyter's environment: pip install jupyter-collaboration, then restart Jupyter",
  };
}

/** The extension of JupyterLab that comes with jupyter-collaboration, in its version. */
const documentExtensions: readonly string[] = [
  "jupyter-docprovider-extension",
  "jupyter-collaboration-extension",
];
/** The first version that loads documents without items that it never stored; none is known that does not. */
const firstLossy = 5;

/** Whether documents that nobody had open for a minute come back whole in every page. */
export function checkStore(extensions: Answer): Check {
  const name = "Store";
  const list = bodyOf(extensions);
  const known = (Array.isArray(list) ? list : []).map(fieldsOf).find(({ name }) =>
    documentExtensions.includes(String(name))
  );
  const version = known?.installed_version;
  if (typeof version !== "string") {
    return { name, state: "skipped", found: "the version of jupyter-collaboration cannot be read" };
  }
  const found = `jupyter-collaboration ${version}`;
  if (Number.parseInt(version) < firstLossy) return { name, state: "ok", found };
  return {
    name,
    state: "warning",
    found: `${found} loses parts of its store: a page can show a notebook without its last cells`,
    fix: "Start Jupyter with --SQLiteYStore.db_path=:memory: if you do not yet; nothing is lost in the files",
  };
}

function exists(answer: Answer): boolean {
  return answer.kind === "answered" && answer.status === 405;
}

/** What a person sees in the browser, and the notebooks that have a kernel there now. */
export function checkBrowser(collaboration: Check, answer: Answer): Check {
  const name = "Browser";
  const sessions = bodyOf(answer);
  if (!Array.isArray(sessions)) return { name, state: "skipped", found: "the open notebooks cannot be read" };
  const paths = sessions.map(fieldsOf).filter(({ type }) => type === "notebook").map(({ path }) =>
    String(path)
  );
  const shown = paths.slice(0, 3).join(", ") + (paths.length > 3 ? `, and ${paths.length - 3} more` : "");
  const open = paths.length === 0 ? "none has a kernel now" : `with a kernel now: ${shown}`;
  return collaboration.state === "ok"
    ? { name, state: "ok", found: `an open notebook shows the AI's work at once; ${open}` }
    : {
      name,
      state: "warning",
      found: `the AI does not edit a notebook while a page has it open; ${open}`,
      fix: "Close the notebook while the AI edits it, or install jupyter-collaboration",
    };
}

/** Whether the program is also served inside Jupyter, by the extension that the Python package brings. */
export function checkInside(target: JupyterTarget, answer: Answer | undefined): Check {
  const name = "In Jupyter";
  const { name: program, version } = fieldsOf(answer && bodyOf(answer));
  return program === "jupyter-mcp"
    ? { name, state: "ok", found: `version ${version} at ${target.url}mcp` }
    : {
      name,
      state: "skipped",
      found: "not served at mcp; our Python package in Jupyter's environment does that",
    };
}

const mostSkewMs = 60_000;

/** Whether the two clocks agree, as ages and times in answers are told by both. */
export function checkClock(answer: Answer, now: number): Check {
  const name = "Clock";
  const date = answer.kind === "answered" ? Date.parse(answer.headers.get("date") ?? "") : NaN;
  if (Number.isNaN(date)) return { name, state: "skipped", found: "the server does not tell its time" };
  const skew = Math.abs(now - date);
  return skew < mostSkewMs ? { name, state: "ok", found: "agrees with the server's" } : {
    name,
    state: "warning",
    found: `${Math.round(skew / 60_000)} min apart from the server's`,
    fix: "Set the clock of one of the machines right: ages of runs and sessions are shown wrongly",
  };
}

/** Whether a proxy stands in the way. */
export function checkProxy(target: JupyterTarget, env: Environment): Check {
  const name = "Proxy";
  const variable = proxyVariable(target, env);
  if (variable === undefined) return { name, state: "ok", found: "none set" };
  const { hostname } = new URL(target.url);
  if (proxyFor(target, env) === undefined) {
    return { name, state: "ok", found: `${variable} is set; ${hostname} bypasses it` };
  }
  return {
    name,
    state: "warning",
    found: `requests to ${hostname} go through ${variable}`,
    fix: `If that is not wanted, add ${hostname} to NO_PROXY`,
  };
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

/** Whether an encrypted connection comes about, and else whether what is sent can be read on its way. */
export function checkTls(target: JupyterTarget, answer: Answer): Check {
  const name = "TLS";
  if (answer.kind === "silent") {
    return { name, state: "failed", found: answer.reason, fix: tlsFixes.get(answer.reason) ?? silenceFix };
  }
  const { protocol, hostname } = new URL(target.url);
  if (protocol === "https:") return { name, state: "ok", found: "encrypted, certificate trusted" };
  if (/^(localhost|127\.|\[::1\])/.test(hostname)) {
    return { name, state: "ok", found: "not needed on this machine" };
  }
  return {
    name,
    state: "warning",
    found: "not encrypted: the token travels in the clear",
    fix: "Use https, or an SSH tunnel: ssh -L 8888:localhost:8888 HOST",
  };
}

function bodyOf(answer: Answer): unknown {
  return answer.kind === "answered" ? answer.body : undefined;
}
