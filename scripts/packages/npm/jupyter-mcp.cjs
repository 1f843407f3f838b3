#!/usr/bin/env node
/**
 * Runs the executable of this platform, which npm has installed as an optional dependency. Its streams are ours, so
 * MCP goes through untouched; signals and the exit code are passed on.
 */

const { spawn } = require("node:child_process");
const { dirname, join } = require("node:path");

const platform = `${process.platform}-${process.arch}`;

function program() {
  const name = process.platform === "win32" ? "jupyter-mcp.exe" : "jupyter-mcp";
  try {
    return join(dirname(require.resolve(`@jupyter-mcp/${platform}/package.json`)), "bin", name);
  } catch {
    process.stderr.write(
      `jupyter-mcp: there is no program for ${platform}. If there should be one, optional dependencies were left ` +
        "out of the installation: install without --omit=optional\n",
    );
    process.exit(1);
  }
}

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit", windowsHide: true });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  process.stderr.write(`jupyter-mcp: cannot start the program: ${error.message}\n`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(signal === null ? code : 128));
