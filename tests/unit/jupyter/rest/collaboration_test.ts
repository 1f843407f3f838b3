import assert from "node:assert/strict";
import { detectCollaboration } from "../../../../src/jupyter/rest/collaboration.ts";
import { JupyterHttp } from "../../../../src/jupyter/rest/http.ts";

const target = { url: "http://jupyter.test:8888/", token: "token", origin: "given" } as const;

const probes = ["/api/collaboration/session/x", "/api/fileid/index"];

function metrics(extensions: Readonly<Record<string, boolean>>): string {
  const lines = Object.entries(extensions).map(([name, isEnabled]) =>
    `jupyter_server_extension_info{enabled="${isEnabled}",name="${name}",version="1.0"} 1.0`
  );
  return ["# TYPE jupyter_server_extension_info gauge", ...lines, "python_info 1.0"].join("\n");
}

interface Server {
  readonly said: string | undefined;
  readonly refused?: string;
  readonly page?: string;
  readonly has: string;
  readonly asked: readonly string[];
}

function page(config: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify({ appName: "JupyterLab", ...config });
  return `<html><script id="jupyter-config-data" type="application/json">${json}</script></html>`;
}

/** What a server says of its extensions, addresses that refuse a GET, what it has, and what it was asked. */
const servers: readonly Server[] = [
  { said: metrics({ jupyterlab: true }), has: "none", asked: ["/metrics"] },
  {
    said: metrics({ jupyterlab: true, jupyter_server_ydoc: true }),
    has: "jupyter-collaboration",
    asked: ["/metrics", "/lab"],
  },
  // One whose pages do not share documents although it could.
  ...[{ disableRTC: true }, { disabledExtensions: ["@jupyter/docprovider-extension"] }].map((config) => ({
    said: metrics({ jupyterlab: true, jupyter_server_ydoc: true }),
    page: page(config),
    has: "none",
    asked: ["/metrics", "/lab"],
  })),
  {
    said: metrics({ jupyterlab: true, jupyter_server_ydoc: true }),
    page: page({ disableRTC: false, disabledExtensions: ["@jupyterlab/apputils-extension:announcements"] }),
    has: "jupyter-collaboration",
    asked: ["/metrics", "/lab"],
  },
  { said: metrics({ jupyter_collaboration: true }), has: "jupyter-collaboration", asked: ["/metrics"] },
  {
    said: metrics({ jupyter_server_documents: true, jupyter_server_ydoc: false }),
    has: "jupyter-server-documents",
    asked: ["/metrics"],
  },
  // An older server tells nothing of its extensions.
  { said: "python_info 1.0", has: "none", asked: ["/metrics", ...probes] },
  // One with more to say than we read.
  {
    said: metrics({ jupyter_server_ydoc: true }) + " ".repeat(8_000_000),
    refused: "/api/fileid/index",
    has: "jupyter-server-documents",
    asked: ["/metrics", ...probes],
  },
  {
    said: undefined,
    refused: "/api/collaboration/session/x",
    has: "jupyter-collaboration",
    asked: ["/metrics", "/api/collaboration/session/x", "/lab"],
  },
  {
    said: undefined,
    refused: "/api/fileid/index",
    has: "jupyter-server-documents",
    asked: ["/metrics", ...probes],
  },
];

for (const { said, has, asked, page, refused } of servers) {
  Deno.test(`detectCollaboration finds ${has} by ${asked.length} requests`, async () => {
    const requests: string[] = [];
    const http = new JupyterHttp({
      target,
      fetch: (input) => {
        const { pathname } = new URL(input instanceof Request ? input.url : String(input));
        requests.push(pathname);
        if (pathname === "/metrics" && said !== undefined) return Promise.resolve(new Response(said));
        if (pathname === "/lab" && page !== undefined) return Promise.resolve(new Response(page));
        return Promise.resolve(new Response("", { status: pathname === refused ? 405 : 404 }));
      },
    });
    const certain = !asked.includes("/lab") || page !== undefined;
    assert.deepEqual(await detectCollaboration(http), { kind: has, isCertain: certain });
    assert.deepEqual(requests, asked);
    http.close();
  });
}

Deno.test("detectCollaboration tries on if the metrics break off", async () => {
  const http = new JupyterHttp({
    target,
    fetch: (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      if (pathname === "/metrics") return Promise.resolve(new Response(brokenBody()));
      return Promise.resolve(new Response("", { status: pathname === "/api/fileid/index" ? 405 : 404 }));
    },
  });
  assert.equal((await detectCollaboration(http)).kind, "jupyter-server-documents");
});

Deno.test("detectCollaboration says that a server cannot be reached", async () => {
  const http = new JupyterHttp({ target, fetch: () => Promise.reject(new TypeError("refused")) });
  await assert.rejects(detectCollaboration(http), { code: "jupyter_unreachable" });
});

/** As of an answer that is not compressed as it claims. */
function brokenBody(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull: (controller) => controller.error(new TypeError("unexpected end of file")),
  });
}
