import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#src/commands/run-script.ts';
import { usageOfTree } from '../bench/rebuild/process-tree.ts';
import { environmentFor } from '../bootstrap/environment.mjs';

/** A command of the project that runs until it is stopped. */
export interface RunningProcess {
  readonly child: ChildProcess;
  /** Log lines of the process so far, parsed from JSON. */
  readonly log: LogLine[];
  /** Processor time so far; after the process has ended, the last value that was read. */
  cpuSeconds(): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface LogLine {
  readonly msg: string;
  readonly pages?: number;
  readonly shard?: string;
  readonly reason?: string;
}

export function startProcess(command: string, args: readonly string[], env: NodeJS.ProcessEnv): RunningProcess {
  const script = join(ROOT, 'scripts', `${command}.ts`);
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: environmentFor(script, process.execPath, { ...process.env, NODE_ENV: 'production', ...env }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const log: LogLine[] = [];
  let rest = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) log.push(lineOf(line));
  });
  let cpu = 0;
  return {
    child,
    log,
    async cpuSeconds() {
      cpu = Math.max(cpu, (await usageOfTree(child.pid ?? 0)).cpuSeconds);
      return cpu;
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      // Continues the process before stopping it, because a paused process would not handle the signal.
      child.kill('SIGCONT');
      await ended;
    },
  };
}

function lineOf(text: string): LogLine {
  try {
    return JSON.parse(text);
  } catch {
    return { msg: text };
  }
}

/** Clock ticks per second in `/proc`. */
const TICKS = 100;

/** Total processor time of all child processes that have ended. */
export function cpuOfEndedChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) / TICKS;
}
