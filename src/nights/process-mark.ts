import { readFileSync } from 'node:fs';

/** Fields of `/proc/<pid>/stat` behind the name of the program: the state, and the start in ticks since the machine's. */
const STATE = 0;
const START = 19;

/**
 * Names a running process as no later one is named, although its number may be given again: number and start, such as
 * `4711:90210`. Where the system does not tell the start, the number alone. Undefined where no such process runs.
 */
export function markOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user runs, too.
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

/** Whether the process with this mark still runs. */
export const isAlive = (mark: string): boolean => markOf(Number(mark.split(':')[0])) === mark;
