import assert from "node:assert/strict";
import type { Check } from "../../../../src/launch/doctor/checks.ts";
import { conclusion, skippedChecks } from "../../../../src/launch/doctor/doctor_command.ts";

const ok = (name: string): Check => ({ name, state: "ok", found: "" });

Deno.test("checks that were not made are named with the one that failed", () => {
  const rest = skippedChecks([ok("Jupyter"), ok("Proxy"), { ...ok("Address"), state: "failed" }]);
  assert.deepEqual(rest.map(({ name }) => name), [
    "TLS",
    "Version",
    "Clock",
    "Token",
    "Kernels",
    "WebSocket",
    "Collaboration",
    "Browser",
    "In Jupyter",
  ]);
  assert.deepEqual(rest[0], { name: "TLS", state: "skipped", found: "not checked, because Address failed" });
});

Deno.test("checks of a server that is still to be started are left out without a fault", () => {
  const [proxy] = skippedChecks([ok("Jupyter")]);
  assert.deepEqual(proxy, {
    name: "Proxy",
    state: "skipped",
    found: "not checked, because no server is running yet",
  });
});

Deno.test("a password takes the place of the token", () => {
  const token = skippedChecks([ok("Password")]).find(({ name }) => name === "Token");
  assert.equal(token?.found, "a password is used instead");
});

Deno.test("the last lines of doctor name what was tested, and what was not", () => {
  const [warning, skipped] = [{ ...ok("Token"), state: "warning" }, {
    ...ok("Jupyter"),
    state: "skipped",
  }] as const;
  assert.equal(conclusion([ok("Entry"), ok("Command")]), "Works: Entry, Command\n");
  assert.equal(
    conclusion([ok("Entry"), warning, skipped]),
    "Works: Entry\nWarnings: Token\nNot tested: Jupyter\n",
  );
  assert.equal(conclusion([ok("Entry"), skipped, { ...warning, state: "failed" }]), "1 of 3 checks failed\n");
});
