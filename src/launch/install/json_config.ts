/**
 * Puts our server into a client's JSON configuration.
 *
 * Invariants: everything else in the text stays as it was, comments and order too, and so does what a person added to
 * an earlier entry of ours; a text that cannot be read is refused and never replaced, and so is one that says twice what
 * we would say: we would change the first, and clients read the last.
 */

import { type Node, parse, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { UsageError } from "../../base/options.ts";
import type { Changed } from "./clients.ts";
import { setJsonValue } from "./put_json.ts";

export interface JsonServer {
  readonly section: string;
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The text with `value` at `[section, name]`. */
export function withJsonServer(text: string, { section, name, value }: JsonServer): Changed {
  const present = text.replace(/^\uFEFF/, "");
  const given = present.trim() === "" ? "{}\n" : present;
  const servers = serversIn(given, section);
  refuseTwice(given, [[section], [name], Object.keys(value)]);
  // Nothing can be put into a null, and nothing is lost with it.
  const document = servers === null ? setJsonValue(given, [section], {}) : given;
  const former = servers?.[name];
  // What belongs to an address, such as its headers, means nothing to a program.
  const isKept = isObject(former) && (typeof former["command"] === "string" || former["url"] === undefined);
  if (!isKept) {
    return { text: setJsonValue(document, [section, name], value), kept: [] };
  }
  const changes = Object.entries(value).filter(([key, wanted]) => !isSame(former[key], wanted));
  return {
    text: changes.reduce((rest, [key, wanted]) => setJsonValue(rest, [section, name, key], wanted), document),
    kept: Object.keys(former).filter((key) => !Object.hasOwn(value, key)),
  };
}

function serversIn(document: string, section: string): Readonly<Record<string, unknown>> | null {
  const errors: ParseError[] = [];
  const root: unknown = parse(document, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = document.slice(0, first.offset).split("\n").length;
    throw new UsageError(`not valid JSON at line ${line} (${printParseErrorCode(first.error)})`);
  }
  if (!isObject(root)) throw new UsageError("expected a JSON object");
  const present = root[section] === undefined ? {} : root[section];
  if (present !== null && !isObject(present)) throw new UsageError(`its "${section}" is not an object`);
  return present;
}

/** Goes down from the whole, by the one key of each level; of the last level none may be there twice. */
function refuseTwice(document: string, levels: readonly (readonly string[])[]): void {
  let inside = parseTree(document, [], { allowTrailingComma: true });
  for (const keys of levels) {
    const pairs = pairsOf(inside).filter(({ key }) => keys.includes(key));
    const again = pairs.find(({ key }, index) => pairs.findIndex((pair) => pair.key === key) < index);
    if (again !== undefined) {
      const line = document.slice(0, again.offset).split("\n").length;
      throw new UsageError(`"${again.key}" is in it twice, again at line ${line}: make one of both`);
    }
    inside = pairs[0]?.value;
  }
}

interface Pair {
  readonly key: string;
  readonly value: Node | undefined;
  readonly offset: number;
}

function pairsOf(node: Node | undefined): readonly Pair[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).map(({ offset, children: [key, value] = [] }) => ({
    key: String(key?.value),
    value,
    offset,
  }));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
