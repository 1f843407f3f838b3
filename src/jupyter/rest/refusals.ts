/** What a refusal or a failed connection means. */

/** What to do about an address at which no Jupyter answers. */
export const baseHint =
  "Set --jupyter-url to the base address of a Jupyter server, such as http://localhost:8888/";

/** Servers send people to the log-in page, and programs a refusal. */
export function isRefused({ status, headers }: Response): boolean {
  return status === 401 || status === 403 ||
    (status === 302 && /\/login(\?|$)/.test(headers.get("location") ?? ""));
}

/** Jupyter says just "Forbidden" if the token is missing or wrong; of a POST it first says that a cookie is. */
export function isAboutToken(said: string | undefined): boolean {
  return said === undefined || said === "Forbidden" || said.includes("_xsrf");
}

/** A short reason without addresses, which may hold what a person would not show. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.message} ${errorText(error.cause)}` : String(error);
  if (/refused/i.test(text)) return "connection refused";
  // Before names that are unknown: it lists the names that the certificate is for as DNS names.
  if (/NotValidForName|not valid for name|altnames/i.test(text)) {
    return "its TLS certificate is for another host name";
  }
  if (/dns error|resolve|lookup|ENOTFOUND|EAI_AGAIN/i.test(text)) return "the host name is unknown";
  if (/expired/i.test(text)) return "its TLS certificate has expired";
  if (/InvalidContentType|corrupt message/i.test(text)) return "it does not speak https";
  // Not whatever speaks of TLS: a server that hangs up has shown no certificate.
  if (/certificate|UnknownIssuer/i.test(text)) return "its TLS certificate is not trusted (see --ca-cert)";
  return "the connection failed";
}

function errorText(cause: unknown): string {
  return cause instanceof Error ? cause.message : "";
}

/**
 * Whether a write was refused for want of space, or of quota. If a first write fails half-way, Jupyter stumbles over
 * the copy that it wants to put back, and says that instead.
 */
export function isDiskFull(said: string): boolean {
  return /errno (28|122)\b|no space left|quota/i.test(said) || /errno 2\b.*[/\\]\.~/i.test(said);
}
