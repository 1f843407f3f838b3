/** Resources over MCP: listed, read, subscribed to. */

import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from "@modelcontextprotocol/server";
import { AppError } from "../base/errors.ts";
import type { Era, FrameOptions } from "./server.ts";
import { resourceContents } from "./results.ts";
import { noWatch, type Watch, type Watching } from "./subscriptions.ts";

/** Adds the handlers; returns the way to tell the client that a resource has changed. */
export function addResources(server: Server, options: FrameOptions, era: Era): (uri: string) => void {
  addReading(server, options);
  return addSubscriptions(server, era, options.watch);
}

function addReading(server: Server, { app }: FrameOptions): void {
  server.setRequestHandler("resources/list", async () => {
    const { resources, services } = await app();
    return {
      resources: resources.flatMap((resource) => resource.list(services).map((listed) => ({ ...listed }))),
    };
  });
  server.setRequestHandler("resources/templates/list", async () => ({
    resourceTemplates: (await app()).resources.map(({ name, title, description, template, mimeType }) => ({
      name,
      title,
      description,
      uriTemplate: template,
      ...(mimeType === undefined ? {} : { mimeType }),
    })),
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const { resources, services } = await app();
    const resource = resources.find((one) => one.matches(uri));
    if (resource === undefined) throw new ResourceNotFoundError(uri, `No resource has the URI ${uri}`);
    const end = services.http.onStarting(() => undefined);
    try {
      return { contents: [resourceContents(await resource.read(uri, services))] };
    } catch (error) {
      if (error instanceof AppError && error.code === "too_large") {
        const text = [error.message, error.hint].filter((part) => part !== undefined).join(": ");
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, text);
      }
      if (error instanceof AppError) throw new ResourceNotFoundError(uri, error.message);
      throw error;
    } finally {
      end();
    }
  });
}

/** Clients of 2025 subscribe here; those of 2026-07-28 listen, and the SDK knows to what. */
export function addSubscriptions(
  server: Server,
  era: Era,
  watch: Watch = noWatch,
): (uri: string) => void {
  const subscribed = new Map<string, Watching>();
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
    const watching = subscribed.get(uri) ?? watch([uri]);
    subscribed.set(uri, watching);
    await watching.begun;
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    subscribed.get(uri)?.end();
    subscribed.delete(uri);
    return {};
  });
  const closed = server.onclose;
  server.onclose = () => {
    for (const { end } of subscribed.values()) end();
    subscribed.clear();
    closed?.();
  };
  return (uri) => {
    if (era === "modern" || subscribed.has(uri)) {
      void server.sendResourceUpdated({ uri }).catch(() => undefined);
    }
  };
}
