import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { usageOfTree } from './process-tree.ts';

/** A run of a program that ended well. */
export interface Ended {
  readonly seconds: number;
  /** The most memory of it and all that it started, in MiB. */
  readonly peakMiB: number;
  /** Processor time of all of them. */
  readonly cpuSeconds: number;
  readonly output: string;
}

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** A folder of the bench's own, and the programs that run in it; all end with it. */
export interface Workspace {
  readonly folder: string;
  /** @throws LecternError BENCH with the end of what it said, where its exit code is not 0 */
  run(command: Command): Promise<Ended>;
  /** Starts what goes on beside the others. @returns the first line it says */
  serve(command: Command): Promise<{ said: string; end(): Promise<void> }>;
  /** A folder elsewhere that is removed at the end as well. */
  alsoRemove(folder: string): void;
}

/**
 * Takes a folder of an earlier run out of the way, to be removed at the end: for some minutes after files were removed
 * ext4 takes ten times as long to make new ones, because it does not give their inodes out again yet.
 */
export async function putAside(folder: string): Promise<void> {
  if (existsSync(folder)) await rename(folder, `${folder}.${Date.now()}`);
}

const SAMPLE_MS = 1000;
const LONGEST_SAID = 4000;

/** Works in a workspace that is gone afterwards, also where the work fails or the bench is stopped. */
export async function inWorkspace<T>(work: (workspace: Workspace) => Promise<T>): Promise<T> {
  const folders = [await mkdtemp(join(tmpdir(), 'lectern-bench-rebuild-'))];
  const children = new Set<ChildProcess>();
  let stopped = false;
  const stop = () => {
    stopped = true;
    for (const child of children) child.kill('SIGTERM');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  const start = ({ program, args, env = {}, cwd }: Command) => {
    if (stopped) throw new LecternError('BENCH', 'The bench was stopped.');
    const child = spawn(program, args, { env: { ...process.env, ...env }, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    child.once('close', () => children.delete(child));
    return child;
  };
  try {
    return await work({
      folder: folders[0] ?? '',
      run: (command) => runToItsEnd(command, start(command)),
      serve: (command) => untilItSpeaks(command, start(command)),
      alsoRemove: (folder) => void folders.push(folder),
    });
  } finally {
    await Promise.all([...children].map(ended));
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
    process.off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', stop);
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGTERM');
  });
}

async function runToItsEnd(command: Command, child: ChildProcess): Promise<Ended> {
  const started = performance.now();
  const said = gather(child);
  const usage = watchUsage(child);
  const code = await closed(child);
  const seconds = (performance.now() - started) / 1000;
  const used = usage.end();
  if (code === 0) return { seconds, ...used, output: said.output() };
  throw new LecternError('BENCH', `${named(command)} ended with ${code}.\n${said.end()}`);
}

async function untilItSpeaks(command: Command, child: ChildProcess) {
  const said = gather(child);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => /^.+\n/.test(said.output()) && resolve(said.output().trim()));
    child.once('error', reject);
    child.once('close', () => reject(new LecternError('BENCH', `${named(command)} ended.\n${said.end()}`)));
  });
  return { said: line, end: () => ended(child) };
}

const named = ({ program, args }: Command) => [program, ...args].join(' ');

function closed(child: ChildProcess): Promise<string | number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'no exit code'));
  });
}

function gather(child: ChildProcess) {
  let output = '';
  let end = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    end = (end + text).slice(-LONGEST_SAID);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    end = (end + text).slice(-LONGEST_SAID);
  });
  return { output: () => output, end: () => end };
}

function watchUsage({ pid }: ChildProcess) {
  let peakMiB = 0;
  let cpuSeconds = 0;
  let isLooking = false;
  const look = async () => {
    if (pid === undefined || isLooking) return;
    isLooking = true;
    const usage = await usageOfTree(pid);
    isLooking = false;
    peakMiB = Math.max(peakMiB, usage.memoryMiB);
    cpuSeconds = Math.max(cpuSeconds, usage.cpuSeconds);
  };
  const timer = setInterval(() => void look(), SAMPLE_MS);
  return {
    end() {
      clearInterval(timer);
      return { peakMiB, cpuSeconds };
    },
  };
}
