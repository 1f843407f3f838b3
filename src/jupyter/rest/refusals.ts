/** What a rejected request or a failed connection means. */

/** What to do about an address at which no Jupyter answers. */
export const baseHint =
  "Set --jupyter-url to the base address of a Jupyter server, such as http://localhost:8888/";

/** Servers redirect people to the login page, and reject programs. */
export function isRefused({ status, headers }: Response): boolean {
  return status === 401 || status === 403 ||
    (status === 302 && /\/login(\?|$)/.test(headers.get("location") ?? ""));
}

/** Jupyter just says "Forbidden" if the token is missing or wrong; for a POST it complains about a missing cookie first. */
export function isAboutToken(message: string | undefined): boolean {
  return message === undefined || message === "Forbidden" || message.includes("_xsrf");
}

/** A short reason without addresses, which may be confidential. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.message} ${errorText(error.cause)}` : String(error);
  if (/refused/i.test(text)) return "connection refused";
  // Before unknown host names: the message lists the certificate's DNS names.
  if (/NotValidForName|not valid for name|altnames/i.test(text)) {
    return "its TLS certificate is for another host name";
  }
  if (/dns error|resolve|lookup|ENOTFOUND|EAI_AGAIN/i.test(text)) return "the host name is unknown";
  if (/expired/i.test(text)) return "its TLS certificate has expired";
  if (/InvalidContentType|corrupt message/i.test(text)) return "it does not speak https";
  // Not every TLS error: a server that closes the connection has not shown a certificate.
  if (/certificate|UnknownIssuer/i.test(text)) return "its TLS certificate is not trusted (see --ca-cert)";
  return "the connection failed";
}

function errorText(cause: unknown): string {
  return cause instanceof Error ? cause.message : "";
}

/**
 * Whether a write was rejected for lack of space or quota. If a first write fails half-way, Jupyter fails to restore its
 * backup copy and reports that instead.
 */
export function isDiskFull(message: string): boolean {
  return /errno (28|122)\b|no space left|quota/i.test(message) || /errno 2\b.*[/\\]\.~/i.test(message);
}
