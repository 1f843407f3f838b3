# The program on Debian's C library and nothing else: no shell, no package manager, no root.
# The executables are put in place before: deno task package docker --target <triple>
FROM gcr.io/distroless/cc-debian12:nonroot

ARG TARGETARCH
LABEL org.opencontainers.image.title="jupyter-mcp" \
      org.opencontainers.image.source="https://github.com/jupyter-mcp/jupyter-mcp" \
      org.opencontainers.image.licenses="MIT" \
      io.modelcontextprotocol.server.name="io.github.jupyter-mcp/jupyter-mcp"

COPY LICENSE /usr/share/doc/jupyter-mcp/LICENSE
COPY --chmod=755 dist/docker/${TARGETARCH}/jupyter-mcp /usr/local/bin/jupyter-mcp

USER nonroot:nonroot
WORKDIR /home/nonroot
EXPOSE 3001

# Over HTTP; containers that speak stdio are run with --no-healthcheck.
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["/usr/local/bin/jupyter-mcp", "healthcheck"]

ENTRYPOINT ["/usr/local/bin/jupyter-mcp"]
