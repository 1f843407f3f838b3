/** What a kernel has shown and may still change. Another process of the kernel knows nothing of it, and so do we then. */

import type { KernelConnection } from "./connection.ts";
import { Displays } from "./displays.ts";
import { Widgets } from "./widgets.ts";

export class Shown {
  readonly displays = new Displays();
  readonly widgets: Widgets;

  constructor(connection: () => KernelConnection) {
    this.widgets = new Widgets(connection);
  }

  clear(): void {
    this.displays.clear();
    this.widgets.clear();
  }
}
