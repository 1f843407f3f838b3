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

/** What tells a file from what it was before it was written to; undefined without one. */
export function fileStamp(path: string): string | undefined {
  const key = fileKey(path);
  if (key === undefined) return undefined;
  const { mtime, size } = Deno.statSync(path);
  return `${key}:${mtime?.getTime()}:${size}`;
}

/** Whether a file has this name. */
export function isThere(path: string): boolean {
  return fileKey(path) !== undefined;
}
