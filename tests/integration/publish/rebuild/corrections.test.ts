import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveId, openLive } from '#src/publish/release/index.ts';
import { plainBundle, plainRenderers } from '../../../helpers/plain-renderer.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;

beforeEach(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
});
afterEach(async () => {
  await site.close();
  await api.close();
});

const correct = async (...pages: string[]) => {
  const renderers = plainRenderers();
  const report = await site.run({ mode: 'correction', pages }, { renderers: async () => renderers });
  return { report, rendered: renderers.rendered };
};

/** The record of every page of the live release, by path. */
function livePages() {
  const live = openLive(site.folder);
  const pages = Object.fromEntries([...(live?.pages() ?? [])].map((page) => [page.path, page]));
  live?.close();
  return pages;
}

describe('rebuild --pages', () => {
  it('publishes the matching pages and leaves all other pages to the next nightly rebuild', async () => {
    await site.run();
    const before = livePages();
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Corrected.' })));
    const { report, rendered } = await correct('/hotnovels/A/*');
    expect(rendered).toEqual(['/hotnovels/A/1']);
    expect(report).toMatchObject({ status: 'published', pages: { rendered: 1, removed: 0 } });
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Corrected.');
    expect(livePage(site.folder, 'index.html')).not.toContain('Corrected.');
    const { ['/hotnovels/A/1']: one, ...others } = livePages();
    expect(one).not.toEqual(before['/hotnovels/A/1']);
    expect({ ...others, '/hotnovels/A/1': before['/hotnovels/A/1'] }).toEqual(before);

    const night = plainRenderers();
    await site.run({ mode: 'night' }, { renderers: async () => night });
    expect(night.rendered).toContain('/');
    expect(night.rendered).not.toContain('/hotnovels/A/1');
    expect(livePage(site.folder, 'index.html')).toContain('Corrected.');
    expect(await site.run({ mode: 'night', full: true })).toMatchObject({ status: 'unchanged' });
  });

  it('makes the next rebuild render the corrected list page again, even if the correction of the book has been undone', async () => {
    const introduce = (introduction: string) => api.write((writer) => writer.putBook(smallBook(6, { introduction })));
    await introduce('As it was.');
    await site.run();
    await introduce('Corrected.');
    await correct('/hotnovels/A/1');
    await introduce('As it was.');
    const night = plainRenderers();
    await site.run({ mode: 'night' }, { renderers: async () => night });
    expect(night.rendered).toEqual(['/hotnovels/A/1']);
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('As it was.');
  });

  it('adds and removes only matching pages and their aliases', async () => {
    await api.write((writer) => writer.putBook(smallBook(900, { title: 'Zebra Crossing' })));
    await site.run();
    await api.write(async (writer) => {
      await writer.removeBook('book-900');
      await writer.putBook(smallBook(901, { title: 'Xylophone' }));
    });
    await correct('/hotnovels/**');
    const pages = livePages();
    expect(pages['/hotnovels/X/1']).toBeDefined();
    expect(pages['/hotnovels/Z/1']).toBeUndefined();
    const live = openLive(site.folder);
    expect(live?.alias('letter:X')).toBe('/hotnovels/X/1');
    expect(live?.alias('letter:Z')).toBeUndefined();
    live?.close();
  });

  it('neither removes nor adds pages that do not match', async () => {
    await api.write((writer) => writer.putBook(smallBook(900, { title: 'Zebra Crossing' })));
    await site.run();
    await api.write(async (writer) => {
      await writer.removeBook('book-900');
      await writer.putBook(smallBook(901, { title: 'Xylophone' }));
      await writer.putBook(smallBook(6, { introduction: 'Corrected.' }));
    });
    const { report } = await correct('/');
    expect(report).toMatchObject({ status: 'published', pages: { rendered: 1, removed: 0 } });
    const live = openLive(site.folder);
    expect([live?.alias('letter:Z'), live?.alias('letter:X')]).toEqual(['/hotnovels/Z/1', undefined]);
    expect([live?.page('/hotnovels/Z/1')?.path, live?.page('/hotnovels/X/1')]).toEqual(['/hotnovels/Z/1', undefined]);
    live?.close();
    await site.run();
    expect(await site.run({ mode: 'night', full: true })).toMatchObject({ status: 'unchanged' });
  });

  it('publishes nothing if the newly rendered pages are unchanged', async () => {
    await site.run();
    const before = liveFiles(site.folder);
    const { report, rendered } = await correct('/hotnovels/**');
    expect(report.status).toBe('unchanged');
    expect(rendered.length).toBeGreaterThan(5);
    expect(liveFiles(site.folder)).toEqual(before);
  });

  it('publishes no new pages except those that corrected pages link to', async () => {
    await site.run();
    const before = livePages();
    await api.write((writer) =>
      writer.putBook(smallBook(901, { title: 'Xylophone', tags: ['tag new'], keywords: ['phrase new'] })),
    );
    const { report } = await correct('/hotnovels/A/1');
    expect(report).toMatchObject({ status: 'published', linked: ['/hotnovels/X/1', expect.stringMatching('/tags/')] });
    expect(livePage(site.folder, 'hotnovels/X/1.html')).toContain('Xylophone');
    const { ['/hotnovels/A/1']: one, ...others } = livePages();
    expect(one).not.toEqual(before['/hotnovels/A/1']);
    expect(Object.keys(others).filter((path) => !(path in before))).toEqual(report.linked);
    for (const [path, page] of Object.entries(others)) if (path in before) expect(page).toEqual(before[path]);
    await site.run();
    expect(await site.run({ mode: 'night', full: true })).toMatchObject({ status: 'unchanged' });
  });

  it('is rejected if a corrected page links to a missing page', async () => {
    await site.run();
    const live = liveId(site.folder);
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Corrected.' })));
    const renderers = async () =>
      plainRenderers((html) => html.replace('</body>', '<a href="/genres/77/None"></a></body>'));
    await expect(site.run({ mode: 'correction', pages: ['/hotnovels/A/1'] }, { renderers })).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining('/hotnovels/A/1 links to /genres/77/None, which does not exist'),
    });
    expect(liveId(site.folder)).toBe(live);
  });

  it('lists all patterns that match no page', async () => {
    await site.run();
    await expect(correct('/hotnovels/**', '/hotnovels/A', '/hotnovels/B')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('--pages /hotnovels/A, --pages /hotnovels/B select no page'),
    });
  });

  it('requires a full rebuild first if there is no live release or every page must be rendered', async () => {
    await expect(correct('/')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('there is no previous release'),
    });
    await site.run();
    await expect(
      site.run({ mode: 'correction', pages: ['/'] }, { bundle: async () => plainBundle('bundle-2') }),
    ).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("the site's code changed"),
    });
    await expect(site.run({ mode: 'correction', pages: ['/'] }, {}, { appName: 'Another' })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('the brand changed'),
    });
  });
});
