import type { NovelModel, ReaderModel } from './models.ts';
import { novelModel } from './novel.ts';
import { readerModel } from './reader.ts';
import type { Loaded, ReleaseView } from './view.ts';

const MISSING: Loaded<never> = { status: 'missing' };

/** Pages of the books that the brand has prerendered; what they show is what `novelView` makes on request. */
export const releasedNovelView: ReleaseView<NovelModel> = {
  kind: 'novel',
  *paths({ prerendered }, { paths }) {
    for (const { book } of prerendered.all())
      yield { kind: 'novel', path: paths.novel(book), params: { id: String(book.id) }, page: 1, identities: [] };
  },
  load({ params }, { prerendered }, site) {
    const parts = prerendered.novel(Number(params['id']));
    return parts ? { status: 'ok', model: novelModel(parts, 'oldest', site) } : MISSING;
  },
  version: ({ params }, { prerendered }) => prerendered.novelVersion(Number(params['id'])),
};

/** The chapter where reading begins, of the same books; what it shows is what `readerView` makes on request. */
export const firstChapterView: ReleaseView<ReaderModel> = {
  kind: 'reader',
  *paths({ prerendered }, { paths }) {
    for (const { book, chapterId } of prerendered.all()) {
      if (chapterId === null) continue;
      const params = { bookId: String(book.id), chapterId: String(chapterId) };
      yield { kind: 'reader', path: paths.reader(book.id, chapterId), params, page: 1, identities: [] };
    }
  },
  load({ params }, { prerendered }, site) {
    const found = prerendered.chapter(Number(params['bookId']));
    if (!found || String(found.chapter.id) !== params['chapterId']) return MISSING;
    return { status: 'ok', model: readerModel(found.book, found, site) };
  },
  version: ({ params }, { prerendered }) => prerendered.chapterVersion(Number(params['bookId'])),
};
