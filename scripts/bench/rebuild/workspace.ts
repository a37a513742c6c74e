import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { usageOfTree } from './process-tree.ts';

/** The result of a program that ended with exit code 0. */
export interface ProcessResult {
  readonly seconds: number;
  /** Peak memory of the process and its descendants, in MiB. */
  readonly peakMiB: number;
  /** Processor time of the process and its descendants. */
  readonly cpuSeconds: number;
  readonly output: string;
}

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** A temporary folder and the programs that run in it. The programs are stopped before the folder is removed. */
export interface Workspace {
  readonly folder: string;
  /** @throws LecternError BENCH with the end of the program's output if its exit code is not 0 */
  run(command: Command): Promise<ProcessResult>;
  /** Starts a program in the background. Resolves when the program has written the first line of its output. */
  serve(command: Command): Promise<{ firstLine: string; end(): Promise<void> }>;
  /** Registers a folder outside the workspace that is removed at the end. */
  removeAtEnd(folder: string): void;
}

/**
 * Renames a folder that an earlier run has left, so that it can be removed at the end. For some minutes after files are
 * removed, ext4 takes ten times as long to create new ones, because it does not reuse their inodes yet.
 */
export async function moveAside(folder: string): Promise<void> {
  if (existsSync(folder)) await rename(folder, `${folder}.${Date.now()}`);
}

const SAMPLE_MS = 1000;
const MAX_OUTPUT_TAIL = 4000;

/** Runs `work` in a workspace that is removed afterwards, even if the work fails or the bench is stopped. */
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
      run: (command) => runToExit(command, start(command)),
      serve: (command) => waitForFirstLine(command, start(command)),
      removeAtEnd: (folder) => void folders.push(folder),
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

async function runToExit(command: Command, child: ChildProcess): Promise<ProcessResult> {
  const started = performance.now();
  const collected = collectOutput(child);
  const usage = watchUsage(child);
  const code = await closed(child);
  const seconds = (performance.now() - started) / 1000;
  const used = usage.end();
  if (code === 0) return { seconds, ...used, output: collected.output() };
  throw new LecternError('BENCH', `${commandText(command)} ended with ${code}.\n${collected.tail()}`);
}

async function waitForFirstLine(command: Command, child: ChildProcess) {
  const collected = collectOutput(child);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => /^.+\n/.test(collected.output()) && resolve(collected.output().trim()));
    child.once('error', reject);
    child.once('close', () => reject(new LecternError('BENCH', `${commandText(command)} ended.\n${collected.tail()}`)));
  });
  return { firstLine: line, end: () => ended(child) };
}

const commandText = ({ program, args }: Command) => [program, ...args].join(' ');

function closed(child: ChildProcess): Promise<string | number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'no exit code'));
  });
}

function collectOutput(child: ChildProcess) {
  let output = '';
  let tail = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    tail = (tail + text).slice(-MAX_OUTPUT_TAIL);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-MAX_OUTPUT_TAIL);
  });
  return { output: () => output, tail: () => tail };
}

function watchUsage({ pid }: ChildProcess) {
  let peakMiB = 0;
  let cpuSeconds = 0;
  let isSampling = false;
  const sample = async () => {
    if (pid === undefined || isSampling) return;
    isSampling = true;
    const usage = await usageOfTree(pid);
    isSampling = false;
    peakMiB = Math.max(peakMiB, usage.memoryMiB);
    cpuSeconds = Math.max(cpuSeconds, usage.cpuSeconds);
  };
  const timer = setInterval(() => void sample(), SAMPLE_MS);
  return {
    end() {
      clearInterval(timer);
      return { peakMiB, cpuSeconds };
    },
  };
}
