/** A time of day, or a length of time, of a spreadsheet: neither is a moment as `Date` is. */
export class ClockValue {
  readonly dtype: "time" | "duration";
  /** As ISO 8601 has it. */
  readonly text: string;

  constructor(dtype: "time" | "duration", text: string) {
    this.dtype = dtype;
    this.text = text;
  }
}
