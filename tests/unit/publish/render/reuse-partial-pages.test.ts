import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';
import type { ModelSource, RenderJob } from '#src/publish/plan/plan.ts';
import type { PartialRelease, RecordedPage } from '#src/publish/release/index.ts';
import type { PageRenderer, PageResult } from '#src/publish/render/page-renderer.ts';
import { openReusablePages, reusePages } from '#src/publish/render/reuse-partial-pages.ts';
import { FACTS } from '../../../helpers/release-pages.ts';

const [THEN, NOW] = ['2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z'];

let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-reuse-'));
  file = join(root, 'reusable.db');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a page's files into a partial release. */
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

/** Renders pages next to partial releases. `versions` and `models` describe the pages in the snapshot. */
async function render(
  partials: readonly PartialRelease[],
  paths: readonly string[],
  now: { versions?: Record<string, string>; models?: Record<string, string>; renders?: boolean } = {},
) {
  const requested: { rendered?: string[]; hashed?: string[] } = {};
  let reused = 0;
  const renderer = {
    async render(jobs: readonly RenderJob[]) {
      requested.rendered = jobs.map(({ ref }) => ref.path);
      return now.renders === false ? [] : jobs.map(({ ref }) => ({ page: ref, isUnchanged: true }));
    },
    async modelHashes(jobs: readonly RenderJob[]) {
      requested.hashed = jobs.map(({ ref }) => ref.path);
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
  return { ...requested, reused, results };
}

const pathsOf = (results: readonly PageResult[]) => results.map((result) => 'page' in result && result.page.path);

describe('the pages of partial releases', () => {
  it('are looked up by path, in the last partial release that contains the path', () => {
    const [first, second] = [put('one', '/a'), put('two', '/a')];
    const pages = openReusablePages(file, [partial('one', first, put('one', '/b')), partial('two', second)]);
    expect(pages.find('/a')).toEqual({ folder: join(root, 'two'), page: second });
    expect(pages.find('/b')?.folder).toBe(join(root, 'one'));
    expect(pages.find('/c')).toBeUndefined();
    pages.close();
  });

  it('are listed in a temporary file, which is empty at the start and removed at the end', () => {
    const before = openReusablePages(file, [partial('one', put('one', '/a'))]);
    before.close();
    expect(existsSync(file)).toBe(false);
    // Leaves the temporary file behind, as a killed run does.
    openReusablePages(file, [partial('one', put('one', '/a'))]);
    const pages = openReusablePages(file, []);
    expect(pages.find('/a')).toBeUndefined();
    pages.close();
    expect(existsSync(file)).toBe(false);
  });
});

describe('a page of a partial release', () => {
  it("is reused with the current release's data, without loading its model, if its version is the same", async () => {
    const one = partial('one', put('one', '/a', { version: 'v1', inputs: 'old' }));
    const { rendered, hashed, reused, results } = await render([one], ['/a'], { versions: { '/a': 'v1' } });
    expect({ rendered, hashed, reused }).toEqual({ reused: 1 });
    expect(results).toMatchObject([{ page: { path: '/a', modified: NOW }, isUnchanged: false }]);
    expect(readFileSync(join(root, 'next/site/a.html'), 'utf8')).toBe('/a in one');
    expect(statSync(join(root, 'next/site/a.html.br')).ino).toBe(statSync(join(root, 'one/site/a.html.br')).ino);
  });

  it('is reused if only its version differs, and rendered if its model differs too', async () => {
    const one = partial('one', put('one', '/a', { version: 'v1' }), put('one', '/b', { version: 'v1' }));
    const { rendered, hashed, reused, results } = await render([one], ['/a', '/b'], {
      versions: { '/a': 'v2', '/b': 'v2' },
      models: { '/b': 'other' },
    });
    expect({ rendered, hashed, reused }).toEqual({ rendered: ['/b'], hashed: ['/a', '/b'], reused: 1 });
    expect(pathsOf(results)).toEqual(['/a', '/b']);
  });

  it('is rendered if its files are damaged', async () => {
    const one = partial('one', put('one', '/a'));
    writeFileSync(join(root, 'one/site/a.html'), 'half of');
    const { rendered, hashed, reused } = await render([one], ['/a']);
    expect({ rendered, hashed, reused }).toEqual({ rendered: ['/a'], reused: 0 });
  });

  it('is returned between rendered pages, in the order of the plan', async () => {
    const one = partial('one', put('one', '/b'), put('one', '/d'));
    const { rendered, reused, results } = await render([one], ['/a', '/b', '/c', '/d']);
    expect([rendered, reused]).toEqual([['/a', '/c'], 2]);
    expect(pathsOf(results)).toEqual(['/a', '/b', '/c', '/d']);
  });

  it('is not passed to the renderer if it is reused', async () => {
    expect((await render([partial('one', put('one', '/a'))], ['/a'])).rendered).toBeUndefined();
  });

  it('does not hide a problem that the renderer reports for another page', async () => {
    const { results } = await render([partial('one', put('one', '/a'))], ['/a', '/b'], { renders: false });
    expect(results).toMatchObject([{ page: { path: '/a' } }, { problem: 'a page is missing from the rendered ones' }]);
  });
});
