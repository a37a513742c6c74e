import { readFileSync } from 'node:fs';

/** Index of the process state among the fields after the program's name in `/proc/<pid>/stat`. */
const STATE = 0;
/** Index of the start time, in ticks since boot, among the same fields. */
const START = 19;

/**
 * Returns the id and start time of a running process, such as `4711:90210`, which identify it even if the id is reused
 * later. Returns only the id if the system does not provide the start time, and undefined if no such process is
 * running.
 */
export function markOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process belongs to another user, so it is running.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return undefined;
  }
  const fields = statOf(pid);
  if (fields?.[STATE] === 'Z') return undefined;
  return fields ? `${pid}:${fields[START]}` : String(pid);
}

function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Whether the process with this mark is still running. */
export const isAlive = (mark: string): boolean => markOf(Number(mark.split(':')[0])) === mark;
