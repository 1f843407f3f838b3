#!/bin/sh
# Installs jupyter-mcp: downloads the executable of this platform, checks it, and puts it into ~/.local/bin.
#
#   curl -fsSL https://github.com/jupyter-mcp/jupyter-mcp/releases/latest/download/install.sh | sh
#
# JUPYTER_MCP_VERSION      a version such as 0.1.0 instead of the latest
# JUPYTER_MCP_INSTALL_DIR  a folder instead of ~/.local/bin
# JUPYTER_MCP_BASE_URL     a mirror of the releases
set -eu

# All of it is read before any of it is run: a download that is cut must not run in half.
main() {
  base="${JUPYTER_MCP_BASE_URL:-https://github.com/jupyter-mcp/jupyter-mcp/releases}"
  folder="${JUPYTER_MCP_INSTALL_DIR:-$HOME/.local/bin}"
  file="jupyter-mcp-$(target)"
  if [ -n "${JUPYTER_MCP_VERSION:-}" ]; then
    from="$base/download/v${JUPYTER_MCP_VERSION#v}"
  else
    from="$base/latest/download"
  fi

  mkdir -p "$folder" || fail "cannot make the folder $folder"
  # In the same folder, so that the last step is one rename: a program that runs is never half replaced.
  work="$(mktemp -d "$folder/.jupyter-mcp.XXXXXX")" || fail "cannot write into $folder"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' HUP INT TERM

  say "downloading $file"
  download "$from/$file" "$work/$file"
  download "$from/SHA256SUMS" "$work/SHA256SUMS"
  verify "$work" "$file"

  chmod 755 "$work/$file"
  "$work/$file" --version >"$work/version" 2>&1 ||
    fail "the program does not run on this machine: $(head -n 1 "$work/version")"
  mv -f "$work/$file" "$folder/jupyter-mcp"
  say "installed $(cat "$work/version") as $folder/jupyter-mcp"
  case ":$PATH:" in
    *":$folder:"*) ;;
    *) say "$folder is not on your PATH: add it, or use the whole path" ;;
  esac
  say "next: $folder/jupyter-mcp install --client claude-desktop"
}

say() { printf 'jupyter-mcp: %s\n' "$1" >&2; }

fail() {
  say "$1"
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

target() {
  os="$(uname -s)"
  cpu="$(uname -m)"
  case "$cpu" in
    x86_64 | amd64) cpu=x86_64 ;;
    aarch64 | arm64) cpu=aarch64 ;;
    *) fail "there is no program for $os on $cpu" ;;
  esac
  case "$os" in
    Linux)
      if [ -n "$(find /lib -maxdepth 1 -name 'ld-musl-*' 2>/dev/null)" ] && ! have ldconfig; then
        fail "there is no program for Linux with musl, only with glibc"
      fi
      echo "$cpu-unknown-linux-gnu"
      ;;
    Darwin) echo "$cpu-apple-darwin" ;;
    *) fail "there is no program for $os here; on Windows use install.ps1" ;;
  esac
}

download() {
  if have curl; then
    curl -fsSL --retry 2 -o "$2" "$1" || fail "cannot download $1"
  elif have wget; then
    wget -q -O "$2" "$1" || fail "cannot download $1"
  else
    fail "neither curl nor wget is here"
  fi
}

verify() {
  wanted="$(awk -v file="$2" '$2 == file || $2 == "*" file { print $1; exit }' "$1/SHA256SUMS")"
  [ -n "$wanted" ] || fail "there is no checksum for $2: nothing was installed"
  if have sha256sum; then
    found="$(sha256sum "$1/$2" | cut -d ' ' -f 1)"
  elif have shasum; then
    found="$(shasum -a 256 "$1/$2" | cut -d ' ' -f 1)"
  else
    fail "neither sha256sum nor shasum is here: the download cannot be checked"
  fi
  [ "$wanted" = "$found" ] || fail "the checksum of $2 is wrong: nothing was installed"
}

main
