/** The imports of a TypeScript file, found without compiling it. */

export interface Import {
  readonly specifier: string;
  readonly line: number;
  readonly typeOnly: boolean;
}

const stringOrComment =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const fromClause = /(?<![.\w])(import|export)(\s+type\b)?[^"'`;()]*?\bfrom\s*["']([^"'\n]+)["']/g;
const bareImport = /(?<![.\w])import\s*\(?\s*["']([^"'\n]+)["']/g;

/** The same text with blanks for comments, so that positions stay. */
export function withoutComments(text: string): string {
  return text.replace(
    stringOrComment,
    (match) => match.startsWith("/") ? match.replace(/[^\n]/g, " ") : match,
  );
}

export function findImports(text: string): Import[] {
  const code = withoutComments(text);
  const clauses = [...code.matchAll(fromClause)].map((match) => ({
    specifier: match[3] ?? "",
    at: match.index,
    typeOnly: match[2] !== undefined,
  }));
  const bare = [...code.matchAll(bareImport)].map((match) => ({
    specifier: match[1] ?? "",
    at: match.index,
    typeOnly: false,
  }));
  return [...clauses, ...bare]
    .sort((a, b) => a.at - b.at)
    .map(({ specifier, at, typeOnly }) => ({ specifier, line: lineAt(code, at), typeOnly }));
}

/** The number of the line that holds a position, from 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
