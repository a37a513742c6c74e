import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProject, type ProjectCopy } from '../../../../scripts/testing/project-copy.ts';
import { CODE_CHANGES, type CodeChange } from '../../../helpers/code-changes.ts';
import { type SmallApi, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, livePage } from '../../../helpers/small-rebuild.ts';

/** `LECTERN_TEST_CODE_CHANGES=all` runs every kind of change, in ten minutes or more. */
const CHANGES = process.env['LECTERN_TEST_CODE_CHANGES'] === 'all' ? CODE_CHANGES : CODE_CHANGES.slice(0, 3);

/** Settings with prerendered pages of books and chapters. */
const BOOK_PAGES = {
  file: 'brands/freenovel/brand.ts',
  edit: (text: string) => text.replace('  locales:', '  prerender: { books: 9 },\n  locales:'),
};

const run = promisify(execFile);

let copy: ProjectCopy;
let api: SmallApi;
/**
 * State folders of the site that is rebuilt incrementally, and of one rebuilt from scratch each time with the same
 * bundles.
 */
let state: string;
let scratchState: string;

beforeAll(async () => {
  copy = await copyProject();
  api = await startSmallApi(60);
  state = await mkdtemp(join(tmpdir(), 'lectern-code-'));
  scratchState = await mkdtemp(join(tmpdir(), 'lectern-scratch-'));
  await symlink(join(state, 'bundle'), join(scratchState, 'bundle'));
  await apply(BOOK_PAGES);
  await rebuild(state);
});
afterAll(async () => {
  await api?.close();
  await copy?.remove();
  for (const folder of [state, scratchState]) await rm(folder, { recursive: true, force: true });
});

interface Report {
  readonly status: string;
  readonly pages: { readonly total: number; readonly rendered: number };
}

/** Runs the rebuild of the copied project as an operator would. */
async function rebuild(folder: string): Promise<Report> {
  const env = { ...process.env, NODE_ENV: 'production', LECTERN_STATE: folder, LECTERN_UPSTREAM: api.origin };
  const args = ['scripts/rebuild.ts', '--brand', 'freenovel', '--json', '--accept', 'The code was changed.'];
  const { stdout } = await run(process.execPath, args, { cwd: copy.root, env, maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

async function apply({ file, edit }: Pick<CodeChange, 'file' | 'edit'>): Promise<void> {
  const path = join(copy.root, file);
  await writeFile(path, edit(existsSync(path) ? await readFile(path, 'utf8') : ''));
}

/**
 * Files that visitors get from the live release. Sitemaps are compared without dates of changes and without
 * compression.
 */
function served(folder: string): Record<string, string> {
  const files = Object.entries(liveFiles(folder)).filter(([name]) => name.startsWith('site/'));
  const isSitemap = (name: string) => /sitemap[^/]*\.xml/.test(name);
  const undated = (name: string) =>
    isSitemap(name) ? `${livePage(folder, name.slice(5))?.replace(/<lastmod>.*?<\/lastmod>/g, '')}` : undefined;
  return Object.fromEntries(
    files
      .filter(([name]) => !/sitemap.*\.(?:br|gz)$/.test(name))
      .map(([name, digest]) => [name, undated(name) ?? digest]),
  );
}

/**
 * Names of files that differ, except browser files of the previous release, which are kept for visitors who have its
 * pages open.
 */
const differences = (left: Record<string, string>, all: Record<string, string>) =>
  [...new Set([...Object.keys(left), ...Object.keys(all)])]
    .filter((name) => left[name] !== all[name] && (name in all || !name.startsWith('site/_astro/')))
    .sort();

describe('an incremental rebuild', () => {
  // `$title` would be truncated to 40 characters.
  it.each<[string, CodeChange]>(CHANGES.map((change) => [change.title, change]))(
    'publishes the same bytes as a full rebuild after a change to %s',
    async (_title, change) => {
      await apply(change);
      const { status, pages } = await rebuild(state);
      expect(status).toBe('published');
      await rm(join(scratchState, 'freenovel'), { recursive: true, force: true });
      const all = await rebuild(scratchState);
      expect(all.pages.rendered).toBe(all.pages.total);
      expect(pages.rendered === 0 ? 'none' : pages.rendered < pages.total ? 'some' : 'all').toBe(change.renders);
      expect(differences(served(join(state, 'freenovel')), served(join(scratchState, 'freenovel')))).toEqual([]);
    },
  );
});
