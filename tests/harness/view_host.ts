/**
 * A chat client that shows views, as hosts do it: the official AppBridge in a page of real Chromium, the view in a
 * sandboxed iframe of another origin with the strictest Content Security Policy that hosts have. Anything that a view
 * writes to the console as an error, a violation of the policy included, fails the test.
 */

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type FrameLocator, type Page } from "playwright-core";
import { z } from "zod";
import { getToolUiResourceUri } from "@modelcontextprotocol/ext-apps/app-bridge";
import { findChromium } from "../../scripts/suite/find_chromium.ts";
import { connect, type Connection } from "./client.ts";
import { sharedJupyter } from "./servers.ts";
import { openSession, type TestSession } from "./session.ts";
import { viewsCapability } from "./views_capability.ts";

export interface ShowOptions {
  readonly theme?: "light" | "dark";
  readonly width?: number;
  /** Style variables of the host. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether the host sends no result, as while a tool still runs. */
  readonly isPending?: boolean;
}

const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "connect-src 'self'; img-src 'self' data:; font-src 'self'; frame-src 'none'; object-src 'none'";

/** Passes messages between the host and the view, which inherits the policy of this page. */
const sandboxPage = `<!doctype html><meta charset="utf-8"><body style="margin:0"><script>
let inner;
addEventListener("message", ({ data, source }) => {
  if (source === parent && data?.method === "ui/notifications/sandbox-resource-ready") {
    inner = document.createElement("iframe");
    inner.setAttribute("sandbox", "allow-scripts");
    inner.setAttribute("allow", "clipboard-write");
    inner.style = "border:0;width:100%;height:100vh;display:block";
    inner.srcdoc = data.params.html;
    document.body.append(inner);
  } else if (source === parent) inner?.contentWindow.postMessage(data, "*");
  else if (source === inner?.contentWindow) parent.postMessage(data, "*");
});
parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*");
</script>`;

const callSchema = z.object({
  method: z.literal("tools/call"),
  params: z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() }),
});

const eventsSchema = z.array(z.object({ name: z.string(), params: z.unknown() }));

export class ViewHost implements AsyncDisposable {
  readonly #connection: Connection;
  readonly #browser: Browser;
  readonly #servers: readonly Deno.HttpServer<Deno.NetAddr>[];
  readonly page: Page;
  /** Errors of the view, and requests that it made to the network. */
  readonly faults: string[] = [];

  constructor(
    connection: Connection,
    { browser, page, servers }: { browser: Browser; page: Page; servers: Deno.HttpServer<Deno.NetAddr>[] },
  ) {
    this.#connection = connection;
    this.#browser = browser;
    this.#servers = servers;
    this.page = page;
    page.on("console", (message) => {
      if (message.type() === "error") this.faults.push(message.text());
    });
    page.on("pageerror", (error) => this.faults.push(String(error)));
    const own = servers.map(({ addr }) => `:${addr.port}/`);
    page.on("request", (request) => {
      const isLocal = own.some((port) => request.url().includes(port)) ||
        /^(data|about|blob):/.test(request.url());
      if (!isLocal) this.faults.push(`request to ${request.url()}`);
    });
  }

  /** Calls a tool and shows its view, as a client does. */
  async show(tool: string, args: Record<string, unknown>, options: ShowOptions = {}): Promise<ShownView> {
    const { tools } = await this.#connection.client.listTools();
    const listed = tools.find(({ name }) => name === tool);
    assert.ok(listed, `${tool} is listed`);
    const uri = getToolUiResourceUri(listed);
    assert.ok(uri, `${tool} has a view`);
    const { contents: [page] } = await this.#connection.client.readResource({ uri });
    assert.ok(page !== undefined && "text" in page, "the view is text");
    const { theme = "light", width = 720, variables } = options;
    const context = {
      theme,
      displayMode: "inline",
      availableDisplayModes: ["inline", "fullscreen"],
      containerDimensions: { width, maxHeight: 5_000 },
      locale: "en-GB",
      ...(variables === undefined ? {} : { styles: { variables } }),
    };
    const [, sandbox] = this.#servers;
    const opening = {
      html: page.text,
      sandbox: `http://127.0.0.1:${sandbox?.addr.port}/`,
      context,
      arguments: args,
    };
    await this.#host("open", opening);
    const view = new ShownView(this);
    if (options.isPending !== true) {
      const result = await this.#connection.client.callTool({ name: tool, arguments: args }, {
        timeout: 120_000,
      });
      await this.#host("result", result);
    }
    return view;
  }

  change(context: Record<string, unknown>): Promise<unknown> {
    return this.#host("change", context);
  }

  cancel(): Promise<unknown> {
    return this.#host("cancel");
  }

  /** Resolves when the view has answered that it may be removed. */
  teardown(): Promise<unknown> {
    return this.#host("teardown");
  }

  /** What the view has sent to the host, in order. */
  async events(): Promise<z.infer<typeof eventsSchema>> {
    return eventsSchema.parse(await this.#host("events"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await Promise.all(this.#servers.map((server) => server.shutdown()));
    assert.deepEqual(this.faults, [], "views cause no errors, no violations of the policy and no requests");
  }

  async #host(name: string, ...args: readonly unknown[]): Promise<unknown> {
    const values = args.map((value) => JSON.stringify(value)).join(", ");
    return await this.page.evaluate(`host.${name}(${values})`);
  }
}

