import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { linkPackages } from './link-packages.ts';
import { ROOT } from './programs.ts';

/** Folders that are not copied, because the copy does not need them or creates them itself. */
const EXCLUDED = ['node_modules', 'src/admin/ui/node_modules', 'var', 'dist', '.git', '.astro', 'test-results'];

export interface ProjectCopy {
  readonly root: string;
  remove(): Promise<void>;
}

/** Copies the project's sources to a temporary folder, with links to the installed packages. */
export async function copyProject(): Promise<ProjectCopy> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-copy-'));
  const filter = (source: string) => !EXCLUDED.includes(relative(ROOT, source));
  await cp(ROOT, root, { recursive: true, filter });
  await linkPackages(ROOT, root);
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
