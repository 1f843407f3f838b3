/** Every error code with its meaning and what to do about it, as Markdown. */

import { type ErrorCode, errorCodes } from "../../src/base/errors.ts";

/** What a person or a model does about each; a new code does not compile without. */
const remedies: Readonly<Record<ErrorCode, string>> = {
  session_not_found:
    "`session_list` shows what runs; the error lists near misses. After a restart of Jupyter, start a new one with `session_create`",
  kernel_not_found: "`kernel_list` shows the running kernels",
  kernelspec_not_found: "`kernel_list` shows the installed kernelspecs; install another beside Jupyter",
  notebook_not_found:
    "`notebook_list` shows what there is; paths are relative to the folder Jupyter was started in",
  cell_not_found: "`notebook_get` shows the cells with index and id; somebody may have moved or deleted it",
  file_not_found: "`file_list` shows what there is; paths are relative to the folder Jupyter was started in",
  variable_not_found: "`get_variables` shows what is defined; after a restart of the kernel nothing is",
  image_not_found: "Run the code again; only the newest images are kept",
  execution_not_found: "`execution_list` shows the runs that are kept; the notebook may hold its outputs",
  item_not_found: "`search_items` or `list_items` finds it",
  invalid_argument: "The message names the argument, the value and what is accepted",
  conflict:
    "Read the cell or file again, then repeat the change; a notebook that is open in a browser must be closed first",
  not_a_notebook: "Look at the file with `file_read`; a broken notebook is never written over",
  not_a_table: "`get_variable` shows values of any kind, `file_read` texts",
  too_large:
    "Ask for less, or have the kernel do it with `execute_code`; `--max-result-bytes` raises the limit of replies",
  too_many_sessions: "End one with `session_delete`, or start the program with a higher `--max-sessions`",
  unsupported: "The message says what is missing: a kernel feature, a format, an extension of Jupyter",
  read_only: "Start the program without `--read-only` to allow changes, or make the file writable",
  kernel_busy:
    "Wait, or ask the person whose cell runs; `kernel_interrupt` with `session_id` interrupts whatever the kernel is running",
  kernel_died:
    "Often memory ran out. The session has a new kernel; variables are gone, outputs so far are kept",
  input_unavailable: "Put the value into the code, or use a client that supports elicitation",
  no_jupyter: "Run `jupyter-mcp setup`, start a Jupyter, or give `--jupyter-url`",
  jupyter_unreachable: "`jupyter-mcp doctor` says what is wrong with address, proxy or certificate",
  auth_failed:
    "Set `JUPYTER_TOKEN` or `--token-file` to the token that `jupyter server list` shows (on a JupyterHub: one from its page `/hub/token`), or `JUPYTER_PASSWORD` to its password",
  forbidden: "The token is valid but may not do this; ask the administrator of the server",
  database_error: "Check that the folder of `--knowledge-dir` is writable and has room",
  confirmation_required:
    "Ask the person; with `--confirm-by-model` repeat the call with `confirm: true` once they agree",
  internal: "A bug: report it with the line of the log, which holds no data of yours",
};

/** The table of `docs/troubleshooting.md`. */
export function errorTable(): string {
  const rows = Object.entries(remedies).map(([code, remedy]) => {
    const meaning = Object.entries(errorCodes).find(([name]) => name === code)?.[1] ?? "";
    return `| \`${code}\` | ${meaning} | ${remedy}. |`;
  });
  return ["| code | meaning | what to do |", "| --- | --- | --- |", ...rows].join("\n");
}
