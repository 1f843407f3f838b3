#!/usr/bin/env node
/**
 * Runs the executable of this platform, which npm has installed as an optional dependency. Its streams are ours, so
 * MCP goes through untouched; signals and the way it ends are passed on.
 */

const { spawn } = require("node:child_process");
const { dirname, join } = require("node:path");

const platform = `${process.platform}-${process.arch}`;
const platforms = JSON.parse("@PLATFORMS@");

function fail(message) {
  process.stderr.write(`jupyter-mcp: ${message}\n`);
  process.exit(1);
}

/** Alpine and its kin have another C library than the one that the executable is linked against. */
function isMusl() {
  if (process.platform !== "linux") return false;
  const { header } = process.report?.getReport() ?? {};
  return header !== undefined && header.glibcVersionRuntime === undefined;
}

function program() {
  if (!platforms.includes(platform)) {
    fail(`there is no program for ${platform}, only for ${platforms.join(", ")}`);
  }
  if (isMusl()) fail("there is no program for Linux with musl, only with glibc (Debian, Ubuntu, Fedora, …)");
  const name = process.platform === "win32" ? "jupyter-mcp.exe" : "jupyter-mcp";
  try {
    return join(dirname(require.resolve(`@jupyter-live-mcp/${platform}/package.json`)), "bin", name);
  } catch {
    return fail(
      `the program for ${platform} is not installed: optional dependencies were left out. ` +
        "Install again without --omit=optional",
    );
  }
}

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit", windowsHide: true });
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
for (const signal of signals) process.on(signal, () => child.kill(signal));
child.on("error", (error) => fail(`cannot start the program: ${error.message}`));
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  // Whoever started us is to see the same end.
  for (const one of signals) process.removeAllListeners(one);
  process.kill(process.pid, signal);
});
