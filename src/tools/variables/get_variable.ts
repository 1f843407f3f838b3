import { z } from "zod";
import { pathIn } from "../../jupyter/inspect/inspection.ts";
import { variableValue } from "../../jupyter/inspect/variables.ts";
import { figureReply } from "../../output/figure_images.ts";
import { scaledNote } from "../../output/images.ts";
import { tableReply } from "../../output/table_reply.ts";
import { defineTool } from "../../tool.ts";
import { oneSession } from "../arguments.ts";

const defaults = { maxItems: 30, maxChars: 2_000 };
const frameBytes = 500;

export const getVariable = defineTool({
  name: "get_variable",
  title: "Get a value",
  description:
    "Shows a variable's value, or a part of it by path; PIL images and figures as images. `cut` lists what was left " +
    "out: request that path, or pass `start`.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: oneSession,
    variable_name: z.string().min(1).describe('Name, or path such as cfg["a"].b[0]'),
    max_depth: z.number().int().min(1).max(10).default(3).describe("Nesting").meta({ hidden: true }),
    max_items: z.number().int().min(1).max(1_000).default(defaults.maxItems).describe(
      "Max. items per container",
    ),
    max_chars: z.number().int().min(10).max(100_000).default(defaults.maxChars).describe(
      "Max. characters per text",
    ),
    start: z.number().int().min(0).max(1e12).default(0).describe("Items or characters to skip"),
  }),
  async run(args, { services, signal }) {
    const { sessions, images, presenter } = services;
    const variable_name = args.variable_name;
    const { sessionId, kernel } = await sessions.kernelOf(args.session_id, { signal });
    const path = pathIn(kernel, args.variable_name);
    const { max_depth: maxDepth, max_items: maxItems, max_chars: maxChars, start } = args;
    // Who asks for a longer text means a longer reply.
    const maxBytes = Math.max(presenter.textBytes(), presenter.textBytes(maxChars)) - frameBytes;
    const found = await variableValue(kernel, path, {
      maxDepth,
      maxItems,
      maxChars,
      maxBytes,
      start,
      signal,
    });
    if ("table" in found) {
      return { data: { variable_name, ...tableReply(found.table, { maxBytes: presenter.textBytes() }) } };
    }
    if ("figure" in found) return figureReply(found, { variable_name, sessionId, services, signal });
    if (!("picture" in found)) {
      const { cut, large_figure: _, ...fields } = found;
      return { data: { variable_name, ...fields, ...(cut.length === 0 ? {} : { truncated: true, cut }) } };
    }
    const { png, ...size } = found.picture;
    const bytes = Uint8Array.fromBase64(png);
    const description = `${found.type} ${variable_name}`;
    const stored = images.add(sessionId, { bytes, mimeType: "image/png", description, ...size });
    const { data, mimeType, ...shown } = await presenter.image(stored, { signal });
    const { uri: resource_uri } = stored;
    return {
      data: {
        ...{ variable_name, type: found.type, ...size, resource_uri, mime_type: "image/png" },
        ...scaledNote(size, { shown, rest: "crop it with execute_code to see more" }),
      },
      images: [{ data, mimeType }],
    };
  },
});
