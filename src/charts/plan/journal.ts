/** What was done to the data and what must be said beside the chart: each thing once, in the order it came up. */

export class Journal {
  readonly operations: string[] = [];
  readonly warnings: string[] = [];

  readonly did = (operation: string): void => {
    if (!this.operations.includes(operation)) this.operations.push(operation);
  };

  readonly warn = (warning: string): void => {
    if (!this.warnings.includes(warning)) this.warnings.push(warning);
  };
}
