/** Which processes run, which descend from which, and their end. */

/** The ids of all processes that descend from this one. Kernels run in sessions of their own, so a group is not enough. */
export async function descendantsOf(pid: number): Promise<readonly number[]> {
  const parents = Deno.build.os === "linux" ? parentsFromProc() : await parentsFromPs();
  const children = Map.groupBy(parents, ({ parent }) => parent);
  const found: number[] = [];
  const queue = [pid];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const below = (children.get(next) ?? []).map((entry) => entry.pid).filter((id) => !found.includes(id));
    found.push(...below);
    queue.push(...below);
  }
  return found;
}

/** Ends at once those that still run. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids.filter(processIsAlive)) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // Ended meanwhile.
    }
  }
}

/** Whether a process of this id runs, ours or another user's. */
export function processIsAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false; // Zero and below mean groups of processes.
  return Deno.build.os === "linux" ? isListed(pid) : takesSignals(pid);
}

/** Whether a process of this id runs and is this user's. */
export function processIsOurs(pid: number): boolean {
  if (!processIsAlive(pid)) return false;
  if (Deno.build.os !== "linux") return takesSignals(pid, { fromOthers: false });
  try {
    return Deno.statSync(`/proc/${pid}`).uid === Deno.uid();
  } catch {
    return false; // Ended meanwhile.
  }
}

/** `PF_EXITING` of Linux: set before a process that ends closes its files and sockets. */
const exitingFlag = 4;

/** Whether a process of ours that has not been waited for is ending or has ended; known on Linux only. */
export function processIsExiting(pid: number): boolean {
  if (Deno.build.os !== "linux") return false;
  try {
    return (Number(statFields(pid)[6]) & exitingFlag) !== 0;
  } catch {
    return true;
  }
}

/** "12 (a name) S 1 …": the name may hold anything, the fields after its last bracket may not. */
function statFields(pid: number): readonly string[] {
  const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function isListed(pid: number): boolean {
  try {
    return Deno.statSync(`/proc/${pid}`).isDirectory;
  } catch {
    return false;
  }
}

function takesSignals(pid: number, { fromOthers = true } = {}): boolean {
  try {
    // The global, not an import of node:process, which would cost every start some 15 ms.
    return globalThis.process.kill(pid, 0);
  } catch (error) {
    return fromOthers && error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

interface Parentage {
  readonly pid: number;
  readonly parent: number;
}

function parentsFromProc(): readonly Parentage[] {
  const pids = [...Deno.readDirSync("/proc")].map((entry) => Number(entry.name)).filter(Number.isInteger);
  return pids.flatMap((pid) => {
    try {
      return [{ pid, parent: Number(statFields(pid)[1]) }];
    } catch {
      return []; // Ended meanwhile.
    }
  });
}

async function parentsFromPs(): Promise<readonly Parentage[]> {
  const ps = new Deno.Command("ps", { args: ["-A", "-o", "pid=,ppid="], stdin: "null", stderr: "null" });
  const text = new TextDecoder().decode((await ps.output()).stdout);
  return text.trim().split("\n").map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return { pid: pid ?? 0, parent: parent ?? 0 };
  });
}
