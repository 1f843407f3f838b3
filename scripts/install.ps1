# Installs jupyter-mcp on Windows: downloads the executable, checks it, and puts it into the user's programs.
#
#   irm https://github.com/jupyter-mcp/jupyter-mcp/releases/latest/download/install.ps1 | iex
#
# JUPYTER_MCP_VERSION, JUPYTER_MCP_INSTALL_DIR and JUPYTER_MCP_BASE_URL mean what they mean to install.sh.
$ErrorActionPreference = "Stop"
$ProgressPreference = "SilentlyContinue"
[Net.ServicePointManager]::SecurityProtocol = [Net.SecurityProtocolType]::Tls12

$base = if ($env:JUPYTER_MCP_BASE_URL) { $env:JUPYTER_MCP_BASE_URL } else { "https://github.com/jupyter-mcp/jupyter-mcp/releases" }
$folder = if ($env:JUPYTER_MCP_INSTALL_DIR) { $env:JUPYTER_MCP_INSTALL_DIR } else { Join-Path $env:LOCALAPPDATA "Programs\jupyter-mcp" }
$from = if ($env:JUPYTER_MCP_VERSION) { "$base/download/v$($env:JUPYTER_MCP_VERSION -replace '^v', '')" } else { "$base/latest/download" }
$file = "jupyter-mcp-x86_64-pc-windows-msvc.exe"

if (-not [Environment]::Is64BitOperatingSystem) { throw "jupyter-mcp: there is no program for 32-bit Windows" }

New-Item -ItemType Directory -Force $folder | Out-Null
$work = Join-Path $folder ([IO.Path]::GetRandomFileName())
New-Item -ItemType Directory $work | Out-Null
try {
  Invoke-WebRequest -UseBasicParsing "$from/$file" -OutFile (Join-Path $work $file)
  Invoke-WebRequest -UseBasicParsing "$from/SHA256SUMS" -OutFile (Join-Path $work "SHA256SUMS")
  $wanted = Get-Content (Join-Path $work "SHA256SUMS") | ForEach-Object { , ($_ -split "\s+\*?", 2) } |
    Where-Object { $_[1] -eq $file } | ForEach-Object { $_[0] } | Select-Object -First 1
  if (-not $wanted) { throw "jupyter-mcp: there is no checksum for $file; nothing was installed" }
  $found = (Get-FileHash -Algorithm SHA256 (Join-Path $work $file)).Hash
  if ($found -ne $wanted) { throw "jupyter-mcp: the checksum of $file is wrong; nothing was installed" }
  Move-Item -Force (Join-Path $work $file) (Join-Path $folder "jupyter-mcp.exe")
} finally {
  Remove-Item -Recurse -Force $work
}
Write-Host "jupyter-mcp: installed as $(Join-Path $folder 'jupyter-mcp.exe')"
