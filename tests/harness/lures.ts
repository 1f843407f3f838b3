/** Values that lead to another place where they are pasted into an address. */
export function lures(port: number): string[] {
  const host = `127.0.0.1:${port}`;
  return [
    `http://${host}/`,
    `//${host}/`,
    `@${host}/`,
    `\\\\${host}\\`,
    `:${port}/`,
    `../../..//${host}/`,
    "..",
    "../../../../x",
    "a/../../../x",
    "%2e%2e/%2e%2e/x",
    "x?url=http://" + host,
    `x#http://${host}`,
    "/etc/passwd",
    "file:///etc/passwd",
    `jupyter://sessions/..%2f..%2f/images/@${host}.png`,
    `jupyter://executions/@${host}/output`,
  ];
}
