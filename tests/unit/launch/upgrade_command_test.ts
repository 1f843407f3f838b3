import assert from "node:assert/strict";
import { upgradeText } from "../../../src/launch/upgrade_command.ts";

Deno.test("upgrade knows how the program was installed by where it is", () => {
  const sources = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
  const cases = [
    [undefined, /sources: git pull$/],
    [`${sources}/dist/jupyter-mcp`, /git pull, then deno task compile$/],
    ["/somewhere/dist/jupyter-mcp", /download the new version/],
    ["/home/ada/.local/bin/jupyter-mcp", /^If install.sh or install.ps1 has installed it, run that again/],
    ["/home/ada/.local/share/uv/tools/jupyter-live-mcp/bin/jupyter-mcp", /uv tool upgrade/],
    ["/usr/lib/node_modules/jupyter-live-mcp/bin/jupyter-mcp", /npm install --global/],
  ] as const;
  for (const [path, text] of cases) assert.match(upgradeText(path), text);
});
