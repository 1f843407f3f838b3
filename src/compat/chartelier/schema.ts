/** Chartelier's server as its document describes it: what it says of itself, and its one tool. */

import { patternIds } from "../../base/chart_patterns.ts";

export const chartelierFace = {
  server: { name: "chartelier", version: "0.2.0", title: "Chartelier MCP Server" },
  instructions:
    "Use `chartelier_visualize` to convert CSV/JSON + intent (ja/en) into a static chart. Required: data, query. " +
    "Defaults: format=png, dpi=300, size=1200x900. Timeout 60s. On failure, fallback to P13.",
  tool: {
    name: "chartelier_visualize",
    description:
      "CSV/JSON + intent (ja/en) -> static chart (PNG/SVG). Uses 9 predefined patterns; fallback to P13 on failure.",
    inputSchema: {
      type: "object" as const,
      required: ["data", "query"],
      properties: {
        data: { type: "string", description: "CSV or table-like JSON (UTF-8)" },
        query: { type: "string", maxLength: 1000 },
        options: {
          type: "object",
          properties: {
            format: { enum: ["png", "svg"], default: "png" },
            dpi: { type: "integer", minimum: 72, maximum: 300, default: 300 },
            width: { type: "integer", minimum: 600, maximum: 2000, default: 1200 },
            height: { type: "integer", minimum: 400, maximum: 2000, default: 900 },
            locale: { enum: ["ja", "en"] },
          },
        },
      },
    },
    outputSchema: {
      type: "object" as const,
      properties: {
        metadata: {
          type: "object",
          properties: {
            pattern_id: { type: "string", enum: [...patternIds] },
            template_id: { type: "string" },
            mapping: { type: "object", additionalProperties: true },
            auxiliary: { type: "array", items: { type: "string" } },
            operations_applied: { type: "array", items: { type: "string" } },
            decisions: { type: "object", additionalProperties: true },
            warnings: { type: "array", items: { type: "string" } },
            stats: { type: "object", additionalProperties: true },
            versions: { type: "object", additionalProperties: true },
            fallback_applied: { type: "boolean" },
          },
          required: ["pattern_id", "template_id"],
        },
      },
      required: ["metadata"],
    },
  },
};
