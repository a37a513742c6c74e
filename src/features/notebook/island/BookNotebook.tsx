import { useEffect, useMemo, useState } from 'react';
import type { Mark, StoredMark } from '#src/contract/entities/marks.ts';
import { marksOfBook, removeMark, restoreMark } from '#src/features/reader/marks/state.ts';
import { isolate } from '#src/lib/book-text.ts';
import { textDirection } from '#src/lib/text-direction.ts';
import type { Undo } from '#src/shell/island/UndoBar.tsx';
import { countMarks, findMarks, type NotebookFilter } from '../state/notebook.ts';
import { ChapterNotes } from './ChapterNotes.tsx';
import { NO_MARKS, NoMarks } from './NoMarks.tsx';
import { NotebookHead } from './NotebookHead.tsx';
import { NotebookTools } from './NotebookTools.tsx';
import type { NotebookIsland, NotebookProps } from './props.ts';
import { SaveNotebook } from './SaveNotebook.tsx';
import { passageId, useArrivalAt, useFocusAfterRender } from './use-focus.ts';

interface BookNotebookProps extends NotebookProps {
  readonly island: NotebookIsland;
  readonly bookId: number;
  /** Id of the mark to scroll to. */
  readonly markId: string | null;
  readonly storedMarks: readonly StoredMark[];
  readonly offer: (undo: Undo) => void;
}

/**
 * Number of marks shown initially, and added by each click on "Load more". Rendering a thousand marks at once would
 * block a phone.
 */
const STEP = 100;
/** Maximum length of the text that identifies a removed mark in the undo message. */
const MAX_NAME_CHARACTERS = 60;

/** The notebook of one book: its bookmarks and highlights (marks) in the order of the text. */
export function BookNotebook(props: BookNotebookProps) {
  const { island, bookId, markId, storedMarks, offer, defaultCover, emptyImage } = props;
  const { t, tag, paths } = island;
  const marks = useMemo(() => marksOfBook(storedMarks, bookId), [storedMarks, bookId]);
  const [chosen, choose] = useState<NotebookFilter>('all');
  const [words, setWords] = useState('');
  const [limit, setLimit] = useState(() => Math.max(STEP, marks.findIndex(({ id }) => id === markId) + 1));
  const focusOn = useFocusAfterRender();
  useArrivalAt(markId);
  useTitle(marks[0]?.book.title, tag);

  const counts = useMemo(() => countMarks(marks), [marks]);
  // If the last mark of the chosen colour has been removed, all marks are shown.
  const filter = counts[chosen] === 0 ? 'all' : chosen;
  const matches = useMemo(() => findMarks(marks, filter, words), [marks, filter, words]);
  const [first] = marks;
  if (!first)
    return (
      <NoMarks image={emptyImage} title={t('empty-book')} hint={t('empty-hint')}>
        <div className="ways">
          <a className="button" href={paths.readerEntry(bookId)}>
            {t('read-on')}
          </a>
          <a className="button button-quiet" href={paths.notebook()}>
            {t('all')}
          </a>
        </div>
      </NoMarks>
    );

  const remove = (mark: Mark) => {
    const at = matches.indexOf(mark);
    const next = matches[at + 1] ?? matches[at - 1];
    removeMark(mark.id);
    focusOn(next ? passageId(next.id) : marks.length > 1 ? SEARCH : NO_MARKS);
    const restore = () => {
      restoreMark(mark);
      focusOn(passageId(mark.id));
    };
    offer({ language: mark.book.language, title: [...mark.text].slice(0, MAX_NAME_CHARACTERS).join(''), run: restore });
  };
  return (
    <div className="notebook">
      <div className="notebook-side">
        <NotebookHead island={island} book={first.book} counts={counts} defaultCover={defaultCover} />
        <NotebookTools
          t={t}
          searchId={SEARCH}
          words={words}
          search={setWords}
          counts={counts}
          filter={filter}
          choose={choose}
          matchCount={matches.length}
        />
        <SaveNotebook island={island} book={first.book} marks={marks} />
      </div>
      <div className="notebook-marks">
        {matches.length === 0 && (
          <div className="notebook-none">
            <p>{t('none-found')}</p>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                choose('all');
                setWords('');
                focusOn(SEARCH);
              }}
            >
              {t('show-all')}
            </button>
          </div>
        )}
        <ChapterNotes island={island} marks={matches.slice(0, limit)} words={words} arrival={markId} remove={remove} />
        {matches.length > limit && (
          <button type="button" className="button button-quiet" onClick={() => setLimit(limit + STEP)}>
            {t('more')}
          </button>
        )}
      </div>
    </div>
  );
}

const SEARCH = 'notebook-search';

/** Sets the page's title, because one HTML file serves the notebooks of all books. */
function useTitle(title: string | undefined, tag: string): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    const before = document.title;
    document.title = `${isolate(title, textDirection(tag))} – ${before}`;
    return () => {
      document.title = before;
    };
  }, [title, tag]);
}
