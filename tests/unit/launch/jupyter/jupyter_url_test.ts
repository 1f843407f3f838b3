import assert from "node:assert/strict";
import { parseJupyterUrl } from "../../../../src/launch/jupyter/jupyter_url.ts";
import { UsageError } from "../../../../src/base/options.ts";

const understood: readonly (readonly [string, string])[] = [
  ["http://localhost:8888", "http://localhost:8888/"],
  ["http://localhost:8888/", "http://localhost:8888/"],
  ["http://h/user/ana", "http://h/user/ana/"],
  ["http://h/user/ana/lab", "http://h/user/ana/"],
  ["https://h/user/lab/lab/tree/a%20b.ipynb", "https://h/user/lab/"],
  ["http://h:1/lab/tree/x/y.ipynb?reset#z", "http://h:1/"],
  ["http://h:1/tree", "http://h:1/"],
  ["http://h:1/base/notebooks/a.ipynb", "http://h:1/base/"],
  ["http://h:1/doc/tree/a.ipynb", "http://h:1/"],
  ["http://h:1/login?next=%2Flab", "http://h:1/"],
  ["http://h/base/hub/user/ana/lab", "http://h/base/user/ana/"],
  ["http://h/hub/user/ana/gpu/lab/tree/a.ipynb", "http://h/user/ana/gpu/"],
  ["http://h/base/hub/spawn-pending/ana", "http://h/base/user/ana/"],
  ["http://h/hub/spawn/ana/gpu", "http://h/user/ana/gpu/"],
  ["http://h/base/hub/home", "http://h/base/"],
  ["http://h/base/hub/token", "http://h/base/"],
  ["http://h/hub/login?next=%2Fhub%2F", "http://h/"],
  ["http://h/base/hub/", "http://h/base/hub/"],
  ["http://h/user/hub/lab", "http://h/user/hub/"],
  ["http://h/hub/user/hub/lab", "http://h/user/hub/"],
  ["http://h/user/ana/hub/lab", "http://h/user/ana/hub/"],
  ["localhost:8888", "http://localhost:8888/"],
  ["127.0.0.1:8888/lab", "http://127.0.0.1:8888/"],
  ["[::1]:8888", "http://[::1]:8888/"],
  [" http://h:1 ", "http://h:1/"],
];

for (const [text, url] of understood) {
  Deno.test(`parseJupyterUrl reads ${text}`, () => assert.equal(parseJupyterUrl(text).url, url));
}

Deno.test("parseJupyterUrl takes the token out of the address", () => {
  assert.deepEqual(parseJupyterUrl("http://h:1/lab?token=abc"), { url: "http://h:1/", token: "abc" });
  assert.deepEqual(parseJupyterUrl("http://h:1/lab?token="), { url: "http://h:1/", token: undefined });
});

const refused: readonly (readonly [string, RegExp])[] = [
  ["ftp://h/?token=s3cret", /http:\/\/ or https:\/\//],
  ["http://ana:s3cret@h/", /user name or password/],
  ["hub.example.org:8000/?token=s3cret", /http:\/\/ or https:\/\//],
  ["ana:s3cret@hub.example.org", /http/],
  ["8888", /begins with http:/],
  ["http://", /begins with http:/],
];

for (const [text, message] of refused) {
  Deno.test(`parseJupyterUrl refuses ${text.replace("s3cret", "…")} without showing a secret`, () => {
    assert.throws(() => parseJupyterUrl(text), (error) => {
      assert(error instanceof UsageError);
      assert.match(error.message, message);
      assert(!error.message.includes("s3cret"), error.message);
      return true;
    });
  });
}
