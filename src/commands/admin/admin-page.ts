import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '#src/config/config.ts';
import { LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import type { Log } from '#src/lib/log.ts';
import { storageErrorIn } from '#src/lib/storage-error.ts';
import { ROOT } from '../run-script.ts';
import { installAdminPackages } from './admin-packages.ts';

const run = promisify(execFile);

/** Glob patterns for all source files of the admin page. */
const SOURCES = [
  'package-lock.json',
  'src/commands/admin/admin-vite.config.mjs',
  'src/admin/ui/**/*',
  'src/brand/tokens.ts',
  'src/lib/**/*',
  'src/{features,shell}/**/*.css',
];

/**
 * Returns the folder of the built admin page, `<state>/admin-page/<hash of its sources>`. If it is missing, Vite builds
 * it in a temporary folder, which is then renamed.
 */
export async function adminPage({ state }: Pick<Config, 'state'>, log: Log): Promise<string> {
  const pages = join(state, 'admin-page');
  const folder = join(pages, await sourceHash());
  if (existsSync(folder)) return folder;
  const aside = join(pages, `.next-${randomBytes(4).toString('hex')}`);
  await mkdir(aside, { recursive: true });
  try {
    await installAdminPackages();
    log.info('building the admin page');
    await build(aside);
    // Ignores the failure if another process has built the same page meanwhile.
    await rename(aside, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await removeOthers(pages, folder);
  return folder;
}

/** Thrown if the admin page could not be built. */
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

/** Runs Vite in a separate process, whose memory is freed when it exits. */
async function build(folder: string): Promise<void> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const config = join(ROOT, 'src/commands/admin/admin-vite.config.mjs');
  const env = { ...process.env, NODE_ENV: 'production', LECTERN_ADMIN_OUT: folder };
  try {
    await run(process.execPath, [vite, 'build', '--config', config, '--configLoader', 'native'], { cwd: ROOT, env });
  } catch (error) {
    const text = String((error as { stderr?: string }).stderr || error).trim();
    throw storageErrorIn(text) ?? new AdminPageError(`The admin page could not be built:\n${text}`);
  }
}

/**
 * Deletes admin pages built from other sources. A running server does not need them, because it reads all files at
 * startup.
 */
async function removeOthers(pages: string, folder: string): Promise<void> {
  const names = (await readdir(pages)).filter((name) => !name.startsWith('.') && join(pages, name) !== folder);
  await Promise.all(names.map((name) => rm(join(pages, name), { recursive: true, force: true })));
}
