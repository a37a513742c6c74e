import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { linkPackages } from '../testing/link-packages.ts';
import { ROOT } from '../testing/programs.ts';

/** What a test needs none of, or makes anew. */
const LEFT_OUT = ['node_modules', 'src/admin-ui/node_modules', 'var', 'dist', '.git', '.astro', 'test-results'];

export interface Copy {
  readonly root: string;
  remove(): Promise<void>;
}

/** The project's sources in a folder of their own, on the same packages. */
export async function copyProject(): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-faults-'));
  const filter = (source: string) => !LEFT_OUT.includes(relative(ROOT, source));
  await cp(ROOT, root, { recursive: true, filter });
  await linkPackages(ROOT, root);
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
