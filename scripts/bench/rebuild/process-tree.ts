import { readdir, readFile } from 'node:fs/promises';

/**
 * Returns the number in a field of `/proc/<pid>/status`, `smaps_rollup` and the like, whether it is plain or in KiB.
 */
export function numberIn(text: string, field: string): number | undefined {
  const found = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Returns the ids of a process and all its descendants. */
export function treeOf(root: number, parents: ReadonlyMap<number, number>): number[] {
  const tree = new Set([root]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const [pid, parent] of parents) if (tree.has(parent)) tree.add(pid);
  }
  return [...tree];
}

/** Resources used by a process and its descendants. The resources of threads are part of those of their process. */
export interface Usage {
  /** Private memory, and the proportional share of shared memory (PSS); resident memory if PSS is unknown. */
  readonly memoryMiB: number;
  /** Processor time so far, including children that have ended. */
  readonly cpuSeconds: number;
}

export async function usageOfTree(root: number): Promise<Usage> {
  const pids = treeOf(root, await parentsOfAll());
  const memories = await Promise.all(pids.map(memoryOf));
  const ticks = await Promise.all(pids.map(async (pid) => ticksIn(await textOf(`/proc/${pid}/stat`))));
  return { memoryMiB: sum(memories) / 1024, cpuSeconds: sum(ticks) / TICKS };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Clock ticks per second in `/proc`. */
const TICKS = 100;

/** Processor time, user and system, of a process and of its children that have ended, read from `/proc/<pid>/stat`. */
export function ticksIn(stat: string): number {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return fields.length < 4 ? 0 : sum(fields.map(Number));
}

async function memoryOf(pid: number): Promise<number> {
  const rollup = await textOf(`/proc/${pid}/smaps_rollup`);
  return numberIn(rollup, 'Pss') ?? numberIn(await textOf(`/proc/${pid}/status`), 'VmRSS') ?? 0;
}

async function parentsOfAll(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(async (pid) => numberIn(await textOf(`/proc/${pid}/status`), 'PPid')));
  return new Map(pids.flatMap((pid, index) => (parents[index] === undefined ? [] : [[pid, parents[index]] as const])));
}

/** Reads a file. A process may end while its file is read; the file then counts as empty. */
const textOf = (file: string) => readFile(file, 'utf8').catch(() => '');
