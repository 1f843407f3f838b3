/** Runs the protocol's official conformance suite against a server over HTTP. */

const suite = "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12";

export interface ScenarioResult {
  readonly scenario: string;
  readonly passed: number;
  readonly failed: number;
}

export interface SuiteTarget {
  /** The address of the server. */
  readonly url: string;
  readonly token: string;
}

/** The results of the scenarios that a revision requires, by the summary that the suite prints. */
export async function runSuite(target: SuiteTarget, revision: string): Promise<ScenarioResult[]> {
  await using door = openDoor(target);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", "--no-lock", "--no-config", suite]
      .concat(["server", "--url", door.url, "--requirements", revision, "--timeout", "60000"]),
  }).output();
  const text = new TextDecoder().decode(stdout);
  const found = [...text.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed/gm)];
  if (found.length === 0) {
    throw new Error(`Cannot read the suite's summary: ${new TextDecoder().decode(stderr).slice(-500)}`);
  }
  return found.map(([, scenario = "", passed, failed]) => (
    { scenario, passed: Number(passed), failed: Number(failed) }
  ));
}

/** The suite knows no tokens: this adds ours to each request, and puts the server's address in place of its own. */
function openDoor({ url, token }: SuiteTarget): { readonly url: string } & AsyncDisposable {
  const listener = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => undefined },
    async (request) => {
      const headers = new Headers(request.headers);
      headers.set("Authorization", `Bearer ${token}`);
      for (const name of ["host", "origin"]) {
        const value = headers.get(name);
        if (value !== null) {
          headers.set(name, value.replace(/(127\.0\.0\.1|localhost):\d+$/, new URL(url).host));
        }
      }
      const { method, body } = request;
      return await fetch(url, { method, headers, body, redirect: "manual" });
    },
  );
  return {
    url: `http://127.0.0.1:${listener.addr.port}/mcp`,
    [Symbol.asyncDispose]: () => listener.shutdown(),
  };
}
