/** Finds import cycles, and files with a single importer; type imports count, as a reader has to follow them too. */

import { posix } from "node:path";
import { findImports } from "./find_imports.ts";
import type { SourceFile } from "./read_sources.ts";

/** The groups of files that all reach each other, each sorted. */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const imports = new Map(files.map(({ path, text }) => [path, importsOf(path, text)]));
  return stronglyConnected(imports).filter((group) => group.length > 1).map((group) => group.sort());
}

/** Files whose only importer is in the same folder: candidates for a merge, each with that importer. */
export function findSingleImporters(files: readonly SourceFile[]): (readonly [string, string])[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const target of importsOf(path, text)) {
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  return files.flatMap(({ path }) => {
    const [only, ...others] = importers.get(path) ?? [];
    const isCandidate = only !== undefined && others.length === 0 &&
      posix.dirname(only) === posix.dirname(path) && posix.basename(only) !== "mod.ts";
    return isCandidate ? [[path, only] as const] : [];
  });
}

function importsOf(path: string, text: string): string[] {
  return findImports(text)
    .map(({ specifier }) => specifier)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(path), specifier));
}

/** Tarjan's algorithm, with a stack of its own: a chain of imports may be long. */
function stronglyConnected(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const groups: string[][] = [];

  const enter = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    open.push(node);
    isOpen.add(node);
    return { node, rest: (graph.get(node) ?? []).filter((next) => graph.has(next)) };
  };
  const lower = (node: string, value: number) => low.set(node, Math.min(low.get(node) ?? value, value));

  for (const start of graph.keys()) {
    if (index.has(start)) continue;
    const path = [enter(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.pop();
      if (next !== undefined) {
        if (!index.has(next)) path.push(enter(next));
        else if (isOpen.has(next)) lower(top.node, index.get(next) ?? 0);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lower(parent.node, low.get(top.node) ?? 0);
      if (low.get(top.node) !== index.get(top.node)) continue;
      const group = open.splice(open.lastIndexOf(top.node));
      for (const node of group) isOpen.delete(node);
      groups.push(group);
    }
  }
  return groups;
}
