/**
 * The texts in the bodies of Shirokuma's files. Its versions put more there than the content: the title, the
 * description, what an AI made of the item, a footer. In our own files, which have a `uid`, the body is the content.
 */

import type { Document } from "./front_matter.ts";
import type { LooseValues } from "./loose_values.ts";

const itemFooter = /\n---\n\*Exported from SHIROKUMA Knowledge Base\*\s*$/;
const stateFooter = /\n---\n\*Exported from SHIROKUMA Knowledge Base - System State\*\s*$/;

export interface ItemBody {
  readonly description: string;
  readonly content: string;
}

export function itemBody(document: Document, loose: LooseValues): ItemBody {
  const { fields, body } = document;
  const described = loose.text("description", fields["description"]);
  const { description, content } = (fields["uid"] === undefined ? foreignBody(document) : undefined) ??
    { description: "", content: body };
  return {
    description: described === "" ? loose.text("description", description) : described,
    content: loose.text("content", content),
  };
}

function foreignBody({ fields, body }: Document): ItemBody | undefined {
  const lines = body.replaceAll("\r\n", "\n");
  const text = lines.replace(itemFooter, "\n");
  const heading = `# ${String(fields["title"] ?? "")}\n`;
  const titled = text.startsWith(heading) ? text.slice(heading.length) : undefined;
  // Only some versions write the footer; without it, the title tells that the headings are Shirokuma's.
  if (text !== lines) return sections(titled ?? text, fields);
  if (titled === undefined) return undefined;
  return /^\n*## (Description|Content)\n/.test(titled) ? sections(titled, fields) : summarised(titled);
}

/** The first form: a section for each text, what an AI added behind them. */
function sections(body: string, fields: Document["fields"]): ItemBody {
  const text = `\n${withoutTail(body, fields)}`;
  const [, before = "", content = ""] = /^([\s\S]*?)\n## Content\n\n?([\s\S]*)$/.exec(text) ?? ["", text, ""];
  const described = /\n## Description\n\n?([\s\S]*)$/.exec(before)?.[1] ?? "";
  return { description: described.trim(), content: content.trim() };
}

const concepts = /\n## Concepts\n\n?(?:- [^\n]* \(confidence: [\d.]+\)\n*)+$/;
const keywords = /\n## Keywords \(Detailed\)\n\n?(?:- [^\n]* \(weight: [\d.]+\)\n*)+$/;
const aiFields = ["aiSummary", "keywords", "concepts", "embedding", "searchIndex"];

/**
 * Cuts off what an AI added, from the end: a person may use the same headings, but not with such lists under them.
 * A summary is free text, so the last one counts, and only in an item that an AI has worked on.
 */
function withoutTail(body: string, fields: Document["fields"]): string {
  const text = body.replace(concepts, "\n").replace(keywords, "\n");
  const isEnriched = text !== body || aiFields.some((field) => Object.hasOwn(fields, field));
  const summary = isEnriched ? text.lastIndexOf("\n## AI Summary\n") : -1;
  return summary === -1 ? text : text.slice(0, summary + 1);
}

/** A later form: description, a paragraph of an AI, then the content. */
function summarised(body: string): ItemBody | undefined {
  const parts = /^([\s\S]*?)(?:^|\n)## AI Summary\n+[^\n]+(?:\n(?!\n)[^\n]+)*([\s\S]*)$/.exec(body);
  if (parts === null) return undefined;
  return { description: (parts[1] ?? "").trim(), content: (parts[2] ?? "").trim() };
}

export function stateBody(
  { fields, body }: Document,
): { readonly summary: string; readonly content: string } {
  const lines = body.replaceAll("\r\n", "\n");
  const text = lines.replace(stateFooter, "");
  // A state of ours has its summary among the fields; one of Shirokuma's has a version, a footer, or both.
  const isForeign = fields["summary"] === undefined && (fields["version"] !== undefined || text !== lines);
  if (!isForeign) return { summary: "", content: body };
  const numbered = text.replace(/^# System State #\d+\n+/, "");
  const parts = /^# System State\n+(?:## Summary\n+([\s\S]*?)\n+)?## Content\n\n?([\s\S]*)$/.exec(numbered);
  if (parts === null) return { summary: "", content: numbered === lines ? body : numbered };
  return { summary: (parts[1] ?? "").trim(), content: (parts[2] ?? "").trim() };
}
