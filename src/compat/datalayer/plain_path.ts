/**
 * Normalizes a path argument. Datalayer's server leaves dots to its HTTP library, which resolves them; so `./a.ipynb` and
 * `work/../a.ipynb` are `a.ipynb` here too, and results show the path as it was given.
 */

/** The path without empty segments and dots; a `..` that leads above the root stays at the front. */
export function plainPath(given: string): string {
  const kept: string[] = [];
  for (const segment of given.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else kept.push(segment);
  }
  return kept.join("/");
}

/** What is wrong with a normalized path that leads above the root; undefined if it does not. */
export function outsideRoot(path: string): string | undefined {
  return path.split("/").includes("..") ? "it leads above the root folder of the Jupyter server" : undefined;
}
