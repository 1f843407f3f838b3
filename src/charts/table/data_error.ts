import { AppError, type ErrorCode } from "../../base/errors.ts";

interface DataErrorOptions {
  readonly hint: string;
  /** What the table is called; absent for the argument `data`. */
  readonly source?: string;
}

/** The error for a table that no chart can be drawn from. */
export class DataError extends AppError {
  /** The same error for the file or variable that the table came from. */
  readonly of: (source: string) => DataError;

  constructor(code: ErrorCode, reason: string, { hint, source = "data" }: DataErrorOptions) {
    super(code, `Cannot draw ${JSON.stringify(source)}: ${reason}`, { hint });
    this.of = (source) => new DataError(code, reason, { hint, source });
  }
}
