/** The most memory that a process has held at once, in bytes. Linux only. */

export async function peakMemory(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`Cannot read the memory of process ${pid}`);
  return Number(kilobytes) * 1_024;
}
