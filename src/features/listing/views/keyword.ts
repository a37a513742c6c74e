import type { Keyword } from '#src/contract/entities/listing.ts';
import { aliasOf } from '#src/routes/aliases.ts';
import { keywordSlug } from '#src/routes/paths.ts';
import type { Site } from '#src/shell/page/view.ts';
import { type ListPage, listView } from './book-list.ts';
import { eachKeyword } from './hub-pages.ts';

const listPage = (keyword: Keyword, site: Site): ListPage => ({
  list: { kind: 'keyword', id: keyword.id },
  name: keyword.name,
  href: (page) => site.paths.keyword(keyword, page),
  params: { name: keywordSlug(keyword) },
  aliases: [keyword, ...(keyword.former ?? [])].map((name) => aliasOf.keyword(keywordSlug(name))),
});

/** The pages of keywords. */
export const keywordView = listView(
  'keyword',
  function* (source, site) {
    for (const keyword of eachKeyword(source)) yield listPage(keyword, site);
  },
  ({ name = '' }, source, site, listed) => {
    if (listed) return { entry: listed, context: {} };
    const keyword = source.keyword(name);
    return keyword && { entry: listPage(keyword, site), context: {} };
  },
);
