/** Compares files with the rules; pure, so that each rule can be shown to fail. */

import { posix } from "node:path";
import { findImports, lineAt, withoutComments } from "./find_imports.ts";
import type { Import } from "./find_imports.ts";
import type { SourceFile } from "./read_sources.ts";
import { codeRules, folderEntries, forbiddenNames, layers, lengthLimits, packageRules } from "./rules.ts";
import type { Layer } from "./rules.ts";

export interface Violation {
  readonly file: string;
  readonly line: number;
  /** What is wrong, and what is allowed. */
  readonly what: string;
}

export function findViolations(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => [
    ...nameViolations(file),
    ...lengthViolations(file),
    ...codeViolations(file),
    ...findImports(file.text).flatMap((found) => importViolations(file.path, found)),
    ...placeViolations(file),
  ]);
}

function nameViolations({ path }: SourceFile): Violation[] {
  if (!forbiddenNames.test(path)) return [];
  return [{
    file: path,
    line: 1,
    what: "the name says nothing; name a file after its content (the entry of a folder is mod.ts)",
  }];
}

function placeViolations({ path }: SourceFile): Violation[] {
  if (!path.startsWith("src/") || layerOf(path) !== undefined) return [];
  return [{
    file: path,
    line: 1,
    what: "belongs to no layer; move it, or give it one in scripts/layers/rules.ts",
  }];
}

function lengthViolations({ path, text }: SourceFile): Violation[] {
  const limit = lengthLimits.find(({ pattern }) => pattern.test(path));
  const lines = text.trimEnd().split("\n").length;
  if (limit === undefined || lines <= limit.lines) return [];
  return [{
    file: path,
    line: limit.lines + 1,
    what: `has ${lines} lines; at most ${limit.lines} are allowed here`,
  }];
}

function codeViolations({ path, text }: SourceFile): Violation[] {
  const code = withoutComments(text);
  return codeRules.filter((rule) => !isIn(path, rule.allowed)).flatMap((rule) => {
    const match = rule.pattern.exec(code);
    if (match === null) return [];
    return [{
      file: path,
      line: lineAt(code, match.index),
      what: `${rule.what}: ${allowedIn(rule.allowed)}`,
    }];
  });
}

function importViolations(path: string, found: Import): Violation[] {
  const what = found.specifier.startsWith(".") ? wrongFile(path, found) : wrongPackage(path, found);
  return what === undefined ? [] : [{ file: path, line: found.line, what }];
}

function wrongPackage(path: string, { specifier }: Import): string | undefined {
  const rule = packageRules.find(({ pattern, allowed }) => pattern.test(specifier) && !isIn(path, allowed));
  return rule === undefined ? undefined : `imports ${specifier}; ${rule.what}: ${allowedIn(rule.allowed)}`;
}

function wrongFile(path: string, found: Import): string | undefined {
  const from = layerOf(path);
  if (from === undefined) return undefined;
  const target = posix.join(posix.dirname(path), found.specifier);
  const to = layerOf(target);
  if (to === undefined) return target.startsWith("src/") ? undefined : outside(path, target);
  if (to === from) {
    return from.together || folderEntries.test(path)
      ? undefined
      : `imports ${target}; files of ${from.name} never import each other`;
  }
  if (!from.imports.includes(to.name)) {
    return `imports ${target} (${to.name}); ${from.name} may import ${allowedLayers(from)}`;
  }
  if (from.typesOnly && to.name !== "base" && !found.typeOnly) {
    return `imports ${target}; ${from.name} may import types only`;
  }
  return undefined;
}

/** What ships must not depend on what does not: assets and deno.json are data, tests and scripts are not. */
function outside(path: string, target: string): string | undefined {
  return isIn(target, ["tests/", "scripts/"])
    ? `imports ${target}; ${path} may not import tests or scripts`
    : undefined;
}

function layerOf(path: string): Layer | undefined {
  return layers.find((layer) => isIn(path, layer.paths));
}

function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) => place.endsWith("/") ? path.startsWith(place) : path === place);
}

function allowedIn(places: readonly string[]): string {
  return `allowed only in ${places.join(", ")}`;
}

function allowedLayers(layer: Layer): string {
  return layer.imports.length === 0 ? "no other layer" : layer.imports.join(", ");
}
