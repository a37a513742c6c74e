import { randomBytes } from 'node:crypto';
import { cp, glob, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '#src/lib/hash.ts';
import { done } from './commands.ts';

const ROOT = join(import.meta.dirname, '../..');
/**
 * Folder that all tests share, even those of later runs: bundles by hash of the code, and demo books by hash of their
 * sources.
 */
const SHARED = join(ROOT, 'var/test/shared');

export interface TestState {
  /** Path of the state folder, for LECTERN_STATE. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Creates an empty state folder that shares the site's bundle with other tests. */
export async function testState(): Promise<TestState> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-state-'));
  await mkdir(join(SHARED, 'bundle'), { recursive: true });
  await symlink(join(SHARED, 'bundle'), join(folder, 'bundle'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Creates a state folder with demo books in the store of the embedded API. */
export async function seededState(): Promise<TestState> {
  const state = await testState();
  await cp(await seed(), join(state.folder, 'api'), { recursive: true });
  return state;
}

const BOOKS = '60';

/**
 * Creates the demo books, only once per version of their sources.
 * @returns the folder of the store
 */
async function seed(): Promise<string> {
  const folder = join(SHARED, `seed-${BOOKS}-${await sourceHash()}`);
  if (!(await exists(folder))) {
    const temporary = join(SHARED, `.next-${randomBytes(4).toString('hex')}`);
    await done('seed', ['--books', BOOKS], { LECTERN_STATE: temporary });
    await rename(temporary, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    await rm(temporary, { recursive: true, force: true });
  }
  return join(folder, 'api');
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function sourceHash(): Promise<string> {
  const patterns = ['src/api/{seed,store,media}/**/*.*', 'src/commands/content/seed*.ts'];
  const files = (await Array.fromAsync(glob(patterns, { cwd: ROOT }))).sort();
  return hash((await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')))).join('\n'), 12);
}
