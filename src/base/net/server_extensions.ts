/**
 * The extensions of a Jupyter server by its metrics, which name them since Jupyter Server 2.16, and whether JupyterLab's
 * pages use the one that shares documents. Reading them leaves no warning in the server's log, unlike a request to an address that
 * may not exist.
 */

import { asRecord, tryParseJson } from "../json.ts";

/** `jupyter_server_extension_info{enabled="true",name="jupyterlab",version="4.6.6"} 1.0` */
const line = /^jupyter_server_extension_info\{(.*)\}/gm;
const label = /(\w+)="([^"]*)"/g;

/** The names of the enabled extensions; undefined if the metrics name none. */
export function extensionsIn(metrics: string): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const [, labels = ""] of metrics.matchAll(line)) {
    const { name, enabled } = Object.fromEntries(
      [...labels.matchAll(label)].map(([, key = "", value]) => [key, value]),
    );
    if (name !== undefined && enabled === "true") names.add(name);
  }
  return names.size === 0 ? undefined : names;
}

/** The extension of the server that shares documents. */
export type Collaboration = "none" | "jupyter-collaboration" | "jupyter-server-documents";

/** The names of the extensions; `jupyter_collaboration` is that of versions before 3. */
const providers: readonly (readonly [string, Collaboration])[] = [
  ["jupyter_server_ydoc", "jupyter-collaboration"],
  ["jupyter_collaboration", "jupyter-collaboration"],
  ["jupyter_server_documents", "jupyter-server-documents"],
];

/** Which of the enabled extensions shares documents. */
export function collaborationAmong(enabled: ReadonlySet<string>): Collaboration {
  return providers.find(([name]) => enabled.has(name))?.[1] ?? "none";
}

/** The extension of JupyterLab that serves pages, and the address of its page. */
export const labExtension = "jupyterlab";
export const labPage = "lab";

const pageConfig = /<script id="jupyter-config-data" type="application\/json">(.*?)<\/script>/s;
/** The extension of JupyterLab through which pages enter rooms. */
const roomExtension = "@jupyter/docprovider-extension";

/**
 * Whether the configuration in JupyterLab's page keeps it from sharing documents although the server could. With
 * `YDocExtension.disable_rtc`, for one, the server has rooms that no page enters. Undefined if the page does not say: where
 * pages can share documents, it has `disableRTC` in any case.
 */
export function isSharingDisabled(page: string): boolean | undefined {
  const config = pageConfig.exec(page)?.[1];
  if (config === undefined) return undefined;
  const { disableRTC, disabledExtensions } = asRecord(tryParseJson(config));
  const isExtensionDisabled = Array.isArray(disabledExtensions) && disabledExtensions.includes(roomExtension);
  if (disableRTC === true || isExtensionDisabled) return true;
  return disableRTC === false ? false : undefined;
}
