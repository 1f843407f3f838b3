/** The most memory that a process has held at once, in bytes. Linux only. */
export async function peakMemory(pid: number): Promise<number> {
  const bytes = await peakMemoryIfRunning(pid);
  if (bytes === undefined) throw new Error(`Cannot read the memory of process ${pid}: it has ended`);
  return bytes;
}

/** The same; undefined if the process has ended. */
export async function peakMemoryIfRunning(pid: number): Promise<number | undefined> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}
