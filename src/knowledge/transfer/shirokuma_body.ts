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

export function itemBody({ fields, body }: Document, loose: LooseValues): ItemBody {
  const described = loose.text("description", fields["description"]);
  const lines = body.replaceAll("\r\n", "\n");
  const read = fields["uid"] !== undefined
    ? undefined
    : itemFooter.test(lines)
    ? sections(lines)
    : summarised(lines, String(fields["title"] ?? ""));
  const { description, content } = read ?? { description: "", content: body };
  return {
    description: described === "" ? loose.text("description", description) : described,
    content: loose.text("content", content),
  };
}

/** The first form: a section for each text, what an AI added behind them. */
function sections(body: string): ItemBody {
  const text = body.replace(itemFooter, "\n").replace(
    /\n## (AI Summary|Keywords \(Detailed\)|Concepts)\n[\s\S]*$/,
    "\n",
  );
  const [, before = "", content = ""] = /^([\s\S]*?)\n## Content\n\n?([\s\S]*)$/.exec(text) ?? ["", text, ""];
  const described = /\n## Description\n\n?([\s\S]*)$/.exec(before)?.[1] ?? "";
  return { description: described.trim(), content: content.trim() };
}

/** A later form: title, description, a paragraph of an AI, then the content. */
function summarised(body: string, title: string): ItemBody | undefined {
  const heading = `# ${title}\n`;
  if (!body.startsWith(heading)) return undefined;
  const parts = /^([\s\S]*?)(?:^|\n)## AI Summary\n+[^\n]+(?:\n(?!\n)[^\n]+)*([\s\S]*)$/.exec(
    body.slice(heading.length),
  );
  if (parts === null) return undefined;
  return { description: (parts[1] ?? "").trim(), content: (parts[2] ?? "").trim() };
}

export function stateBody({ body }: Document): { readonly summary: string; readonly content: string } {
  const lines = body.replaceAll("\r\n", "\n");
  const parts = /^# System State\n+(?:## Summary\n+([\s\S]*?)\n+)?## Content\n\n?([\s\S]*)$/.exec(
    lines.replace(stateFooter, ""),
  );
  if (parts === null || !stateFooter.test(lines)) return { summary: "", content: body };
  return { summary: (parts[1] ?? "").trim(), content: (parts[2] ?? "").trim() };
}
