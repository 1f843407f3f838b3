import type { Logger } from "../../base/log.ts";
import type { JupyterHttp } from "../rest/http.ts";
import type { Execution } from "./execution.ts";

/** What a kernel of a server is reached by. */
export interface KernelOptions {
  readonly http: JupyterHttp;
  readonly id: string;
  readonly log: Logger;
}

export interface RestartOptions {
  readonly signal?: AbortSignal | undefined;
  /** Answer while the kernel still comes up. */
  readonly isEarly?: boolean;
}

/** A restart under way; both end with the runs that were lost. */
export interface Restart {
  /** Jupyter has restarted the kernel; never rejects. */
  readonly done: Promise<Execution[]>;
  readonly usable: Promise<Execution[]>;
}
