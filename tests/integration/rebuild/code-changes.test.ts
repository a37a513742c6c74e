import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Copy, copyProject } from '../../../scripts/faults/copy.ts';
import { CODE_CHANGES, type CodeChange } from '../../helpers/code-changes.ts';
import { type SmallApi, startSmallApi } from '../../helpers/small-api.ts';
import { liveFiles, livePage } from '../../helpers/small-rebuild.ts';

/** `LECTERN_TEST_CODE_CHANGES=all` makes it the long form: every kind of change, in ten minutes or more. */
const CHANGES = process.env['LECTERN_TEST_CODE_CHANGES'] === 'all' ? CODE_CHANGES : CODE_CHANGES.slice(0, 3);

/** Books and chapters have prerendered pages too. */
const BOOK_PAGES = {
  file: 'brands/freenovel/brand.ts',
  edit: (text: string) => text.replace('  locales:', '  prerender: { books: 9 },\n  locales:'),
};

const run = promisify(execFile);

let copy: Copy;
let api: SmallApi;
/** State of the site that renders what changed, and of one that is made anew each time, with the same bundles. */
let state: string;
let anew: string;

beforeAll(async () => {
  copy = await copyProject();
  api = await startSmallApi(60);
  state = await mkdtemp(join(tmpdir(), 'lectern-code-'));
  anew = await mkdtemp(join(tmpdir(), 'lectern-anew-'));
  await symlink(join(state, 'bundle'), join(anew, 'bundle'));
  await apply(BOOK_PAGES);
  await rebuild(state);
});
afterAll(async () => {
  await api?.close();
  await copy?.remove();
  for (const folder of [state, anew]) await rm(folder, { recursive: true, force: true });
});

interface Report {
  readonly status: string;
  readonly pages: { readonly total: number; readonly rendered: number };
}

/** Runs the copy's own rebuild, as an operator would. */
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

/** What visitors get of the live release. Sitemaps tell when a page changed, so they count without dates and compression. */
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

/** Files that are not the same. Browser files of the release before stay, for visitors who have its pages. */
const differences = (some: Record<string, string>, all: Record<string, string>) =>
  [...new Set([...Object.keys(some), ...Object.keys(all)])]
    .filter((name) => some[name] !== all[name] && (name in all || !name.startsWith('site/_astro/')))
    .sort();

describe('a run that renders what changed gives, byte for byte, what a run from nothing gives, after a change of', () => {
  it.each(CHANGES)('$title', async (change) => {
    await apply(change);
    const { status, pages } = await rebuild(state);
    expect(status).toBe('published');
    await rm(join(anew, 'freenovel'), { recursive: true, force: true });
    const all = await rebuild(anew);
    expect(all.pages.rendered).toBe(all.pages.total);
    expect(pages.rendered === 0 ? 'none' : pages.rendered < pages.total ? 'some' : 'all').toBe(change.renders);
    expect(differences(served(join(state, 'freenovel')), served(join(anew, 'freenovel')))).toEqual([]);
  });
});
