import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { PagePlan, Publishing, PublishProgress } from '#src/admin/index.ts';
import { EXIT, LecternError } from '#src/lib/errors.ts';
import type { ToldProgress } from '#src/rebuild/index.ts';
import { environmentForChild } from '../bootstrap/environment.mjs';
import { ROOT } from './run-script.ts';

/** Plans and publishes by commands of the project, each in a process of its own: what breaks one breaks no other. */
export const adminPublishing: Publishing = {
  async plan(brands, stop) {
    const end = await runTold('admin', ['plan', '--json', ...brands.flatMap((id) => ['--brand', id])], stop);
    if (end.code !== EXIT.done || end.lines.length === 0)
      throw new LecternError('PLAN', `The pages that change could not be told: ${end.message || 'see the log'}`);
    return JSON.parse(end.lines[0] ?? '') as PagePlan[];
  },
  async publish(brand, tell, stop) {
    const { code, lines, message } = await runTold('rebuild', ['--brand', brand, '--json'], stop, tell);
    return { exitCode: code, report: lines[0] === undefined ? undefined : JSON.parse(lines[0]), message };
  },
};

interface ToldEnd {
  readonly code: number;
  /** Standard output. */
  readonly lines: readonly string[];
  /** The last of what it said on standard error besides its log. */
  readonly message: string;
}

const MOST_MESSAGE = 4000;
/** A plan names pages, of which there may be a million. */
const MOST_OUTPUT = 512 * 1024 * 1024;

async function runTold(
  name: string,
  args: readonly string[],
  stop: AbortSignal,
  tell: (progress: PublishProgress) => void = () => {},
): Promise<ToldEnd> {
  if (stop.aborted) return { code: EXIT.failure, lines: [], message: 'The admin is being stopped.' };
  const script = join(ROOT, 'scripts', `${name}.ts`);
  const child = spawn(process.execPath, [script, ...args], {
    env: environmentForChild(script, process.argv[1] ?? '', process.execPath, process.env),
    // In a process group of its own, so that what the command starts ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) setPriority(child.pid, 10);
  child.on('message', (progress: ToldProgress) => tell(progress));
  const end = () => endGroup(child);
  stop.addEventListener('abort', end);
  try {
    return await endOf(child);
  } finally {
    stop.removeEventListener('abort', end);
  }
}

function endOf(child: ChildProcess): Promise<ToldEnd> {
  const output: Buffer[] = [];
  let [bytes, errors] = [0, ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_OUTPUT) output.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    errors = (errors + chunk).slice(-MOST_MESSAGE);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const lines = Buffer.concat(output).toString().split('\n').filter(Boolean);
      resolve({ code: code ?? EXIT.failure, lines, message: withoutLog(errors) });
    });
  });
}

/** Lines of the log are JSON; what people are told is not. */
const withoutLog = (text: string) =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n')
    .trim();

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has just ended by itself.
  }
}
