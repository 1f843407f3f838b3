/** The URIs of files: `jupyter://files/` and the path, encoded. */

const prefix = /^jupyter:\/\/files\//i;

export function fileUri(path: string): string {
  return `jupyter://files/${path.split("/").map(encodeURIComponent).join("/")}`;
}

export function isFileUri(uri: string): boolean {
  return prefix.test(uri);
}

/** The paths that a URI may mean, the likeliest first: clients encode, or do not, and a name may hold "%20" itself. */
export function pathsOfUri(uri: string): readonly string[] {
  const path = uri.replace(prefix, "");
  try {
    const decoded = decodeURIComponent(path);
    return decoded === path ? [path] : [decoded, path];
  } catch {
    // A percent sign that is just one.
    return [path];
  }
}
