/**
 * A path that somebody wrote, as Jupyter knows it. Its server leaves dots to the library that sends its requests, which
 * resolves them; so `./a.ipynb` and `work/../a.ipynb` are `a.ipynb` here too, and answers show the path as it was written.
 */

/** The path without empty segments and dots; a `..` that would lead above the root stays in front. */
export function plainPath(given: string): string {
  const kept: string[] = [];
  for (const segment of given.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else kept.push(segment);
  }
  return kept.join("/");
}

/** What is wrong with a plain path that nothing below the root has; undefined where it is below the root. */
export function outsideRoot(path: string): string | undefined {
  return path.split("/").includes("..") ? "it leads above the root folder of the Jupyter server" : undefined;
}
