/**
 * Outputs as notebooks store them on disk (nbformat 4), which is nearly how kernels send them.
 * Wire names stay as they are.
 */

/** MIME type → data: text, or JSON for `application/json` and similar types. Images are base64 text. */
export type MimeBundle = Readonly<Record<string, unknown>>;

interface StreamOutput {
  readonly output_type: "stream";
  readonly name: "stdout" | "stderr";
  readonly text: string;
}

interface DisplayOutput {
  readonly output_type: "display_data";
  readonly data: MimeBundle;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface ResultOutput {
  readonly output_type: "execute_result";
  readonly execution_count: number | null;
  readonly data: MimeBundle;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface ErrorOutput {
  readonly output_type: "error";
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

export type Output = StreamOutput | DisplayOutput | ResultOutput | ErrorOutput;
