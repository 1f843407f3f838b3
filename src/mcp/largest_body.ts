/** Most bytes of an HTTP request: code up to the kernel's own limit of 10 MiB must fit into it, escaped. */
export const largestBody = 32 * 1024 * 1024;
