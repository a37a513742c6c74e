import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedPage, Release } from '#src/publish/release/index.ts';
import { deadLinkFindings, followedPages } from '#src/publish/verify/dead-links.ts';
import { testBrand } from '../../../helpers/memory-source.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-links-'));
  mkdirSync(join(folder, 'site'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the dead links of a page, in a release with `/`, `/genres/7/Romance`, a style sheet and an alias. */
function dead(...hrefs: string[]): (string | undefined)[] {
  return deadOn('/', testBrand, hrefs).targets;
}

/** Returns the dead links of a page at `path`, and the descriptions of those that an operator wrote. */
function deadOn(path: string, brand: typeof testBrand, hrefs: readonly string[], settings?: object) {
  writeFileSync(join(folder, 'site', 'index.html'), hrefs.map((href) => `<a href="${href}">a</a>`).join(''));
  const release = {
    folder,
    info: { settings },
    page: (path: string) => ['/', '/genres/7/Romance'].includes(path) || undefined,
    hasAsset: (path: string) => path === '/_brand/a.css',
    alias: (key: string) => (key.endsWith('genre:7') ? '/genres/7/Romance' : undefined),
  } as unknown as Release;
  const pages = [{ path, file: 'index.html' } as RecordedPage];
  const written = new Set<string>();
  const targets = deadLinkFindings(release, brand, pages, written).map(({ target }) => target);
  return { targets, written: [...written] };
}

describe('a link on a page', () => {
  it.each([
    ['a page of the release', '/genres/7/Romance'],
    ['a file', '/_brand/a.css'],
    ['an API call', `${testBrand.apiPrefix}/v1/book.show`],
    ['an alternative spelling of a page', '/genres/7/Former-Name'],
    ['a page rendered on request', '/author/3/V--Woolf'],
    ['a book, which may be rendered on request', '/novel/3/Romance/A-Book'],
    ['another site', 'https://example.com/nowhere'],
  ])('is accepted if it leads to %s', (_what, href) => {
    expect(dead(href)).toEqual([]);
  });

  it.each([
    ['a path without a route', '/no/such/page'],
    ['a missing list', '/genres/8/Fantasy'],
    ['a page past the end of a list', '/genres/7/Romance/page-9'],
    ['a missing file', '/_brand/b.css'],
  ])('is reported as dead if it leads to %s', (_what, href) => {
    expect(dead('/', href)).toEqual([href]);
  });

  it('is reported once per page', () => {
    expect(dead('/no/1', '/no/1', '/no/2')).toEqual(['/no/1', '/no/2']);
  });
});

it('the dead link check follows the links of about a hundred pages, and of about two hundred changed pages', () => {
  const sampleSizes: number[] = [];
  const release = (pages: number) =>
    ({
      info: { pages },
      everyNthPath: (step: number) => {
        sampleSizes.push(step);
        return ['/a', '/b'];
      },
      changedPaths: (step: number) => {
        sampleSizes.push(step);
        return ['/b', '/gone'];
      },
      page: (path: string) => (path === '/gone' ? undefined : { path }),
    }) as unknown as Release;
  expect(followedPages(release(1000), 1000).map(({ path }) => path)).toEqual(['/a', '/b']);
  followedPages(release(101), 3);
  followedPages(release(0), 0);
  followedPages(release(4000), 10);
  expect(sampleSizes).toEqual([10, 5, 2, 1, 1, 1, 40, 1]);
});

describe('a broken link that the operator wrote', () => {
  const brand: typeof testBrand = {
    ...testBrand,
    menu: [{ page: 'home' }, { link: '/tags/9/gone', texts: { en: 'Gone' } }],
    announcement: { texts: { en: 'New' }, link: '/genres/9/Gone' },
  };

  it('in the menu or the announcement is described, but does not stop the release', () => {
    expect(deadOn('/', brand, ['/tags/9/gone', '/genres/9/Gone', '/genres/8/Other'])).toEqual({
      targets: ['/genres/8/Other'],
      written: [
        `The menu links to /tags/9/gone, which does not exist. Correct it in brand.ts of ${brand.id} (menu).`,
        `The announcement links to /genres/9/Gone, which does not exist. Correct it in brand.ts of ${brand.id} (announcement).`,
      ],
    });
  });

  it('is to be corrected in the admin if the settings of the brand replace the field with the link', () => {
    const { written } = deadOn('/', brand, ['/tags/9/gone', '/genres/9/Gone'], { menu: brand.menu });
    expect(written).toEqual([
      'The menu links to /tags/9/gone, which does not exist. Correct it in the settings of the brand in the admin (menu).',
      `The announcement links to /genres/9/Gone, which does not exist. Correct it in brand.ts of ${brand.id} (announcement).`,
    ]);
  });

  it('on a page of the brand is described, but does not stop the release', () => {
    expect(deadOn('/pages/about', brand, ['/genres/8/Other'])).toEqual({
      targets: [],
      written: [
        `/pages/about links to /genres/8/Other, which does not exist. Correct it in brand.ts of ${brand.id} (pages).`,
      ],
    });
  });
});
