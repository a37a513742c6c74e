import { LoginDialog } from '../ui/LoginDialog.tsx';
import { Toast } from '../ui/Toast.tsx';
import { type Island, type IslandProps, useIsland } from '../ui/use-island.ts';
import { HistoryList } from './HistoryList.tsx';
import { ShelfList } from './ShelfList.tsx';
import { UndoBar } from './UndoBar.tsx';
import { useTab } from './use-tab.ts';
import { type Undo, useUndo } from './use-undo.ts';

/** Texts: area `account`. */
export interface YourBooksProps extends IslandProps {
  /** Shown where a book has no cover. */
  readonly defaultCover: string;
  /** Drawing of the empty states. */
  readonly emptyImage: string;
  readonly termsHref: string;
  /** Whether visitors can sign in. */
  readonly accounts: boolean;
}

/** What both lists of the page are given. */
export interface ListProps extends Pick<YourBooksProps, 'defaultCover' | 'emptyImage' | 'accounts'> {
  readonly island: Island<'account'>;
  /** Offers a removal back. */
  readonly offer: (undo: Undo) => void;
}

/** The visitor's books on this device: those read and those kept. */
export function YourBooks(props: YourBooksProps) {
  const island = useIsland<'account'>(props);
  const { t, paths } = island;
  const { defaultCover, emptyImage, accounts } = props;
  const tab = useTab();
  const [undo, offer] = useUndo();
  const List = tab === 'shelf' ? ShelfList : HistoryList;
  const here = (name: typeof tab) => (tab === name ? 'page' : undefined);
  return (
    <>
      <nav className="book-tabs" aria-label={t('history-title')}>
        <a href={`${paths.history()}#history`} aria-current={here('history')} data-keep-scroll>
          {t('history-title')}
        </a>
        <a href={`${paths.history()}#shelf`} aria-current={here('shelf')} data-keep-scroll>
          {t('shelf')}
        </a>
      </nav>
      <List {...{ island, defaultCover, emptyImage, accounts, offer }} />
      <UndoBar t={t} undo={undo} offer={offer} />
      <Toast />
      <LoginDialog t={t} termsHref={props.termsHref} />
    </>
  );
}
