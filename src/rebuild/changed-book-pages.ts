import { type LocalizedSite, listKey, listsOf } from '#src/snapshot/index.ts';
import type { BookList, Source } from '#src/view-models/source.ts';
import type { PageAddress, PlanContext } from './plan.ts';
import type { ChangedBooks } from './sync-stage.ts';

/** Tells of a page whether it shows one of the changed books of its edition. */
export function reachOf(
  { editions, views }: Pick<PlanContext, 'editions' | 'views'>,
  changed: ChangedBooks,
): (address: PageAddress) => boolean {
  const watched = editions.map((edition) => watch(edition, changed));
  return ({ edition, view: at, ref }) => {
    const watch = watched[edition];
    const view = views[at];
    const site = editions[edition]?.site;
    if (!watch || !view || !site) return false;
    return watch.showsChanged((source) => {
      if (view.version?.(ref, source, site) === undefined) view.load(ref, source, site);
    });
  };
}

/** A source that notices when it gives one of the changed books away. */
function watch({ source, site }: LocalizedSite, all: ChangedBooks) {
  const changed = all.get(site.locale.code) ?? new Map();
  const own = new Set([...changed.values()].flatMap(listsOf));
  let noticed = false;
  const notice = (books: Iterable<{ readonly id: number }>) => {
    noticed ||= Iterator.from(books).some(({ id }) => changed.has(id));
  };
  const noticeList = (list: BookList, page: number, pageSize: number) => {
    // The upstream's own lists may hold any book, others those whose fields name them.
    const mayHold = list.kind === 'ranking' || list.kind === 'section' || own.has(listKey(list));
    if (mayHold && !noticed) notice(source.books(list, page, pageSize).items);
  };
  const noticeNovel = (id: number) => {
    const novel = source.prerendered.novel(id);
    notice([{ id }, ...(novel?.ofTag ?? []), ...(novel?.ofAuthor ?? [])]);
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
    showsChanged(work: (source: Source) => void): boolean {
      noticed = false;
      work(watching);
      return noticed;
    },
  };
}
