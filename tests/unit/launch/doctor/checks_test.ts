import assert from "node:assert/strict";
import {
  checkAddress,
  checkBrowser,
  checkChoice,
  checkClock,
  checkCollaboration,
  checkKernels,
  checkProxy,
  checkStore,
  checkTls,
  checkToken,
  checkVersion,
  checkWebSocket,
  collaborationBehind,
  proxyFor,
} from "../../../../src/launch/doctor/checks.ts";
import { failureReason } from "../../../../src/base/net/failure_reason.ts";
import type { Answer } from "../../../../src/launch/doctor/probe.ts";

const here = { url: "http://localhost:8888/", token: "t", origin: "given" } as const;
const there = { url: "https://hub.example/user/ana/", token: "t", origin: "given" } as const;

function answered(status: number, body?: unknown, headers: Record<string, string> = {}): Answer {
  return { kind: "answered", status, body, headers: new Headers(headers), milliseconds: 3 };
}

const silent = (reason: string): Answer => ({ kind: "silent", reason });

Deno.test("checkAddress tells a Jupyter from anything else", () => {
  assert.equal(checkAddress(here, answered(200, { version: "2.1.0" })).state, "ok");
  assert.match(
    checkAddress(here, answered(200, [])).found,
    /no Jupyter answers at http:\/\/localhost:8888\//,
  );
  assert.equal(checkAddress(here, silent("connection refused")).state, "failed");
});

Deno.test("checkAddress suspects the proxy if requests go through one", () => {
  const proxy = proxyFor(there, { HTTPS_PROXY: "http://proxy:3128" });
  for (const answer of [silent("connection refused"), answered(503), answered(407)]) {
    const { state, found, fix } = checkAddress(there, answer, { proxy });
    assert.equal(state, "failed");
    assert.match(found, /, possibly because of the proxy$/);
    assert.match(
      fix ?? "",
      /^Check that the proxy in HTTPS_PROXY is correct.*: add hub\.example to NO_PROXY\. Check/,
    );
    assert.doesNotMatch(JSON.stringify(checkAddress(there, answer)), /proxy/);
  }
  assert.doesNotMatch(checkAddress(there, answered(404), { proxy }).found, /proxy/);
});

