import type { BookReference } from '#src/contract/entities/book.ts';
import { bookText } from '#src/lib/book-text.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { RowCover } from '#src/shell/island/Thumbnail.tsx';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $readlogList } from '#src/shell/state/local-storage.ts';
import type { NotebookFilter } from '../state/notebook.ts';
import { countsInWords } from './counts.ts';
import type { NotebookIsland } from './props.ts';
import { useCovers } from './use-covers.ts';

interface NotebookHeadProps {
  readonly island: NotebookIsland;
  readonly book: BookReference;
  readonly counts: Readonly<Record<NotebookFilter, number>>;
  readonly defaultCover: string;
}

/** The top of a notebook: the book's title, the number of marks of each kind, and a link to continue reading. */
export function NotebookHead({ island, book, counts, defaultCover }: NotebookHeadProps) {
  const { t, tag, paths, mediaUrl } = island;
  const coverOf = useCovers();
  const read = useStored($readlogList, []).find((entry) => entry.book.id === book.id)?.chapter;
  const { all, bookmark: bookmarks, note: notes } = counts;
  return (
    <header className="notebook-head">
      <a className="notebook-back plain-link" href={paths.notebook()}>
        <Icon name="previous" />
        {t('all')}
      </a>
      <RowCover cover={coverOf(book.id)} mediaUrl={mediaUrl} fallback={defaultCover} />
      <div className="notebook-book">
        <h2>
          <a href={paths.novel(book)} {...bookText(book.title, book.language, tag)}>
            {book.title}
          </a>
        </h2>
        <p>{countsInWords(t, tag, { highlights: all - bookmarks, notes, bookmarks })}</p>
        <a className="plain-link" href={read ? paths.reader(book.id, read.id) : paths.readerEntry(book.id)}>
          {t('read-on')}
        </a>
      </div>
    </header>
  );
}
