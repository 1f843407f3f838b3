/** The tools, resources and prompts that the official conformance suite asks for by name, told in our own contracts. */

import { z } from "zod";
import { AppError } from "../../src/base/errors.ts";
import type { Prompt } from "../../src/prompt.ts";
import type { Resource } from "../../src/resource.ts";
import type { Reply, ReplyFile, ResourceContent } from "../../src/reply.ts";
import { type Call, defineTool, type Tool } from "../../src/tool.ts";

/** One red pixel. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const image = { data: png, mimeType: "image/png" };

function fixture(name: string, run: (call: Call) => Reply | Promise<Reply>): Tool {
  return defineTool({
    name,
    title: name,
    description: "A fixture of the conformance suite",
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    // Some scenarios give a message to show.
    input: z.strictObject({ message: z.string().optional() }),
    run: async (_, call) => await run(call),
  });
}

function embedded(content: ResourceContent): readonly ReplyFile[] {
  return [{ kind: "embedded", content }];
}

function textContent(uri: string, text: string): ResourceContent {
  return { uri, mimeType: "text/plain", body: { kind: "text", text } };
}

/** Asks the person so many times, and then ends. */
function asking(name: string, questions: readonly string[]): Tool {
  return fixture(name, async ({ ask, signal }) => {
    if (ask === undefined) throw new AppError("input_unavailable", "Cannot ask: the client cannot be asked");
    const answers: (string | null)[] = [];
    for (const prompt of questions) answers.push(await ask({ prompt, password: false }, signal) ?? null);
    return { data: { state: "state-ok", answers } };
  });
}

export const fixtureTools: readonly Tool[] = [
  fixture("test_simple_text", () => ({ data: { text: "simple" } })),
  fixture("test_image_content", () => ({ data: {}, images: [image] })),
  fixture(
    "test_embedded_resource",
    () => ({ data: {}, files: embedded(textContent("test://embedded-resource", "embedded")) }),
  ),
  fixture("test_multiple_content_types", () => ({
    data: { text: "several" },
    images: [image],
    files: embedded(textContent("test://mixed-content-resource", "mixed")),
  })),
  fixture("test_error_handling", () => {
    throw new AppError("unsupported", "Cannot do this: it always fails");
  }),
  fixture("test_tool_with_progress", ({ progress }) => {
    for (const done of [0, 50, 100]) progress?.({ done, total: 100, message: `${done} %` });
    return { data: { done: true } };
  }),
  // What it says goes to the log of the program: a client that did not ask for messages gets none.
  fixture("test_logging_tool", () => ({ data: { done: true } })),
  asking("test_elicitation", ["Name"]),
  asking("test_streaming_elicitation", ["Name"]),
  asking("test_input_required_result_elicitation", ["Name"]),
  asking("test_input_required_result_request_state", ["Sure?"]),
  asking("test_input_required_result_tampered_state", ["Sure?"]),
  asking("test_input_required_result_multi_round", ["Name", "Colour"]),
];

function fixtureResource(template: string, content: (uri: string) => ResourceContent): Resource {
  const pattern = new RegExp(`^${template.replace("{id}", "[^/]+")}$`);
  return {
    name: template,
    title: template,
    description: "A fixture of the conformance suite",
    template,
    matches: (uri) => pattern.test(uri),
    list: () => [],
    read: (uri) => Promise.resolve(content(uri)),
    complete: () => [],
  };
}

export const fixtureResources: readonly Resource[] = [
  fixtureResource("test://static-text", (uri) => textContent(uri, "static")),
  fixtureResource("test://static-binary", (uri) => ({
    uri,
    mimeType: "image/png",
    body: { kind: "bytes", bytes: Uint8Array.fromBase64(png) },
  })),
  fixtureResource("test://template/{id}/data", (uri) => textContent(uri, `data of ${uri.split("/")[3]}`)),
];

export const fixturePrompts: readonly Prompt[] = [
  {
    name: "test_simple_prompt",
    title: "Simple",
    description: "A fixture of the conformance suite",
    arguments: [],
    uses: [],
    text: () => "This is a simple prompt",
  },
  {
    name: "test_prompt_with_arguments",
    title: "With arguments",
    description: "A fixture of the conformance suite",
    arguments: ["arg1", "arg2"].map((name) => ({ name, description: name, required: true })),
    uses: [],
    text: ({ arg1, arg2 }) => `Prompt with arg1='${arg1}', arg2='${arg2}'`,
  },
];
