import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '#src/lib/config.ts';
import { LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import type { Log } from '#src/lib/log.ts';
import { storageErrorIn } from '#src/lib/storage-error.ts';
import { installAdminPackages } from './admin-packages.ts';
import { ROOT } from './run-script.ts';

const run = promisify(execFile);

/** Globs of everything the admin's page is built from. */
const SOURCES = [
  'package-lock.json',
  'scripts/programs/admin-vite.config.mjs',
  'src/admin-ui/**/*',
  'src/admin/access/roles.ts',
  'src/brand/tokens.ts',
  'src/lib/**/*',
  'src/styles/**/*',
];

/**
 * The folder of the admin's built page, `<state>/admin-page/<hash of its sources>`. It is built by Vite where it is missing, in a
 * folder of its own that is renamed.
 */
export async function adminPage({ state }: Pick<Config, 'state'>, log: Log): Promise<string> {
  const pages = join(state, 'admin-page');
  const folder = join(pages, await sourceHash());
  if (existsSync(folder)) return folder;
  const aside = join(pages, `.next-${randomBytes(4).toString('hex')}`);
  await mkdir(aside, { recursive: true });
  try {
    await installAdminPackages();
    log.info('building the page of the admin');
    await build(aside);
    // Another process may have built the same meanwhile.
    await rename(aside, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await removeOthers(pages, folder);
  return folder;
}

/** The page could not be built. */
class AdminPageError extends LecternError {
  constructor(message: string) {
    super('ADMIN_PAGE', message);
  }
}

async function sourceHash(): Promise<string> {
  const paths = await Array.fromAsync(
    glob(SOURCES, { cwd: ROOT, withFileTypes: true, exclude: ({ name }) => name === 'node_modules' }),
  );
  const files = paths.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const parts = await Promise.all(
    files.sort().map(async (file) => `${file.slice(ROOT.length)}\0${hash(await readFile(file))}`),
  );
  return hash(parts.join('\n'), 16);
}

/** In a process of its own: what Vite keeps in memory goes with it. */
async function build(folder: string): Promise<void> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const config = join(ROOT, 'scripts/programs/admin-vite.config.mjs');
  const env = { ...process.env, NODE_ENV: 'production', LECTERN_ADMIN_OUT: folder };
  try {
    await run(process.execPath, [vite, 'build', '--config', config, '--configLoader', 'native'], { cwd: ROOT, env });
  } catch (error) {
    const text = String((error as { stderr?: string }).stderr || error).trim();
    throw storageErrorIn(text) ?? new AdminPageError(`The page of the admin could not be built:\n${text}`);
  }
}

/** The server that runs has read its files; those of older versions are of no use. */
async function removeOthers(pages: string, folder: string): Promise<void> {
  const names = (await readdir(pages)).filter((name) => !name.startsWith('.') && join(pages, name) !== folder);
  await Promise.all(names.map((name) => rm(join(pages, name), { recursive: true, force: true })));
}
