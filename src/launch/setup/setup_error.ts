/** Why setup failed, what to do about it, and what the tool below wrote. */
export class SetupError extends Error {
  override readonly name = "SetupError";
  readonly hint: string;
  readonly lines: readonly string[];

  constructor(
    reason: { readonly message: string; readonly hint: string; readonly lines?: readonly string[] },
  ) {
    super(reason.message);
    this.hint = reason.hint;
    this.lines = reason.lines ?? [];
  }
}
