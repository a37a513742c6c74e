import { readFileSync } from 'node:fs';

const POLL_INTERVAL_MS = 25;

/** Watches the memory of this process's children. */
export interface ChildWatch {
  /** Returns the peak memory of the children since the last call, in MiB. */
  takePeak(): number;
  end(): void;
}

/** Measures the children independently of the code that limits them. */
export function watchChildren(): ChildWatch {
  let peak = 0;
  const timer = setInterval(() => {
    for (const pid of childrenOf(process.pid)) peak = Math.max(peak, residentMiB(pid));
  }, POLL_INTERVAL_MS);
  return {
    takePeak() {
      const lastPeak = peak;
      peak = 0;
      return lastPeak;
    },
    end: () => clearInterval(timer),
  };
}

function childrenOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

function residentMiB(pid: string): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
