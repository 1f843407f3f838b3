/** The most memory that a process has held at once, in bytes. Linux only. */
export function peakMemory(pid: number): Promise<number> {
  const bytes = peakMemoryIfRunning(pid);
  return bytes === undefined
    ? Promise.reject(new Error(`Cannot read the memory of process ${pid}: it has ended`))
    : Promise.resolve(bytes);
}

/** The same; undefined if the process has ended. */
export function peakMemoryIfRunning(pid: number): number | undefined {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(statusOf(pid))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}

function statusOf(pid: number): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/status`);
  } catch {
    return "";
  }
}
