/** An isolate with errors that nothing handles; says what was logged, and that it lives on. */

import { AppError } from "../../src/base/errors.ts";
import { createLogger, logUnhandled } from "../../src/base/log.ts";
const lines: string[] = [];
logUnhandled(createLogger({ level: "info", write: (line) => lines.push(line) }));

function forget(): void {
  void Promise.reject(new AppError("jupyter_unreachable", "Cannot open /home/ada/secret.ipynb"));
}

function fail(): void {
  throw new TypeError("secret");
}

self.onmessage = () => {
  forget();
  setTimeout(fail);
  setTimeout(() => self.postMessage(lines), 50);
};
