import type { Logger } from "../../log.ts";
import type { JupyterHttp } from "../rest/http.ts";

/** What a kernel of a server is reached by. */
export interface KernelOptions {
  readonly http: JupyterHttp;
  readonly id: string;
  readonly log: Logger;
}
