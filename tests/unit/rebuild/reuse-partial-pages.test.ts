import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';
import type { PageRenderer, PageResult } from '#src/rebuild/page-renderer.ts';
import type { ModelSource, RenderJob } from '#src/rebuild/plan.ts';
import { openReusablePages, reusePages } from '#src/rebuild/reuse-partial-pages.ts';
import type { PartialRelease, RecordedPage } from '#src/release/index.ts';
import { FACTS } from '../../helpers/release-pages.ts';

const [THEN, NOW] = ['2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z'];

let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-reuse-'));
  file = join(root, 'reusable.db');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes the files of a page of a partial release. */
function put(folder: string, path: string, { version = '', inputs = 'model' } = {}): RecordedPage {
  const [name, html] = [`${path.slice(1)}.html`, `${path} in ${folder}`];
  const target = join(root, folder, 'site', name);
  mkdirSync(join(root, folder, 'site'), { recursive: true });
  writeFileSync(target, html);
  writeFileSync(`${target}.br`, brotliCompressSync(html));
  return {
    ...FACTS,
    path,
    file: name,
    hash: hash(html, 32),
    bytes: html.length,
    modified: THEN,
    inputs,
    version,
    listing: '',
  };
}

const partial = (folder: string, ...pages: RecordedPage[]) =>
  ({ folder: join(root, folder), pages: () => pages }) as unknown as PartialRelease;

const job = (path: string) => ({ siteIndex: 0, viewIndex: 0, ref: { path } }) as RenderJob;

/** Renders pages next to partial releases. The snapshot has these versions and models of them. */
async function render(
  partials: readonly PartialRelease[],
  paths: readonly string[],
  now: { versions?: Record<string, string>; models?: Record<string, string>; renders?: boolean } = {},
) {
  const asked: { rendered?: string[]; hashed?: string[] } = {};
  let reused = 0;
  const renderer = {
    async render(jobs: readonly RenderJob[]) {
      asked.rendered = jobs.map(({ ref }) => ref.path);
      return now.renders === false ? [] : jobs.map(({ ref }) => ({ page: ref, isUnchanged: true }));
    },
    async modelHashes(jobs: readonly RenderJob[]) {
      asked.hashed = jobs.map(({ ref }) => ref.path);
      return jobs.map(({ ref }) => now.models?.[ref.path] ?? 'model');
    },
  } as unknown as PageRenderer;
  const source = {
    sites: [{ source: {}, site: {} }],
    views: [{ version: ({ path }: { path: string }) => now.versions?.[path] }],
  } as unknown as ModelSource;
  const pages = openReusablePages(file, partials);
  const onReused = () => {
    reused += 1;
  };
  const folder = join(root, 'next');
  const results = await reusePages(renderer, {
    pages,
    source,
    folder,
    previous: undefined,
    created: NOW,
    onReused,
  }).render(paths.map(job));
  pages.close();
  return { ...asked, reused, results };
}

const pathsOf = (results: readonly PageResult[]) => results.map((result) => 'page' in result && result.page.path);

describe('the pages of partial releases', () => {
  it('are found by their paths, each in the last release that has it', () => {
    const [first, second] = [put('one', '/a'), put('two', '/a')];
    const pages = openReusablePages(file, [partial('one', first, put('one', '/b')), partial('two', second)]);
    expect(pages.find('/a')).toEqual({ folder: join(root, 'two'), page: second });
    expect(pages.find('/b')?.folder).toBe(join(root, 'one'));
    expect(pages.find('/c')).toBeUndefined();
    pages.close();
  });

  it('are listed in a file that is removed in the end, and that has nothing of a run before', () => {
    const before = openReusablePages(file, [partial('one', put('one', '/a'))]);
    before.close();
    expect(existsSync(file)).toBe(false);
    // As a run that was killed leaves it.
    openReusablePages(file, [partial('one', put('one', '/a'))]);
    const pages = openReusablePages(file, []);
    expect(pages.find('/a')).toBeUndefined();
    pages.close();
    expect(existsSync(file)).toBe(false);
  });
});

describe('a page that was rendered for a partial release', () => {
  it('is reused as of this release, without a look at its model where its version is the same', async () => {
    const one = partial('one', put('one', '/a', { version: 'v1', inputs: 'old' }));
    const { rendered, hashed, reused, results } = await render([one], ['/a'], { versions: { '/a': 'v1' } });
    expect({ rendered, hashed, reused }).toEqual({ reused: 1 });
    expect(results).toMatchObject([{ page: { path: '/a', modified: NOW }, isUnchanged: false }]);
    expect(readFileSync(join(root, 'next/site/a.html'), 'utf8')).toBe('/a in one');
    expect(statSync(join(root, 'next/site/a.html.br')).ino).toBe(statSync(join(root, 'one/site/a.html.br')).ino);
  });

  it('is reused where its version differs and its model is the same, and rendered where that differs too', async () => {
    const one = partial('one', put('one', '/a', { version: 'v1' }), put('one', '/b', { version: 'v1' }));
    const { rendered, hashed, reused, results } = await render([one], ['/a', '/b'], {
      versions: { '/a': 'v2', '/b': 'v2' },
      models: { '/b': 'other' },
    });
    expect({ rendered, hashed, reused }).toEqual({ rendered: ['/b'], hashed: ['/a', '/b'], reused: 1 });
    expect(pathsOf(results)).toEqual(['/a', '/b']);
  });

  it('is rendered where its files are damaged', async () => {
    const one = partial('one', put('one', '/a'));
    writeFileSync(join(root, 'one/site/a.html'), 'half of');
    const { rendered, hashed, reused } = await render([one], ['/a']);
    expect({ rendered, hashed, reused }).toEqual({ rendered: ['/a'], reused: 0 });
  });

  it('stands among those that are rendered in the order of the plan', async () => {
    const one = partial('one', put('one', '/b'), put('one', '/d'));
    const { rendered, reused, results } = await render([one], ['/a', '/b', '/c', '/d']);
    expect([rendered, reused]).toEqual([['/a', '/c'], 2]);
    expect(pathsOf(results)).toEqual(['/a', '/b', '/c', '/d']);
  });

  it('leaves nothing to the renderer where all are reused', async () => {
    expect((await render([partial('one', put('one', '/a'))], ['/a'])).rendered).toBeUndefined();
  });

  it('is no help to one that the renderer leaves out, which is a problem', async () => {
    const { results } = await render([partial('one', put('one', '/a'))], ['/a', '/b'], { renders: false });
    expect(results).toMatchObject([{ page: { path: '/a' } }, { problem: 'a page was not rendered' }]);
  });
});
