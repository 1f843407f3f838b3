/** Why a connection to a server failed, in a few words and without addresses, which may be confidential. */

/** Problems with TLS; each has its own fix. */
export const tlsProblems = {
  untrusted: "its TLS certificate is not trusted",
  expired: "its TLS certificate has expired",
  otherHost: "its TLS certificate is for another host name",
  plain: "it does not speak https",
  secure: "it speaks only https",
} as const;

export function failureReason(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return "it does not respond";
  const text = causesOf(error).join(" ");
  if (/refused|os error (61|111|10061)/i.test(text)) return "connection refused";
  // Before unknown host names: the message lists the certificate's DNS names.
  if (/NotValidForName|not valid for name|altnames/i.test(text)) return tlsProblems.otherHost;
  if (/dns error|resolve|lookup|ENOTFOUND|EAI_AGAIN/i.test(text)) return "the host name is unknown";
  if (/InvalidContentType|corrupt message/i.test(text)) return tlsProblems.plain;
  if (/expired/i.test(text)) return tlsProblems.expired;
  // Not every TLS error: a server that closes the connection has not shown a certificate.
  if (/certificate|UnknownIssuer/i.test(text)) return tlsProblems.untrusted;
  return "the connection failed";
}

function causesOf(error: unknown): readonly string[] {
  return error instanceof Error ? [error.message, ...causesOf(error.cause)] : [];
}
