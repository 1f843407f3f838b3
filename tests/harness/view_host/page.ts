/**
 * The page of a chat client that shows views: the official AppBridge, between the view in its sandbox and the test's MCP
 * client, which answers at `/rpc`. The test drives it through `host`.
 */

import {
  AppBridge,
  type McpUiHostContext,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";

interface Opening {
  readonly html: string;
  readonly sandbox: string;
  readonly context: McpUiHostContext;
  readonly arguments: Record<string, unknown>;
}

const events: { name: string; params: unknown }[] = [];
let bridge: AppBridge | undefined;
let context: McpUiHostContext = {};

async function rpc(method: string, params: unknown) {
  events.push({ name: method, params });
  const response = await fetch("/rpc", { method: "POST", body: JSON.stringify({ method, params }) });
  const { result, error } = await response.json();
  if (error !== undefined) throw new Error(error);
  return result;
}

async function open(opening: Opening): Promise<void> {
  document.querySelector("iframe")?.remove();
  events.length = 0;
  context = opening.context;
  const frame = document.createElement("iframe");
  frame.style.width = `${Reflect.get(context.containerDimensions ?? {}, "width") ?? 720}px`;
  const isReady = new Promise<void>((resolve) => {
    addEventListener("message", ({ data }) => {
      if (data?.method === "ui/notifications/sandbox-proxy-ready") resolve();
    });
  });
  frame.allow = "clipboard-write *";
  frame.src = opening.sandbox;
  document.body.append(frame);
  await isReady;
  const inner = frame.contentWindow;
  if (inner === null) throw new Error("the sandbox has no window");
  bridge = new AppBridge(null, { name: "test-host", version: "1" }, {
    openLinks: {},
    serverTools: {},
    downloadFile: {},
    logging: {},
  }, { hostContext: context });
  const initialized = Promise.withResolvers<void>();
  bridge.oninitialized = () => initialized.resolve();
  bridge.oncalltool = async (params) => await rpc("tools/call", params);
  bridge.ondownloadfile = (params) => {
    events.push({ name: "ui/download-file", params });
    return Promise.resolve({});
  };
  bridge.onsizechange = (params) => {
    events.push({ name: "size", params });
    if (context.displayMode !== "fullscreen" && params.height !== undefined) {
      frame.style.height = `${params.height}px`;
    }
  };
  bridge.onrequestdisplaymode = ({ mode }) => {
    const displayMode = mode === "fullscreen" ? "fullscreen" : "inline";
    if (displayMode === "fullscreen") frame.style.height = "700px";
    change({ displayMode });
    return Promise.resolve({ mode: displayMode });
  };
  await bridge.connect(new PostMessageTransport(inner, inner));
  await bridge.sendSandboxResourceReady({ html: opening.html });
  await initialized.promise;
  await bridge.sendToolInput({ arguments: opening.arguments });
}

function change(part: McpUiHostContext): void {
  context = { ...context, ...part };
  bridge?.setHostContext(context);
}

Object.assign(globalThis, {
  host: {
    open,
    change,
    events: () => events,
    result: (result: Parameters<AppBridge["sendToolResult"]>[0]) => bridge?.sendToolResult(result),
    cancel: () => bridge?.sendToolCancelled({ reason: "the person stopped it" }),
    teardown: () => bridge?.teardownResource({}),
  },
});
