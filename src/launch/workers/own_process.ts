/** This program again, as a child process with a task of its own, which its first argument names. */

export const processTasks = {
  /** Draws and parses untrusted data; see `renderer_process.ts`. */
  renderer: "host-renderer",
  /** Continues runs of a process that has to end; see `successor_process.ts`. */
  successor: "take-over-runs",
  /** Keeps a Jupyter in the background; see `../jupyter/background.ts`. */
  keeper: "keep-jupyter",
} as const;

/** The program and the arguments that start it for a task. */
export function ownCommand(
  task: keyof typeof processTasks,
  main = Deno.mainModule,
): { readonly program: string; readonly args: string[] } {
  const source = ["run", "--quiet", "--no-prompt", "--allow-all", main];
  return { program: Deno.execPath(), args: [...(Deno.build.standalone ? [] : source), processTasks[task]] };
}
