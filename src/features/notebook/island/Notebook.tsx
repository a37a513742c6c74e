import { useEffect } from 'react';
import { SyncLine } from '#src/features/library/island/SyncLine.tsx';
import { endLookUpFromNotebook } from '#src/features/reader/links/state.ts';
import { BookTabs } from '#src/shell/island/BookTabs.tsx';
import { Skeleton } from '#src/shell/island/Skeleton.tsx';
import { UndoBar, useUndo } from '#src/shell/island/UndoBar.tsx';
import { useIsland } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $marks } from '#src/shell/state/local-storage.ts';
import { BookNotebook } from './BookNotebook.tsx';
import { NotebookList } from './NotebookList.tsx';
import type { NotebookIsland, NotebookProps } from './props.ts';
import { useNotebookPlace } from './use-notebook-place.ts';

/** The list of all notebooks, or the notebook of the book named in the address. */
export function Notebook(props: NotebookProps) {
  const island = useIsland<'account'>(props) as NotebookIsland;
  const { t, tag, paths } = island;
  const marks = useStored($marks, null);
  const { bookId, markId } = useNotebookPlace();
  const [undo, offer] = useUndo();
  useEffect(endLookUpFromNotebook, []);
  return (
    <>
      <BookTabs t={t} paths={paths} current="notebooks" />
      {props.accounts && <SyncLine island={island} />}
      {marks === null ? (
        <div className="history-waiting" aria-busy="true">
          <Skeleton rows={3} />
        </div>
      ) : bookId === null ? (
        <NotebookList {...props} island={island} storedMarks={marks} />
      ) : (
        <BookNotebook
          key={bookId}
          {...props}
          island={island}
          bookId={bookId}
          markId={markId}
          storedMarks={marks}
          offer={offer}
        />
      )}
      <UndoBar t={t} tag={tag} undo={undo} offer={offer} />
    </>
  );
}
