/** What keeps a file from being read or written, in words; what is no trouble of a file is thrown on. */
export function fileErrorText(error: unknown): string {
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  if (error instanceof Error) return error.message;
  throw error;
}
