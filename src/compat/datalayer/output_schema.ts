/** The schemas of answers, by their shape. */

import type { Shape } from "./answers.ts";

const kind = { description: "What the answer is, such as cell.read", title: "Kind", type: "string" };
const result = { default: null, description: "The answer itself", title: "Result" };

const more: Readonly<Record<Shape, Readonly<Record<string, unknown>>>> = {
  text: {},
  data: {},
  table: {
    columns: { description: "The header", items: { type: "string" }, title: "Columns", type: "array" },
    items: {
      description: "One object a row, keyed by the header",
      items: { additionalProperties: true, type: "object" },
      title: "Items",
      type: "array",
    },
    count: { default: 0, description: "Number of rows", title: "Count", type: "integer" },
  },
  outputs: {
    outputs: { description: "Texts, and pictures as objects", items: {}, title: "Outputs", type: "array" },
    count: { default: 0, description: "Number of outputs", title: "Count", type: "integer" },
    images: { default: 0, description: "Number of pictures among them", title: "Images", type: "integer" },
  },
};

const titles: Readonly<Record<Shape, string>> = {
  text: "ToolAnswer",
  data: "ToolAnswer",
  table: "TableAnswer",
  outputs: "OutputsAnswer",
};

export function outputSchema(shape: Shape): Readonly<Record<string, unknown>> {
  return {
    properties: { kind, result, ...more[shape] },
    required: ["kind"],
    type: "object",
    additionalProperties: true,
    title: titles[shape],
  };
}
