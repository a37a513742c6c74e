import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createWriter, openStore } from '#src/api/index.ts';
import type { NewBook } from '#src/api/store/index.ts';
import { ROOT } from '#src/commands/run-script.ts';
import { LecternError } from '#src/lib/errors.ts';
import { type MeasuredRun, measuredRun } from './measured-run.ts';

/** The whole site in a child process with a temporary state folder. */
export interface LiveSite {
  readonly origin: string;
  /** Ids of the imported books, in the order of the imported files. */
  readonly novels: readonly number[];
  /** Time and memory that each import took. */
  readonly imports: readonly MeasuredRun[];
  /** Ids of the added books. */
  readonly books: readonly number[];
  /** Ends the process. Its state is deleted only by `close`. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param novels EPUB files to import in addition to the demo books
 * @param books further books to add to the store
 */
export async function startSite(novels: readonly string[] = [], books: readonly NewBook[] = []): Promise<LiveSite> {
  const state = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const env = { ...process.env, LECTERN_STATE: state, NODE_ENV: 'production' };
  await run('seed', ['--books', '60'], env);
  const imports: MeasuredRun[] = [];
  for (const novel of novels) imports.push(await measuredRun('import', [novel, '--json'], env));
  const put = await putBooks(state, books);
  const site = spawn(process.execPath, [join(ROOT, 'scripts/start.ts'), '--brand', 'local', '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const stop = async () => {
    if (site.exitCode !== null || site.signalCode !== null) return;
    site.kill('SIGTERM');
    await once(site, 'exit');
  };
  const close = async () => {
    await stop();
    await rm(state, { recursive: true, force: true });
  };
  for await (const line of createInterface(site.stdout)) {
    const origin = /^Lectern is at (http:\S+)\/$/.exec(line)?.[1];
    if (origin) return { origin, novels: imports.map(idOf), imports, books: put, stop, close };
  }
  await close();
  throw new LecternError('BENCH', 'The site exited before it printed its address. See the output of npm start.');
}

async function putBooks(state: string, books: readonly NewBook[]): Promise<number[]> {
  if (books.length === 0) return [];
  const store = await openStore(join(state, 'api'));
  try {
    const writer = createWriter(store);
    return await writer.transaction(() => Array.fromAsync(books, async (book) => (await writer.putBook(book)).id));
  } finally {
    await store.close();
  }
}

function idOf({ stdout }: MeasuredRun): number {
  const [report]: { bookId: number }[] = JSON.parse(stdout);
  if (!report) throw new LecternError('BENCH', 'The import reported no book.');
  return report.bookId;
}

/**
 * Runs a command of the project.
 * @returns its standard output
 */
export async function run(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, `scripts/${name}.ts`), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new LecternError('BENCH', `npm run ${name} failed with exit code ${code}.`);
  return output;
}
