import { describe, expect, it } from 'vitest';
import {
  keepUnselectedPages,
  planSelectedPages,
  requireSameSite,
  selectPages,
} from '#src/publish/plan/page-selection.ts';
import type { Release } from '#src/publish/release/index.ts';
import type { LocalizedSite } from '#src/publish/snapshot/index.ts';
import type { PageRef, PrerenderedView } from '#src/shell/page/view.ts';
import { plan, plannedTable, recordPage } from './planned-table.ts';

describe('selectPages', () => {
  it('selects pages whose decoded path matches at least one of the patterns', () => {
    const { selects } = selectPages(['/category/Übung/*', '/']);
    expect(['/category/%C3%9Cbung/2', '/', '/tags'].map(selects)).toEqual([true, true, false]);
  });

  it('reports a pattern that selects no page, even if another pattern selects pages', () => {
    const selection = selectPages(['/**', '/genres/*', '/genres/77']);
    selection.selects('/genres/12');
    expect(selection.check).toThrow('--pages /genres/77 selects no page');
    selection.selects('/genres/77');
    expect(selection.check).not.toThrow();
  });
});

describe('requireSameSite, which checks that a correction is possible', () => {
  it.each(['first', 'bundle', 'brand'] as const)(
    'rejects a correction if the reason to render the whole site is "%s"',
    (reason) => {
      expect(() => requireSameSite(reason)).toThrow(/because .* Run without --pages first/);
    },
  );

  it.each([undefined, 'full'] as const)(
    'accepts a correction if the reason to render the whole site is "%s"',
    (reason) => {
      expect(() => requireSameSite(reason)).not.toThrow();
    },
  );
});

describe('a selection of pages by patterns', () => {
  it('includes the additional pages passed by the caller, even if they match no pattern', () => {
    const { selects, check } = selectPages(['/genres/*'], new Set(['/tags/3/Slow']));
    expect(['/tags/3/Slow', '/tags'].map(selects)).toEqual([true, false]);
    expect(check).toThrow('--pages /genres/* selects no page of the live or the next release.');
  });

  it('reports all patterns that select no page', () => {
    expect(selectPages(['/a', '/b']).check).toThrow('--pages /a, --pages /b select no page');
  });
});

describe('planSelectedPages', () => {
  const ref = (path: string) => ({ kind: 'letter', path, params: {}, page: 1, aliases: [] }) as unknown as PageRef;
  const view = {
    kind: 'letter',
    paths: () => ['/a', '/b', '/c', '/d'].map(ref),
  } as unknown as PrerenderedView<unknown>;
  const site = { site: {}, source: {} } as unknown as LocalizedSite;
  const recordedPages = new Map([
    ['/a', { version: 'of a', inputs: 'a' }],
    ['/c', { version: 'of c', inputs: 'c' }],
  ]);

  it('renders the selected pages, keeps other pages unchanged and leaves out new pages', () => {
    const previousPage = (path: string) => recordedPages.get(path);
    const pages = [...planSelectedPages({ sites: [site], views: [view], previousPage }, selectPages(['/a', '/b']))];
    expect(
      pages.map(({ ref: { path }, reason, version, siteIndex, viewIndex, renderOrder }) => [
        path,
        reason,
        version,
        [siteIndex, viewIndex, renderOrder],
      ]),
    ).toEqual([
      ['/a', 'full', '', [0, 0, 0]],
      ['/b', 'new', '', [0, 0, 0]],
      ['/c', undefined, 'of c', [0, 0, 0]],
      ['/d', 'excluded', '', [0, 0, 0]],
    ]);
  });
});

describe('pages that a correction does not select', () => {
  it('are recorded as in the previous release, with the same listings and aliases', () => {
    const sql = plannedTable();
    plan(sql, '/hotnovels/A/1', { reason: 'full', listing: '/hotnovels/A/1' });
    plan(sql, '/hotnovels/N/1', { reason: 'excluded' });
    plan(sql, '/genres', { version: 'planned' });
    recordPage(sql, '/hotnovels/A/1', '/hotnovels/A/1');
    recordPage(sql, '/hotnovels/A/2', '/hotnovels/A/1');
    recordPage(sql, '/genres');
    recordPage(sql, '/tags/3/Slow', '/tags/3/Slow', 'of the tag');
    recordPage(sql, '/former/kind');
    // A selected page that the next release does not contain.
    recordPage(sql, '/hotnovels/B/1', '/hotnovels/B/1');
    recordPage(sql, '/hotnovels/B/2', '/hotnovels/B/1');
    for (const path of ['/hotnovels/A/1', '/tags/3/Slow', '/hotnovels/B/1'])
      sql.run('INSERT INTO previous.listings VALUES (?, ?)', path, `version of ${path}`);
    for (const [identity, path] of [
      ['letter:A', '/hotnovels/A/1'],
      ['letter:N', '/hotnovels/N/1'],
      ['genres', '/genres'],
      ['moved', '/genres'],
    ] as const)
      sql.run('INSERT INTO aliases VALUES (?, ?)', identity, path);
    for (const [identity, path] of [
      ['letter:A', '/hotnovels/A/2'],
      ['moved', '/tags/3/Slow'],
      ['tag:3', '/tags/3/Slow'],
      ['letter:B', '/hotnovels/B/1'],
    ] as const)
      sql.run('INSERT INTO previous.aliases VALUES (?, ?)', identity, path);

    const pages = sql.all<{ path: string; version: string }>('SELECT path, version FROM previous.pages');
    const previous = { pages: () => pages } as unknown as Release;
    keepUnselectedPages(sql, previous, selectPages(['/hotnovels/A/1', '/hotnovels/B/1']), ['en']);

    expect(sql.all('SELECT path, reason, version, site, view, kind FROM planned ORDER BY path')).toEqual([
      { path: '/former/kind', reason: null, version: 'old', site: -1, view: -1, kind: 'other' },
      { path: '/genres', reason: null, version: 'planned', site: 0, view: 0, kind: 'letter' },
      { path: '/hotnovels/A/1', reason: 'full', version: 'new', site: 0, view: 0, kind: 'letter' },
      { path: '/hotnovels/A/2', reason: null, version: 'old', site: -1, view: -1, kind: 'letter' },
      { path: '/hotnovels/B/2', reason: null, version: 'old', site: -1, view: -1, kind: 'letter' },
      { path: '/tags/3/Slow', reason: null, version: 'of the tag', site: -1, view: -1, kind: 'tag' },
    ]);
    expect(sql.all('SELECT identity, path FROM aliases ORDER BY identity')).toEqual([
      { identity: 'genres', path: '/genres' },
      { identity: 'letter:A', path: '/hotnovels/A/1' },
      { identity: 'moved', path: '/tags/3/Slow' },
      { identity: 'tag:3', path: '/tags/3/Slow' },
    ]);
    // Listings are dropped if one of their pages is rendered or removed.
    expect(sql.all('SELECT path, version, kind, pages, unchanged FROM listings')).toEqual([
      { path: '/tags/3/Slow', version: 'version of /tags/3/Slow', kind: '', pages: 0, unchanged: 0 },
    ]);
    expect(sql.isInTransaction).toBe(false);
    sql.close();
  });
});
