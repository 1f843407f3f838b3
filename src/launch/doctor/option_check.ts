/** What cannot be used of what was given: told like any other finding, since a person asks the doctor for just that. Pure. */

import type { UsageError } from "../../base/options.ts";
import type { Check } from "./check.ts";
import { addressFix } from "./checks.ts";

/** By what the message says cannot be used. */
const cures: readonly (Pick<Check, "name"> & { readonly about: RegExp; readonly fix: string })[] = [
  { about: /^Cannot use (Jupyter URL|--jupyter-url|JUPYTER_SERVER_URL)\b/, name: "Address", fix: addressFix },
  {
    about: /^Cannot use (--token-file|JUPYTER_TOKEN)\b/,
    name: "Token",
    fix: "Give a file that can be read and holds the token alone, or set JUPYTER_TOKEN",
  },
  {
    about: /^Cannot use (--password-file|JUPYTER_PASSWORD)\b/,
    name: "Password",
    fix: "Give a file that can be read and holds the password alone, or set JUPYTER_PASSWORD",
  },
  {
    about: /^Cannot use --ca-cert\b/,
    name: "TLS",
    fix: "Give the file with the certificate of the authority that signed the server's, not its key",
  },
];

const others = { name: "Options", fix: "Mend or unset it: jupyter-mcp --help says what each option takes" };

export function checkOptions({ message }: UsageError): Check {
  const { name, fix } = cures.find(({ about }) => about.test(message)) ?? others;
  return { name, state: "failed", found: message, fix };
}
