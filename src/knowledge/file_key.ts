/** What tells the file of this name from every other, also from a later one of the same name; undefined without one. */
export function fileKey(path: string): string | undefined {
  try {
    const { dev, ino } = Deno.statSync(path);
    return `${dev}:${ino}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Whether a file has this name. */
export function isThere(path: string): boolean {
  return fileKey(path) !== undefined;
}
