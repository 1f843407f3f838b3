/**
 * The walls of the sandbox: what handles requests reaches the Jupyter host and nothing else.
 *
 * The compiled program is pointed at a hostile "Jupyter" that redirects everything to a second loopback
 * port, and is given every kind of path, id and URI that could lead there. The second port must hear nothing.
 * What no tool can be made to do is tried from inside, by a worker under the very permissions of the server and by
 * what runs in the place of the renderer.
 */

import assert from "node:assert/strict";
import { decodeFrame, encodeFrame } from "../../src/base/frames.ts";
import { serverPermissions } from "../../src/launch/workers/server_worker.ts";
import type { FromRendererProcess } from "../../src/base/protocol.ts";
import { connect } from "../harness/client.ts";
import { FakeServer } from "../harness/fake_server.ts";
import { lures } from "../harness/lures.ts";
import { RendererProcesses } from "../harness/renderer.ts";
import { viewsCapability } from "../harness/views_capability.ts";
import { closedWays } from "../harness/ways_out.ts";

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
  ["notebook_create", "notebook_path", {}],
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
  ["show_table", "session_id", { variable_name: "a" }],
  ["show_table", "path", {}],
  ["show_figure", "execution_id", {}],
  ["show_figure", "resource_uri", {}],
  ["show_figure", "session_id", { variable_name: "a" }],
  ["show_figure", "path", { query: "trend" }],
  ["watch_run", "execution_id", {}],
  ["view_read", "handle", {}],
  ["view_stop", "handle", {}],
  ...namesNotebook("notebook_get", {}),
  ...namesNotebook("notebook_add_cell", { cell_type: "code", source: "1" }),
  ...namesNotebook("notebook_edit_cell", { cell: 0, source: "1" }),
  ...namesNotebook("notebook_delete_cell", { cell: 0 }),
  ...namesNotebook("notebook_move_cell", { cell: 0, position: 0 }),
  ...namesNotebook("notebook_execute_cell", { cell: 0 }),
  ...namesNotebook("notebook_clear_outputs", {}),
  ...namesNotebook("notebook_changes", {}),
  ...namesNotebook("notebook_undo", {}),
  ...namesNotebook("notebook_verify", { static: true }),
  ...namesNotebook("notebook_diff", { against: "disk" }),
  ["notebook_diff", "against", { notebook_path: "a" }],
  ...namesNotebook("notebook_export", {}),
  ["notebook_export", "format", { notebook_path: "a" }],
];

/** Arguments that no address is made of: numbers, choices, texts and places within a notebook. */
const harmless = new Set(
  ("all as cell cell_type cells code columns content create_folders cursor data detail encoding " +
    "end_line execute expected_source find format from glob head_rows ignore_case images " +
    "force include_head limit max_chars max_depth max_items offset on_timeout options output overwrite " +
    "position query record recursive regex replace replace_all rows sheet source start start_line " +
    "stop_on_error timeout to variable_name wait within " +
    "after before change_id describe edits last max_edge restart save since static tail " +
    "condition drawn exact lazy_rows outline places profile sort")
    .split(" "),
);

/** The three arguments by which a tool is told its notebook. */
function namesNotebook(tool: string, others: Record<string, unknown>): readonly Door[] {
  return ["notebook_path", "notebook_name", "session_id"].map((field) => [tool, field, others] as const);
}

Deno.test("every door is tried: the list names each such argument of each tool", async () => {
  await using server = new FakeServer(() => Response.json([]));
  const jupyter = { url: server.url, token };
  await using connection = await connect({ program: "compiled", jupyter, capabilities: viewsCapability });
  // With only some of the toolsets, the rarely used tools are listed too.
  const args = ["--toolsets", "sessions,execution,notebooks,variables,files,review"];
  await using some = await connect({ program: "compiled", jupyter, args });
  const lists = await Promise.all([connection, some].map(({ client }) => client.listTools()));
  const open = lists.flatMap(({ tools }) => tools).flatMap(({ name, inputSchema }) =>
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

Deno.test("under the server's permissions every way out is closed but the one to Jupyter", async () => {
  await using jupyter = new FakeServer(() => new Response("ok"));
  await using elsewhere = new FakeServer(() => new Response("reached"));
  const permissions = serverPermissions({
    jupyter: { url: jupyter.url, token, origin: "given" },
    transport: { kind: "stdio" },
  });
  const worker = new Worker(new URL("../harness/ways_out_worker.ts", import.meta.url), {
    type: "module",
    deno: { permissions },
  });
  worker.postMessage({ jupyter: jupyter.url, elsewhere: elsewhere.url, port: elsewhere.port });
  const tried = await new Promise<unknown>((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data !== "loaded") resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
  });
  worker.terminate();
  assert.deepEqual(tried, { jupyter: "open", ...closedWays });
  assert.deepEqual(elsewhere.requests, []);
});

Deno.test("in the renderer process every way out is closed, to the worker and to the thread that hosts it", async () => {
  await using elsewhere = new FakeServer(() => new Response("reached"));
  await using processes = new RendererProcesses({
    main: new URL("../harness/ways_out_renderer.ts", import.meta.url),
  });
  const port = processes.connect();
  const tried = new Map<unknown, unknown>();
  const both = new Promise<void>((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<FromRendererProcess>) => {
      if (!(data instanceof Uint8Array)) return reject(new Error(data.reason));
      const told = decodeFrame(data);
      tried.set(told["where"], told["tried"]);
      if (tried.size === 2) resolve();
    };
  });
  port.postMessage(
    encodeFrame({ jupyter: elsewhere.url, elsewhere: elsewhere.url, port: elsewhere.port }),
  );
  await both;
  port.close();
  const expected = { jupyter: "closed", ...closedWays };
  assert.deepEqual(Object.fromEntries(tried), { worker: expected, "main thread": expected });
  assert.deepEqual(elsewhere.requests, []);
});