Deno.test("what is wrong with TLS is told under its name, each with its own cure", () => {
  for (
    const [said, found, fix] of [
      ["invalid peer certificate: UnknownIssuer", /not trusted/, /--ca-cert/],
      ["invalid peer certificate: Expired", /expired/, /Renew/],
      ["certificate has expired", /expired/, /Renew/],
      ["invalid peer certificate: certificate not valid for name", /another host name/, /Use the host name/],
      ["Hostname/IP does not match certificate's altnames", /another host name/, /Use the host name/],
      [
        "Host: localhost. is not in the cert's altnames: DNS:hub.example",
        /another host/,
        /Use the host name/,
      ],
      [
        'not valid for name "localhost"; only for DnsName("hub.example")',
        /another host/,
        /Use the host name/,
      ],
      ["received corrupt message of type InvalidContentType", /does not speak https/, /http:\/\//],
    ] as const
  ) {
    const answer = silent(failureReason(new TypeError("fetch failed", { cause: new Error(said) })));
    assert.equal(checkAddress(there, answer).state, "ok", said);
    const check = checkTls(there, answer);
    assert.equal(check.state, "failed", said);
    assert.match(check.found, found);
    assert.match(check.fix ?? "", fix);
  }
});

Deno.test("a server that hangs up on TLS is not said to have a certificate", () => {
  for (
    const said of [
      "client error (Connect): tls handshake eof",
      "Client network socket disconnected before secure TLS connection was established",
    ]
  ) {
    assert.equal(
      failureReason(new TypeError("fetch failed", { cause: new Error(said) })),
      "the connection failed",
    );
  }
});

Deno.test("checkChoice names the other servers that run here, if none was given", () => {
  const found = { ...here, origin: "discovered" } as const;
  const other = "http://localhost:8889/";
  assert.match(
    checkChoice(found, [here.url, other]).fix ?? "",
    /--jupyter-url; also running: http:\/\/localhost:8889\/$/,
  );
  assert.equal(checkChoice(found, [here.url]).fix, undefined);
  assert.equal(checkChoice(here, [other]).fix, undefined);
});

Deno.test("checkVersion warns of a server before 2.0", () => {
  assert.equal(checkVersion(answered(200, { version: "2.21.1" })).state, "ok");
  assert.equal(checkVersion(answered(200, { version: "1.24.0" })).state, "warning");
});

Deno.test("checkToken tells a missing token from a refused one", () => {
  assert.equal(checkToken(here, answered(200)).found, "accepted");
  assert.equal(checkToken({ ...here, token: "" }, answered(200)).found, "not needed");
  assert.equal(checkToken(here, answered(403)).found, "refused");
  assert.equal(checkToken({ ...here, token: "" }, answered(403)).found, "none given");
  assert.match(checkToken(here, answered(500)).found, /500/);
  assert.match(checkToken(here, answered(403)).fix ?? "", /jupyter server list/);
  assert.match(checkToken(there, answered(403)).fix ?? "", /https:\/\/hub\.example\/hub\/token/);
});

Deno.test("checkKernels lists what can be started", () => {
  const specs = answered(200, { default: "python3", kernelspecs: { python3: {}, ir: {} } });
  assert.equal(checkKernels(specs, answered(200, [{}])).found, "python3, ir (default python3), 1 running");
  const none = checkKernels(answered(200, { default: "", kernelspecs: {} }), answered(200, []));
  assert.deepEqual([none.state, none.fix], ["failed", "Install one: pip install ipykernel"]);
});

Deno.test("checkWebSocket blames a proxy of the environment only if requests go through one", () => {
  const proxied = checkProxy(there, { HTTPS_PROXY: "http://proxy:3128" });
  assert.match(checkWebSocket("refused", proxied).found, /not through the proxy/);
  assert.match(checkWebSocket("refused", checkProxy(there, {})).fix ?? "", /in front of Jupyter/);
  assert.equal(checkWebSocket("opens", proxied).state, "ok");
  assert.equal(checkWebSocket("absent", proxied).state, "skipped");
});

Deno.test("checkCollaboration finds either extension, and warns of neither", () => {
  const check = (...answers: readonly [Answer, Answer]) =>
    checkCollaboration(collaborationBehind(...answers));
  assert.match(check(answered(405), answered(404)).found, /^jupyter-collaboration/);
  assert.match(check(answered(404), answered(405)).found, /^jupyter-server-documents/);
  const none = check(answered(404), answered(404));
  assert.equal(none.state, "warning");
  assert.match(none.fix ?? "", /reload all open pages/);
  const off = checkCollaboration("jupyter-collaboration", true);
  assert.equal(off.state, "warning");
  assert.match(off.fix ?? "", /disable_rtc/);
});

for (
  const [version, state] of [["4.1.2", "ok"], ["5.0.4", "warning"], ["10.0.0", "warning"]] as const
) {
  Deno.test(`checkStore says ${state} of jupyter-collaboration ${version}`, () => {
    const extensions = [{ name: "jupyterlab_pygments", installed_version: "0.3.0" }, {
      name: "jupyter-docprovider-extension",
      installed_version: version,
    }];
    const check = checkStore(answered(200, extensions));
    assert.equal(check.state, state);
    assert.equal(check.fix?.includes("--SQLiteYStore.db_path=:memory:"), state === "ok" ? undefined : true);
  });
}

Deno.test("checkStore says nothing of a server that does not list its extensions", () => {
  assert.equal(checkStore(answered(404)).state, "skipped");
  assert.equal(checkStore(answered(200, [])).state, "skipped");
});

Deno.test("checkBrowser says when a person sees the AI's work, and names the first three notebooks", () => {
  const sessions = ["a", "b", "c", "d"].map((path) => ({ type: "notebook", path }));
  const answer = answered(200, [...sessions, { type: "console", path: "x" }]);
  const shared = { name: "Collaboration", state: "ok", found: "" } as const;
  const { state, found } = checkBrowser(shared, answer);
  assert.equal(state, "ok");
  assert.match(
    found,
    /at once \(reload pages opened before .*\); with a kernel now: a, b, c, and 1 more$/,
  );
  assert.equal(checkBrowser({ ...shared, state: "warning" }, answer).state, "warning");
});

Deno.test("checkClock compares with the server's date", () => {
  const now = Date.parse("2026-01-01T00:10:00Z");
  const at = (date: string) => checkClock(answered(200, undefined, { date }), now);
  assert.equal(at("Thu, 01 Jan 2026 00:09:30 GMT").state, "ok");
  assert.match(at("Thu, 01 Jan 2026 00:00:00 GMT").found, /^10 min difference/);
  assert.equal(checkClock(answered(200), now).state, "skipped");
});

Deno.test("checkProxy knows that loopback and NO_PROXY bypass it", () => {
  assert.equal(checkProxy(there, {}).found, "none set");
  assert.equal(checkProxy(here, { HTTP_PROXY: "http://p" }).state, "ok");
  assert.equal(checkProxy(there, { HTTP_PROXY: "http://p" }).state, "ok");
  assert.equal(checkProxy(there, { HTTPS_PROXY: "http://p" }).state, "warning");
  assert.equal(checkProxy(there, { HTTPS_PROXY: "http://p", NO_PROXY: ".example" }).state, "ok");
  assert.equal(proxyFor(there, { HTTPS_PROXY: "http://p", NO_PROXY: ".example" }), undefined);
  assert.equal(proxyFor(here, { HTTP_PROXY: "http://p" }), undefined);
  assert.equal(proxyFor(there, { all_proxy: "http://p" }), "all_proxy");
});

Deno.test("checkTls warns of a token that travels in the clear", () => {
  assert.equal(checkTls(here, answered(200)).state, "ok");
  assert.equal(checkTls(there, answered(200)).state, "ok");
  assert.equal(checkTls({ ...here, url: "http://lab.example/" }, answered(200)).state, "warning");
});

Deno.test("checkToken speaks of the password if there is one instead of a token", () => {
  const locked = { ...here, token: "", password: "p" };
  assert.deepEqual(checkToken(locked, answered(200)), { name: "Password", state: "ok", found: "accepted" });
  const refused = checkToken(locked, { kind: "refused" });
  assert.deepEqual([refused.name, refused.state, refused.found], ["Password", "failed", "refused"]);
  assert.match(refused.fix ?? "", /^Set JUPYTER_PASSWORD/);
  assert.match(
    checkToken({ ...here, token: "" }, answered(403)).fix ?? "",
    /JUPYTER_TOKEN.*JUPYTER_PASSWORD/,
  );
});
