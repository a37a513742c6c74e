import { useEffect } from 'react';
import { loadNewChapters } from '#src/stores/new-chapters.ts';
import { LoginDialog } from '../ui/LoginDialog.tsx';
import { Toast } from '../ui/Messages.tsx';
import { useIsland } from '../ui/use-island.ts';
import { BookTabs } from './BookTabs.tsx';
import { HistoryList } from './HistoryList.tsx';
import { Manage } from './ManageTab.tsx';
import type { YourBooksProps } from './props.ts';
import { ShelfList } from './ShelfList.tsx';
import { SyncLine } from './SyncLine.tsx';
import { UndoBar, useUndo } from './UndoBar.tsx';
import { useTab } from './use-tab.ts';

const PARTS = { history: HistoryList, shelf: ShelfList, manage: Manage } as const;

/** The visitor's books: those read, those kept, and what holds for all of them. */
export function YourBooks(props: YourBooksProps) {
  const island = useIsland<'account'>(props);
  const { t, paths } = island;
  const { defaultCover, emptyImage, accounts } = props;
  const tab = useTab();
  const [undo, offer] = useUndo();
  const Part = PARTS[tab];
  useEffect(() => void loadNewChapters(), []);
  return (
    <>
      <BookTabs t={t} paths={paths} current={tab} />
      {accounts && <SyncLine island={island} />}
      <Part island={island} defaultCover={defaultCover} emptyImage={emptyImage} accounts={accounts} offer={offer} />
      <UndoBar t={t} undo={undo} offer={offer} />
      <Toast />
      <LoginDialog t={t} termsHref={props.termsHref} />
    </>
  );
}
