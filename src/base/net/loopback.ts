/** Which addresses are of this machine alone. */

/** Whether only programs on this machine can reach an address that is listened on. */
export function isLoopback(host: string): boolean {
  // Not every name that begins with "127." is an address.
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
