import { useEffect } from 'react';
import { $marks } from '#src/stores/local-storage.ts';
import { endLookUpFromNotebook } from '#src/stores/look-up.ts';
import { BookTabs } from '../history/BookTabs.tsx';
import { SyncLine } from '../history/SyncLine.tsx';
import { UndoBar, useUndo } from '../history/UndoBar.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { BookNotebook } from './BookNotebook.tsx';
import { NotebookList } from './NotebookList.tsx';
import type { NotebookIsland, NotebookProps } from './props.ts';
import { useNotebookPlace } from './use-notebook-place.ts';

/** What the visitor marked: the notebooks of all books, or that of the book which the address names. */
export function Notebook(props: NotebookProps) {
  const island = useIsland<'account'>(props) as NotebookIsland;
  const { t, paths } = island;
  const kept = useStored($marks, null);
  const { bookId, markId } = useNotebookPlace();
  const [undo, offer] = useUndo();
  useEffect(endLookUpFromNotebook, []);
  return (
    <>
      <BookTabs t={t} paths={paths} current="notebooks" />
      {props.accounts && <SyncLine island={island} />}
      {kept === null ? (
        <div className="history-waiting" aria-busy="true">
          <Skeleton rows={3} />
        </div>
      ) : bookId === null ? (
        <NotebookList {...props} island={island} kept={kept} />
      ) : (
        <BookNotebook
          key={bookId}
          {...props}
          island={island}
          bookId={bookId}
          markId={markId}
          kept={kept}
          offer={offer}
        />
      )}
      <UndoBar t={t} undo={undo} offer={offer} />
    </>
  );
}
