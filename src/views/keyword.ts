import type { Keyword } from '#src/contract/entities/listing.ts';
import { identity } from '#src/paths/identity.ts';
import { keywordSlug } from '#src/paths.ts';
import { type ListPage, listRefs, loadList } from './book-list.ts';
import { eachKeyword } from './keywords.ts';
import type { BookListModel } from './models.ts';
import type { ReleaseView, Site } from './view.ts';

const listPage = (keyword: Keyword, site: Site): ListPage => ({
  list: { kind: 'keyword', id: keyword.id },
  name: keyword.name,
  href: (page) => site.paths.keyword(keyword, page),
  params: { name: keywordSlug(keyword) },
  identities: [identity.keyword(keywordSlug(keyword))],
});

/** Books of one keyword. */
export const keywordView: ReleaseView<BookListModel> = {
  kind: 'keyword',
  *paths(source, site) {
    for (const keyword of eachKeyword(source)) yield* listRefs(listPage(keyword, site), source);
  },
  load({ params, page }, source, site) {
    const keyword = source.keyword(params['name'] ?? '');
    if (!keyword) return { status: 'missing' };
    return loadList(listPage(keyword, site), page, source, site, {});
  },
};
