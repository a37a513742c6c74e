import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSql } from '#src/lib/sqlite.ts';
import type { RebuildOptions, RenderInput } from '#src/publish/rebuild/index.ts';
import { liveId } from '#src/publish/release/index.ts';
import type { Rule } from '#src/publish/verify/publish-guard/finding.ts';
import { type FaultyUpstream, startFaultyUpstream } from '../../../helpers/faulty-upstream.ts';
import { plainRenderers } from '../../../helpers/plain-renderer.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

const BOOKS = 160;
const REMOVED_BOOKS = Array.from({ length: BOOKS / 4 }, (_, index) => index * 4);

let api: SmallApi;
let upstream: FaultyUpstream;
let site: SmallRebuild;
let live: Record<string, string>;

const removeBooks = () =>
  api.write(async (writer) => {
    for (const number of REMOVED_BOOKS) await writer.removeBook(`book-${number}`);
  });
const restoreBooks = () =>
  api.write(async (writer) => {
    for (const number of REMOVED_BOOKS) await writer.putBook(smallBook(number));
  });

beforeAll(async () => {
  api = await startSmallApi(BOOKS);
  await api.write(async (writer) => {
    for (const title of ['One', 'Two'])
      await writer.putBanner({ brand: null, section: 7, title, subtitle: '', image: null, book: 'book-9' });
  });
  upstream = await startFaultyUpstream(api.origin);
  site = await smallRebuild(upstream.origin);
  await site.run();
  live = liveFiles(site.folder);
});
afterEach(() => upstream.clearFaults());
afterAll(async () => {
  await site.close();
  await upstream.close();
  await api.close();
});

/** Returns a run whose renderer changes the HTML of every page. */
const rendering = (change: (html: string, input: RenderInput) => string) => () =>
  site.run({ mode: 'night', full: true }, { renderers: async () => plainRenderers(change) });

const without = (call: string, change: (item: Record<string, unknown>) => boolean) => () => {
  upstream.rewrite(call, (data) => ({ ...data, items: data.items.filter(change) }));
  return site.run();
};
const none = () => false;

async function expectRefused(run: () => Promise<unknown>, rule: Rule): Promise<void> {
  await expect(run()).rejects.toMatchObject({
    exitCode: 4,
    message: expect.stringContaining('the live one stays'),
    findings: expect.arrayContaining([expect.objectContaining({ rule })]),
  });
  expect(liveFiles(site.folder)).toEqual(live);
}

describe('the publish guard', () => {
  it.each<[string, Rule, () => Promise<unknown>]>([
    ['without banners', 'lists-lost', without('banner.index', none)],
    ['without shelves', 'lists-lost', without('recommend.index3', none)],
    ['without rankings', 'lists-lost', without('bookRank.list', none)],
    ['without genres', 'lists-lost', without('recommend.tag_group_list', none)],
    [
      'with an empty ranking',
      'list-emptied',
      () => {
        upstream.rewrite('bookRank.book_list', (data) => ({ ...data, items: [], total: 0 }));
        return site.run();
      },
    ],
    [
      "with another brand's name in every title",
      'other-brand',
      rendering((html) => html.replace('| FreeNovel</title>', '| Joyfic</title>')),
    ],
    [
      'with another brand as the site name of one page',
      'other-brand',
      rendering((html, { path }) =>
        path === '/tags' ? html.replace('content="FreeNovel"', 'content="Joyfic"') : html,
      ),
    ],
    [
      "with another brand's host in heads",
      'other-brand',
      rendering((html) =>
        html.replace('og:url" content="https://www.freenovel.', 'og:url" content="https://www.joyfic.'),
      ),
    ],
    [
      'with noindex on every page',
      'noindex',
      rendering((html) => html.replace('content="index, follow"', 'content="noindex, follow"')),
    ],
    [
      'with the home page as the canonical page of lists',
      'canonical',
      rendering((html) => html.replace(/(rel="canonical" href="https:\/\/[^/]*)\/tags\/[^"]*/, '$1/')),
    ],
    [
      'with a canonical page on another host',
      'canonical-host',
      rendering((html, { path }) =>
        path === '/tags' ? html.replace(/(rel="canonical" href=")[^"]*/, '$1http://localhost/tags') : html,
      ),
    ],
    [
      'with pages that lost most of their content',
      'page-size',
      rendering((html) => html.replace(/<script.*<.script>/s, '')),
    ],
    [
      'with a changed title on every page',
      'titles-changed',
      rendering((html) => html.replace('<title>', '<title>New ')),
    ],
    ['with a page without title', 'broken-page', rendering((html) => html.replace(/<title>[^<]*/, '<title>'))],
    [
      'with a broken link',
      'broken-link',
      rendering((html) => html.replace('</body>', '<a href="/tags/99999">x</a></body>')),
    ],
  ])('rejects a rebuild %s and keeps the live release', async (_, rule, run) => expectRefused(run, rule));

  describe('if a quarter of the books is missing', () => {
    beforeAll(removeBooks);
    afterAll(restoreBooks);

    it.each<[string, RebuildOptions]>([
      ['in a nightly rebuild', { mode: 'night' }],
      ['in a full run', { mode: 'night', full: true }],
      ['in a correction', { mode: 'correction', pages: ['/'] }],
    ])('keeps the live release %s', async (_, options) => expectRefused(() => site.run(options), 'books-lost'));

    it('reports the loss in a dry run', async () => {
      const report = await site.run({ mode: 'dry-run', of: { mode: 'night' } });
      expect(report.suspicious).toEqual(['en has 120 books, the live release has 160 (25 % fewer)']);
    });
  });
});

