import assert from "node:assert/strict";
import { clients } from "../../../../src/launch/install/clients.ts";

Deno.test("clients keep their configuration where the platform wants it", () => {
  const linux = { os: "linux", env: { HOME: "/home/ana" } } as const;
  const mac = { os: "darwin", env: { HOME: "/Users/ana" } } as const;
  const windows = {
    os: "windows",
    env: { USERPROFILE: "C:\\Users\\ana", APPDATA: "C:\\Users\\ana\\AppData\\Roaming" },
  } as const;
  const paths = Object.values(clients).map(({ path }) => [linux, mac, windows].map(path));
  assert.deepEqual(paths, [
    [
      "/home/ana/.config/Claude/claude_desktop_config.json",
      "/Users/ana/Library/Application Support/Claude/claude_desktop_config.json",
      "C:\\Users\\ana\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
    ],
    ["/home/ana/.claude.json", "/Users/ana/.claude.json", "C:\\Users\\ana\\.claude.json"],
    ["/home/ana/.cursor/mcp.json", "/Users/ana/.cursor/mcp.json", "C:\\Users\\ana\\.cursor\\mcp.json"],
    [
      "/home/ana/.config/Code/User/mcp.json",
      "/Users/ana/Library/Application Support/Code/User/mcp.json",
      "C:\\Users\\ana\\AppData\\Roaming\\Code\\User\\mcp.json",
    ],
    ["/home/ana/.codex/config.toml", "/Users/ana/.codex/config.toml", "C:\\Users\\ana\\.codex\\config.toml"],
    [
      "/home/ana/.gemini/settings.json",
      "/Users/ana/.gemini/settings.json",
      "C:\\Users\\ana\\.gemini\\settings.json",
    ],
    [
      "/home/ana/.codeium/windsurf/mcp_config.json",
      "/Users/ana/.codeium/windsurf/mcp_config.json",
      "C:\\Users\\ana\\.codeium\\windsurf\\mcp_config.json",
    ],
    ["/home/ana/.lmstudio/mcp.json", "/Users/ana/.lmstudio/mcp.json", "C:\\Users\\ana\\.lmstudio\\mcp.json"],
    [
      "/home/ana/.config/zed/settings.json",
      "/Users/ana/.config/zed/settings.json",
      "C:\\Users\\ana\\AppData\\Roaming\\Zed\\settings.json",
    ],
  ]);
});

Deno.test("clients follow the variables that move their configuration", () => {
  const env = { HOME: "/home/ana", XDG_CONFIG_HOME: "/cfg", CODEX_HOME: "/codex", CLAUDE_CONFIG_DIR: "/cl" };
  const machine = { os: "linux", env } as const;
  assert.equal(clients.vscode.path(machine), "/cfg/Code/User/mcp.json");
  assert.equal(clients.codex.path(machine), "/codex/config.toml");
  assert.equal(clients.zed.path(machine), "/cfg/zed/settings.json");
  assert.equal(clients["claude-code"].path(machine), "/cl/.claude.json");
});
