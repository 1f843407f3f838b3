/** What the values of options must be. Each gives the value, or throws an Error that says what is expected. */

/** Gives back a token that fits an HTTP header, without the line end that files and shells add. */
export function checkToken(text: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error("expected visible ASCII characters without spaces");
  return token;
}

/** Takes any text. */
export function text(text: string): string {
  return text;
}

/** Takes one of a few words. */
export function oneOf<const T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) throw new Error(`expected ${values.join(" or ")}`);
    return value;
  };
}

/** Takes a whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (!(value >= least && value <= most)) {
      throw new Error(`expected a whole number from ${least} to ${most}`);
    }
    return value;
  };
}

/** Takes a host name or an address, an IPv6 one also in brackets. */
export function checkHost(text: string): string {
  const host = text.replace(/^\[(.*)\]$/, "$1");
  const looksLikeAddress = /^[\d.]+$/.test(host);
  const isAddress = /^(\d{1,3}\.){3}\d{1,3}$/.test(host) &&
    host.split(".").every((part) => Number(part) < 256);
  const isName = /^([\w.-]+|[\da-fA-F:.]*:[\da-fA-F:.]*)$/.test(host);
  if (!isName || (looksLikeAddress && !isAddress)) throw new Error("expected a host name or an IP address");
  return host;
}