it('a rebuild succeeds after a rejected one if the missing books have returned', async () => {
  expect(await site.run()).toMatchObject({ status: expect.stringMatching(/published|unchanged/) });
});

describe('rebuild --accept', () => {
  it('publishes a rejected release and records the reason, and compares the next release with it', async () => {
    await removeBooks();
    await expect(site.run()).rejects.toMatchObject({ exitCode: 4 });
    const correction = await site.run({ mode: 'correction', pages: ['/genres/**'], accept: 'genres first' });
    expect(correction.accepted?.reason).toBe('genres first');
    // A correction does not reset the comparison: the site still has fewer books than after the previous nightly
    // rebuild.
    await expect(site.run()).rejects.toMatchObject({ exitCode: 4 });
    const { accepted } = await site.run({ mode: 'night', accept: 'the licence has ended' });
    expect(accepted).toMatchObject({ reason: 'the licence has ended' });
    expect(accepted?.findings).toContain('books-lost: en has 120 books, the live release has 160 (25 % fewer)');
    const info = JSON.parse(readFileSync(join(site.folder, 'current/release.json'), 'utf8'));
    expect(info).toMatchObject({ id: liveId(site.folder), accepted });
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/releases.ts', '--brand', 'freenovel'], {
      env: { ...process.env, LECTERN_STATE: site.state },
    });
    expect(stdout).toMatch(/^\* .*\n {4}accepted: the licence has ended\n {6}books-lost: /);
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Another beginning.' })));
    const next = await site.run();
    expect(next).toMatchObject({ status: 'published' });
    expect(next.accepted).toBeUndefined();
  });

  it('does not override findings that cannot be accepted', async () => {
    const broken = plainRenderers((html) => html.replace('content="FreeNovel"', 'content="Joyfic"'));
    const options: RebuildOptions = { mode: 'night', full: true, accept: 'it is' };
    await expect(site.run(options, { renderers: async () => broken })).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining('cannot be accepted'),
    });
  });
});

it('a rebuild skips the comparison if an older version created the live release, but records data for the next rebuild', async () => {
  const sql = openSql(join(site.folder, 'current/manifest.db'));
  for (const column of ['section', 'title', 'noindex', 'canonical', 'otherBrand'])
    sql.exec(`ALTER TABLE pages DROP COLUMN ${column}`);
  sql.exec(`DELETE FROM meta WHERE key IN ('sections', 'content'); PRAGMA user_version = 2`);
  sql.close();
  await api.write(async (writer) => {
    for (let number = 1; number < 60; number += 1) await writer.removeBook(`book-${number}`);
  });
  expect(await site.run()).toMatchObject({ status: 'published', pages: { kept: 0 } });
  await api.write(async (writer) => {
    for (let number = 60; number < 120; number += 1) await writer.removeBook(`book-${number}`);
  });
  await expect(site.run()).rejects.toMatchObject({ exitCode: 4 });
});
