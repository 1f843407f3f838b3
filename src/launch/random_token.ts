/** A token of 192 random bits, in hexadecimal. */
export function randomToken(): string {
  return crypto.getRandomValues(new Uint8Array(24)).toHex();
}
