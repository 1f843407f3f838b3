/** The platforms that releases are built for, as each packaging names them. */

export interface Target {
  /** Deno's name for it. */
  readonly triple: string;
  /** npm's `os` and `cpu`. */
  readonly os: "linux" | "darwin" | "win32";
  readonly cpu: "x64" | "arm64";
  /** PyPI's platform tag; Deno's runtime needs glibc 2.27. */
  readonly wheelTag: string;
}

export const targets: readonly Target[] = [
  { triple: "x86_64-unknown-linux-gnu", os: "linux", cpu: "x64", wheelTag: "manylinux_2_28_x86_64" },
  { triple: "aarch64-unknown-linux-gnu", os: "linux", cpu: "arm64", wheelTag: "manylinux_2_28_aarch64" },
  { triple: "x86_64-apple-darwin", os: "darwin", cpu: "x64", wheelTag: "macosx_11_0_x86_64" },
  { triple: "aarch64-apple-darwin", os: "darwin", cpu: "arm64", wheelTag: "macosx_11_0_arm64" },
  { triple: "x86_64-pc-windows-msvc", os: "win32", cpu: "x64", wheelTag: "win_amd64" },
];

/** The target of this machine. */
export function thisTarget(): Target {
  const found = targets.find(({ triple }) => triple === Deno.build.target);
  if (found === undefined) {
    throw new Error(`Cannot package for "${Deno.build.target}": no release is built for it`);
  }
  return found;
}

export function programName(target: Target): string {
  return target.os === "win32" ? "jupyter-mcp.exe" : "jupyter-mcp";
}
