import { useEffect } from 'react';
import { LoginDialog } from '#src/features/sign-in/island/LoginDialog.tsx';
import { BookTabs } from '#src/shell/island/BookTabs.tsx';
import { Toast } from '#src/shell/island/Messages.tsx';
import { UndoBar, useUndo } from '#src/shell/island/UndoBar.tsx';
import { useIsland } from '#src/shell/island/use-island.ts';
import { useTab } from '#src/shell/island/use-tab.ts';
import { loadNewChapters } from '../state/new-chapters.ts';
import { HistoryList } from './HistoryList.tsx';
import { Manage } from './ManageTab.tsx';
import type { YourBooksProps } from './props.ts';
import { ShelfList } from './ShelfList.tsx';
import { SyncLine } from './SyncLine.tsx';

const PARTS = { history: HistoryList, shelf: ShelfList, manage: Manage } as const;

/** The visitor's books, with tabs for the history, the shelf and the whole library. */
export function YourBooks(props: YourBooksProps) {
  const island = useIsland<'account'>(props);
  const { t, tag, paths } = island;
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
      <UndoBar t={t} tag={tag} undo={undo} offer={offer} />
      <Toast />
      <LoginDialog t={t} termsHref={props.termsHref} />
    </>
  );
}
