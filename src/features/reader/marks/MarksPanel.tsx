import type { Mark, StoredMark } from '#src/contract/entities/marks.ts';
import { marksByChapter } from '#src/features/notebook/state/notebook.ts';
import { bookText } from '#src/lib/book-text.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { useUndo } from '#src/shell/island/UndoBar.tsx';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $marks } from '#src/shell/state/local-storage.ts';
import type { PanelProps } from '../island/panel.ts';
import { MarkRow } from './MarkRow.tsx';
import { placeInView } from './selection.ts';
import { $editedMark, bookmarkAt, marksOfBook, removeMark, restoreMark, toggleBookmark } from './state.ts';

const NONE: readonly StoredMark[] = [];

/** The panel with all bookmarks and highlights (marks) of the book, by chapter. */
export function MarksPanel({ island, book, language }: PanelProps) {
  const { t, tag, paths } = island;
  const marks = marksOfBook(useStored($marks, NONE), book.id);
  const [undo, offer] = useUndo();

  const remove = (mark: Mark) => {
    removeMark(mark.id);
    offer({ title: t('mark-deleted'), run: () => restoreMark(mark) });
  };
  const toggleBookmarkHere = () => {
    const place = placeInView(book);
    if (!place) return;
    const existing = bookmarkAt(marks, place.chapter.id, place.start.block);
    const added = toggleBookmark(place);
    if (added) offer({ title: t('bookmark-set'), run: () => removeMark(added.id) });
    else if (existing) offer({ title: t('bookmark-gone'), run: () => restoreMark(existing) });
    else offer({ title: t('marks-full'), run: () => {} });
  };
  return (
    <div className="marks">
      <button type="button" className="button button-quiet" onClick={toggleBookmarkHere}>
        <Icon name="bookmark" />
        {t('bookmark-here')}
      </button>
      {marks.length > 0 && (
        <a className="marks-notebook plain-link" href={paths.notebook(book.id)}>
          <Icon name="notebook" />
          {t('notebook')}
        </a>
      )}
      {marks.length === 0 && <p className="marks-empty">{t('marks-empty')}</p>}
      {marksByChapter(marks).map(({ id, title, marks: group }) => (
        <section key={id} aria-label={title}>
          <h3 {...bookText(title, language, tag)}>{title}</h3>
          <ul>
            {group.map((mark) => (
              <MarkRow
                key={mark.id}
                island={island}
                mark={mark}
                onEdit={() => $editedMark.set(mark.id)}
                onRemove={() => remove(mark)}
              />
            ))}
          </ul>
        </section>
      ))}
      <div className="undo" role="status">
        {undo && (
          <p>
            <span>{undo.title}</span>
            <button
              type="button"
              onClick={() => {
                undo.run();
                offer(null);
              }}
            >
              {t('undo')}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
