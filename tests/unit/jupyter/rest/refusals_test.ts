import assert from "node:assert/strict";
import { reasonOf } from "../../../../src/jupyter/rest/http.ts";

Deno.test("reasonOf says in a word why a connection failed", () => {
  const otherName = "its TLS certificate is for another host name";
  const reasons = [
    ["client error (Connect): tcp connect error: Connection refused (os error 111)", "connection refused"],
    ["client error (Connect): dns error: failed to lookup address information", "the host name is unknown"],
    ["getaddrinfo ENOTFOUND hub.example", "the host name is unknown"],
    ["invalid peer certificate: UnknownIssuer", "its TLS certificate is not trusted (see --ca-cert)"],
    ["invalid peer certificate: Expired", "its TLS certificate has expired"],
    ["invalid peer certificate: NotValidForName", otherName],
    ["Host: localhost. is not in the cert's altnames: DNS:hub.example", otherName],
    ['not valid for name "localhost"; certificate is only valid for DnsName("hub.example")', otherName],
    ["received corrupt message of type InvalidContentType (SSL routines)", "it does not speak https"],
    ["client error (Connect): tls handshake eof", "the connection failed"],
  ] as const;
  for (const [text, expected] of reasons) {
    assert.equal(reasonOf(new TypeError("error sending request", { cause: new Error(text) })), expected);
    assert.equal(reasonOf(new Error(text)), expected);
  }
});
