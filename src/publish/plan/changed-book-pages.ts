import type { ChangedBooks } from '#src/publish/rebuild/sync-stage.ts';
import { type LocalizedSite, listKey, listsOf } from '#src/publish/snapshot/index.ts';
import type { BookList, Source } from '#src/shell/page/source.ts';
import type { ModelSource, PageAddress } from './plan.ts';

/** Returns a function that checks whether a page shows a changed book in the page's language. */
export function showsChangedBook(
  { sites, views }: ModelSource,
  changed: ChangedBooks,
): (address: PageAddress) => boolean {
  const sources = sites.map((site) => watchSource(site, changed));
  return ({ siteIndex, viewIndex, ref }) => {
    const watched = sources[siteIndex];
    const view = views[viewIndex];
    const site = sites[siteIndex]?.site;
    if (!watched || !view || !site) return false;
    return watched.readsChangedBook((source) => {
      // Computing a version reads the same lists as loading the model, but takes less time.
      if (view.version?.(ref, source, site) === undefined) view.load(ref, source, site);
    });
  };
}

/** Wraps a source to detect when one of the changed books is read. */
function watchSource({ source, site }: LocalizedSite, all: ChangedBooks) {
  const changed = all.get(site.locale.code) ?? new Map();
  const listsOfChanged = new Set([...changed.values()].flatMap(listsOf));
  let hasRead = false;
  const notice = (books: Iterable<{ readonly id: number }>) => {
    hasRead ||= Iterator.from(books).some(({ id }) => changed.has(id));
  };
  const noticeList = (list: BookList, page: number, pageSize: number) => {
    // Rankings and sections come from the upstream and may contain any book. All other lists are derived from fields of
    // the books.
    const mayContainBook = list.kind === 'ranking' || list.kind === 'section' || listsOfChanged.has(listKey(list));
    if (mayContainBook && !hasRead) notice(source.books(list, page, pageSize).items);
  };
  const noticeNovel = (id: number) => {
    const { related = {} } = source.prerendered.novel(id) ?? {};
    notice([{ id }, ...Object.values(related).flat()]);
  };
  const watching: Source = {
    ...source,
    shelves() {
      const shelves = source.shelves();
      for (const { books } of shelves) notice(books);
      return shelves;
    },
    books(list, page, pageSize) {
      noticeList(list, page, pageSize);
      return source.books(list, page, pageSize);
    },
    version(list, page, pageSize) {
      noticeList(list, page, pageSize);
      return source.version(list, page, pageSize);
    },
    prerendered: {
      ...source.prerendered,
      novel(id) {
        noticeNovel(id);
        return source.prerendered.novel(id);
      },
      novelVersion(id) {
        noticeNovel(id);
        return source.prerendered.novelVersion(id);
      },
      chapter(id) {
        notice([{ id }]);
        return source.prerendered.chapter(id);
      },
      chapterVersion(id) {
        notice([{ id }]);
        return source.prerendered.chapterVersion(id);
      },
    },
  };
  return {
    readsChangedBook(work: (source: Source) => void): boolean {
      hasRead = false;
      work(watching);
      return hasRead;
    },
  };
}