/** A view on the screen. */
export class ShownView {
  readonly host: ViewHost;

  constructor(host: ViewHost) {
    this.host = host;
  }

  get frame(): FrameLocator {
    return this.host.page.frameLocator("iframe").frameLocator("iframe");
  }

  /** Returns when the view shows this text. */
  async untilText(text: string | RegExp): Promise<void> {
    await this.frame.getByText(text).first().waitFor();
  }

  /** The texts of all cells, row by row. */
  async rows(): Promise<string[][]> {
    const rows = await this.frame.locator("tbody tr").all();
    return await Promise.all(rows.map((row) => row.locator("td").allTextContents()));
  }

  async screenshot(path: string): Promise<void> {
    await this.host.page.locator("iframe").screenshot({ path });
  }
}

export interface ViewTest extends AsyncDisposable {
  readonly connection: Connection;
  readonly session: TestSession;
  readonly host: ViewHost;
}

interface ViewTestOptions {
  /** Code that the session runs first. */
  readonly code?: string;
}

/** A client that can show views, with a session on a shared Jupyter, and the host that shows them. */
export async function openViewTest({ code }: ViewTestOptions = {}): Promise<ViewTest> {
  await using opened = new AsyncDisposableStack();
  const jupyter = sharedJupyter("collaboration");
  const connection = opened.use(await connect({ jupyter, capabilities: viewsCapability }));
  const session = opened.use(await openSession(connection));
  if (code !== undefined) await session.run(code);
  const host = opened.use(await startViewHost(connection));
  const all = opened.move();
  return { connection, session, host, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Starts Chromium and the host page for a connection. */
export async function startViewHost(
  connection: Connection,
  { scale = 1 }: { readonly scale?: number } = {},
): Promise<ViewHost> {
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new Error("Cannot start Chromium: it is not installed");
  const script = await bundledPage();
  const page =
    `<!doctype html><meta charset="utf-8"><style>iframe{border:0}</style><body><script>${script}</script>`;
  const html = (text: string, headers: Record<string, string> = {}) =>
    new Response(text, { headers: { "content-type": "text/html", ...headers } });
  const listen = (handler: (request: Request) => Response | Promise<Response>) =>
    Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  const answer = async (request: Request) => {
    const { params } = callSchema.parse(await request.json());
    try {
      const { name, arguments: args = {} } = params;
      return Response.json({ result: await connection.client.callTool({ name, arguments: args }) });
    } catch (error) {
      return Response.json({ error: String(error) });
    }
  };
  const servers = [
    listen((request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/rpc") return answer(request);
      return pathname === "/" ? html(page) : new Response(null, { status: 204 });
    }),
    listen(() => html(sandboxPage, { "content-security-policy": policy })),
  ];
  const isRoot = Deno.build.os !== "windows" && Deno.uid() === 0;
  const args = ["--disable-gpu", "--disable-quic", ...(isRoot ? ["--no-sandbox"] : [])];
  const browser = await chromium.launch({ executablePath, args });
  const context = await browser.newContext({
    viewport: { width: 1260, height: 900 },
    deviceScaleFactor: scale,
  });
  context.setDefaultTimeout(30_000);
  const opened = await context.newPage();
  const host = new ViewHost(connection, { browser, page: opened, servers });
  await opened.goto(`http://127.0.0.1:${servers[0]?.addr.port}/`);
  return host;
}

let bundling: Promise<string> | undefined;

function bundledPage(): Promise<string> {
  return bundling ??= (async () => {
    const path = fileURLToPath(new URL("view_host/page.ts", import.meta.url));
    const args = ["bundle", "--quiet", "--platform", "browser", "--minify", path];
    const { success, stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "inherit" }).output();
    if (!success) throw new Error("Cannot bundle the host page");
    return new TextDecoder().decode(stdout).replaceAll("</script", "<\\/script");
  })();
}
