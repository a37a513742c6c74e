import type { Keyword } from '#src/contract/entities/listing.ts';
import { identity } from '#src/routes/identity.ts';
import type { IndexModel } from './models.ts';
import { pageCount, pagination } from './pagination.ts';
import type { Source } from './source.ts';
import type { ReleaseView } from './view.ts';

const PAGE_SIZE = 100;

/** The list of all keywords. */
export const keywordsView: ReleaseView<IndexModel> = {
  kind: 'keywords',
  *paths(source, site) {
    const pages = Math.max(1, pageCount(source.keywords(1, PAGE_SIZE).total, PAGE_SIZE));
    for (let page = 1; page <= pages; page += 1) {
      const identities = page === 1 ? [identity.keywords()] : [];
      yield { kind: 'keywords', path: site.paths.keywords(page), params: {}, page, identities };
    }
  },
  load({ page }, source, site) {
    const { items, total } = source.keywords(page, PAGE_SIZE);
    if (items.length === 0 && page > 1) return { status: 'missing' };
    const links = items.map((keyword) => ({ name: keyword.name, href: site.paths.keyword(keyword) }));
    const pages = pageCount(total, PAGE_SIZE);
    return {
      status: 'ok',
      model: {
        kind: 'keywords',
        name: '',
        trail: [],
        groups: [{ name: '', href: null, introduction: '', links }],
        pagination: pages > 1 ? pagination(page, pages, site.paths.keywords) : null,
      },
    };
  },
};

/** All keywords, a page of the source at a time. */
export function* eachKeyword(source: Source): Iterable<Keyword> {
  for (let page = 1; ; page += 1) {
    const { items } = source.keywords(page, PAGE_SIZE);
    yield* items;
    if (items.length < PAGE_SIZE) return;
  }
}
