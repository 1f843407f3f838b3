/**
 * The walls of the sandbox: what handles requests reaches the Jupyter host and nothing else.
 *
 * The compiled program is pointed at a hostile "Jupyter" that redirects everything to a second loopback
 * port, and is given every kind of path, id and URI that could lead there. The second port must hear nothing.
 * What no tool can be made to do is tried from inside, by a worker under the very permissions of the server.
 */

import assert from "node:assert/strict";
import { connect } from "../harness/client.ts";
import { FakeServer } from "../harness/fake_server.ts";
import { lures } from "../harness/lures.ts";
import { serverPermissions } from "../../src/launch/server_worker.ts";

const token = "a-token-that-nobody-may-see";

/** A tool, one of its arguments, and what else it must be given. */
type Door = readonly [string, string, Record<string, unknown>];

/** Every tool's every argument that takes a path, an id or a URI. */
const doors: readonly Door[] = [
  ["session_create", "notebook_path", {}],
  ["session_create", "kernel_name", {}],
  ["session_create", "name", {}],
  ["session_connect", "notebook_path", {}],
  ["session_connect", "kernel_id", {}],
  ["session_connect", "session_id", {}],
  ["session_delete", "session_id", {}],
  ["kernel_interrupt", "session_id", {}],
  ["kernel_interrupt", "execution_id", {}],
  ["kernel_restart", "session_id", {}],
  ["execute_code", "session_id", { code: "1" }],
  ["execution_get", "execution_id", {}],
  ["execution_list", "session_id", {}],
  ["get_image_resource", "resource_uri", {}],
  ["notebook_create", "name", {}],
  ["notebook_create", "kernel_name", { name: "a" }],
  ["notebook_create", "session_id", { name: "a" }],
  ["notebook_list", "path", {}],
  ["notebook_list", "session_id", {}],
  ["notebook_search", "path", { query: "a" }],
  ["notebook_search", "session_id", { query: "a" }],
  ["file_list", "path", {}],
  ["file_list", "session_id", {}],
  ["file_read", "path", {}],
  ["file_read", "session_id", { path: "a" }],
  ["file_get", "path", {}],
  ["file_get", "session_id", { path: "a" }],
  ["file_write", "path", { content: "" }],
  ["file_write", "session_id", { path: "a", content: "" }],
  ["data_preview", "path", {}],
  ["data_preview", "session_id", { path: "a" }],
  ["chartelier_visualize", "session_id", { query: "trend", variable_name: "df" }],
  ["chartelier_visualize", "path", { query: "trend" }],
  ["get_variables", "session_id", {}],
  ["get_variable", "session_id", { variable_name: "a" }],
  ["get_dataframe_info", "session_id", { variable_name: "a" }],
  ...namesNotebook("notebook_get", {}),
  ...namesNotebook("notebook_add_cell", { cell_type: "code", source: "1" }),
  ...namesNotebook("notebook_edit_cell", { cell: 0, source: "1" }),
  ...namesNotebook("notebook_delete_cell", { cell: 0 }),
  ...namesNotebook("notebook_move_cell", { cell: 0, position: 0 }),
  ...namesNotebook("notebook_execute_cell", { cell: 0 }),
  ...namesNotebook("notebook_clear_outputs", {}),
];

/** Arguments that no address is made of: numbers, choices, texts and places within a notebook. */
const harmless = new Set(
  ("all as cell cell_type cells code columns content create_folders cursor data detail encoding " +
    "end_line execute expected_source find format from glob head_rows ignore_case images " +
    "force include_head limit max_chars max_depth max_items offset on_timeout options output overwrite " +
    "position query record recursive regex replace replace_all rows sheet source start start_line " +
    "stop_on_error timeout to variable_name wait within")
    .split(" "),
);

/** The three arguments by which a tool is told its notebook. */
function namesNotebook(tool: string, others: Record<string, unknown>): readonly Door[] {
  return ["notebook_path", "notebook_name", "session_id"].map((field) => [tool, field, others] as const);
}

Deno.test("every door is tried: the list names each such argument of each tool", async () => {
  await using server = new FakeServer(() => Response.json([]));
  await using connection = await connect({ program: "compiled", jupyter: { url: server.url, token } });
  const { tools } = await connection.client.listTools();
  const open = tools.flatMap(({ name, inputSchema }) =>
    Object.keys(inputSchema.properties ?? {}).filter((field) => !harmless.has(field)).map((field) =>
      `${name} ${field}`
    )
  );
  const tried = new Set(doors.map(([tool, field]) => `${tool} ${field}`));
  assert.deepEqual(open.filter((door) => !tried.has(door)), []);
});

Deno.test("a Jupyter that redirects leads nowhere, whatever the arguments are", async () => {
  await using elsewhere = new FakeServer(() => Response.json([]));
  const to = (request: Request) => elsewhere.url.replace(/\/$/, new URL(request.url).pathname);
  for (const status of [301, 302, 307, 308]) {
    await using jupyter = new FakeServer((request) =>
      new Response(null, { status, headers: { Location: to(request) } })
    );
    const url = `${jupyter.url}base/`;
    await using connection = await connect({ program: "compiled", jupyter: { url, token } });
    for (const [tool, field, others] of doors) {
      for (const lure of lures(elsewhere.port)) {
        const { isError, text } = await connection.call(tool, { [field]: lure, ...others });
        assert.equal(isError, true, `${tool} ${field} ${lure}: ${text}`);
        assert.ok(!text.includes(token));
      }
    }
    const strays = jupyter.requests.filter(({ path }) => !/^\/base\/(api\/|metrics$)/.test(path));
    assert.deepEqual(strays, [], "no request leaves the base path");
  }
  assert.deepEqual(elsewhere.requests, []);
});

