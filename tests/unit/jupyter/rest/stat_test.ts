import assert from "node:assert/strict";
import { statByListing } from "../../../../src/jupyter/rest/stat.ts";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";

const target = { url: "http://jupyter.test:8888/", token: "token", origin: "given" } as const;

/** A server with one folder, on a file system that does not tell upper and lower case apart. */
function serve() {
  const asked: string[] = [];
  const model = (name: string) => ({ name, path: `d/${name}`, type: "notebook" });
  const http = new JupyterHttp({
    target,
    fetch: (input) => {
      const path = decodeURIComponent(new URL(input instanceof Request ? input.url : String(input)).pathname);
      asked.push(path.replace("/api/contents/", ""));
      if (path === "/api/contents/d") {
        return Promise.resolve(
          Response.json({ name: "d", path: "d", type: "directory", content: [model("There.ipynb")] }),
        );
      }
      const isThere = path.toLowerCase() === "/api/contents/d/there.ipynb" || path.endsWith("/.hidden.ipynb");
      return Promise.resolve(
        isThere
          ? Response.json(model(path.split("/").at(-1) ?? ""))
          : new Response("does not exist", { status: 404 }),
      );
    },
  });
  return { http, asked };
}

/** Paths, what is found there, and what the server is asked for. */
const cases: readonly (readonly [string, string | undefined, readonly string[]])[] = [
  ["d/new.ipynb", undefined, ["d"]],
  ["d/There.ipynb", "There.ipynb", ["d"]],
  ["d/there.ipynb", "there.ipynb", ["d", "d/there.ipynb"]],
  ["d/.hidden.ipynb", ".hidden.ipynb", ["d/.hidden.ipynb"]],
  ["missing/new.ipynb", undefined, ["missing"]],
];

for (const [path, found, requests] of cases) {
  Deno.test(`statByListing finds ${found ?? "nothing"} at ${path}`, async () => {
    const { http, asked } = serve();
    assert.equal((await statByListing(http, path))?.name, found);
    assert.deepEqual(asked, requests);
    http.close();
  });
}