Deno.test("a Jupyter whose ids are addresses leads nowhere, nor does its WebSocket", async () => {
  await using elsewhere = new FakeServer(() => Response.json([]));
  for (const id of lures(elsewhere.port)) {
    await using jupyter = new FakeServer((request) => {
      if (request.headers.get("upgrade") !== null) return Response.redirect(elsewhere.url, 302);
      const kernel = { id, name: id, execution_state: "idle", connections: 0, last_activity: null };
      const session = { id, path: id, name: "hostile", type: "console", kernel };
      const { pathname } = new URL(request.url);
      return Response.json(pathname === "/base/api/sessions" ? [session] : kernel);
    });
    const url = `${jupyter.url}base/`;
    await using connection = await connect({ program: "compiled", jupyter: { url, token } });
    const calls = [
      connection.call("execute_code", { session_id: "hostile", code: "1" }),
      connection.call("session_connect", { kernel_id: id }),
      connection.call("kernel_interrupt", { session_id: "hostile" }),
    ];
    for (const { isError, text } of await Promise.all(calls)) assert.equal(isError, true, `${id}: ${text}`);
    await connection.call("session_delete", { session_id: "hostile" });
    const strays = jupyter.requests.filter(({ path }) => !path.startsWith("/base/api/"));
    assert.deepEqual(strays, [], `no request leaves the base path with the id ${id}`);
  }
  assert.deepEqual(elsewhere.requests, []);
});

Deno.test("resources/read opens no file and no address", async () => {
  await using elsewhere = new FakeServer(() => new Response("reached"));
  await using connection = await connect({ program: "compiled", jupyter: { url: elsewhere.url, token } });
  const uris = [
    "file:///etc/passwd",
    "/etc/passwd",
    elsewhere.url,
    `jupyter://sessions/x/images/../../../../etc/passwd`,
    `jupyter://executions/../../etc/passwd/output`,
    `jupyter://files/../../etc/passwd`,
    `jupyter://files/%2e%2e/%2e%2e/etc/passwd`,
    ...lures(elsewhere.port),
  ];
  for (const uri of uris) await assert.rejects(connection.client.readResource({ uri }), Error, uri);
  assert.deepEqual(elsewhere.requests, []);
});

/** Tries each way out and tells the name of the error, or `open`. */
const probe = `
const tries = {
  jupyter: () => fetch(JUPYTER),
  "another port": () => fetch(ELSEWHERE),
  "another host": () => fetch("http://example.com/"),
  "a socket": () => Deno.connect({ hostname: "127.0.0.1", port: PORT }),
  "a listener": () => Deno.listen({ port: 0 }),
  "a file": () => Deno.readTextFile("/etc/passwd"),
  "a folder": () => Array.fromAsync(Deno.readDir(".")),
  "writing": () => Deno.writeTextFile("/tmp/never", ""),
  "a variable": () => Deno.env.get("HOME"),
  "a process": () => new Deno.Command("true").output(),
  "the system": () => Deno.hostname(),
  "a library": () => Deno.dlopen("libc.so.6", {}),
  "code from elsewhere": () => import(ELSEWHERE + "code.js"),
  "more permissions": async () => {
    const { state } = await Deno.permissions.request({ name: "read" });
    if (state !== "granted") throw new Deno.errors.NotCapable("");
  },
  "a worker with more": () => new Promise((resolve, reject) => {
    const code = "data:application/javascript,self.postMessage(Deno.permissions.querySync({name:'env'}).state)";
    const worker = new Worker(code, { type: "module", deno: { permissions: { env: true } } });
    worker.onmessage = resolve;
    worker.onerror = reject;
  }),
};
const told = {};
for (const [name, attempt] of Object.entries(tries)) {
  try {
    await attempt();
    told[name] = "open";
  } catch (error) {
    const closed = error.name === "NotCapable" || error.message.startsWith("Requires import access");
    told[name] = closed ? "closed" : error.name + ": " + error.message;
  }
}
self.postMessage(told);
`;

Deno.test("under the server's permissions every way out is closed but the one to Jupyter", async () => {
  await using jupyter = new FakeServer(() => new Response("ok"));
  await using elsewhere = new FakeServer(() => new Response("reached"));
  const constants = `const JUPYTER = ${JSON.stringify(jupyter.url)}; const PORT = ${elsewhere.port};` +
    `const ELSEWHERE = ${JSON.stringify(elsewhere.url)};`;
  const permissions = serverPermissions({
    jupyter: { url: jupyter.url, token, origin: "given" },
    transport: { kind: "stdio" },
  });
  const worker = new Worker(
    new URL(`data:application/javascript,${encodeURIComponent(constants + probe)}`),
    { type: "module", deno: { permissions } },
  );
  const told = await new Promise<unknown>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
  });
  worker.terminate();
  const closed = [
    "another port",
    "another host",
    "a socket",
    "a listener",
    "a file",
    "a folder",
    "writing",
    "a variable",
    "a process",
    "the system",
    "a library",
    "code from elsewhere",
    "more permissions",
    "a worker with more",
  ];
  assert.deepEqual(told, { jupyter: "open", ...Object.fromEntries(closed.map((name) => [name, "closed"])) });
  assert.deepEqual(elsewhere.requests, []);
});
