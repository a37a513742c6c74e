import { useEffect } from 'react';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import {
  $cataloguePanel,
  $fontPanel,
  $navigationBar,
  closePanels,
  setChapter,
  toggleCatalogue,
  toggleFontPanel,
  toggleNavigationBar,
} from '#src/stores/book.ts';
import { recordReading } from '#src/stores/history.ts';
import { $bgNight } from '#src/stores/local.ts';
import { toggleNight } from '#src/stores/reading.ts';
import { syncHistory } from '#src/stores/user.ts';
import { Icon } from '../ui/Icon.tsx';
import { Notification } from '../ui/Notification.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { Catalogue } from './Catalogue.tsx';
import { TypePanel } from './TypePanel.tsx';
import { useAppearance } from './use-appearance.ts';
import { useReaderKeys } from './use-reader-keys.ts';

export interface ReaderControlsProps extends IslandProps {
  readonly book: BookReference & { readonly cover: Cover | null };
  readonly bookHref: string;
  readonly chapter: { readonly id: number; readonly number: number; readonly title: string };
  readonly chapterCount: number;
  readonly previousHref: string | null;
  readonly nextHref: string | null;
}

/** The bars and panels around a chapter. A tap in the middle of the text shows or hides them. */
export function ReaderControls(props: ReaderControlsProps) {
  const island = useIsland(props);
  const { t } = island;
  const { book, chapter, chapterCount, previousHref, nextHref } = props;
  const open = useStored($navigationBar, false);
  const catalogue = useStored($cataloguePanel, false);
  const type = useStored($fontPanel, false);
  const night = useAppearance(useStored($bgNight, null));

  useReaderKeys({ previousHref, nextHref });
  useEffect(() => {
    setChapter(chapter.number);
    const { cover, ...reference } = book;
    recordReading({ book: reference, cover, chapter });
    void syncHistory();
  }, [book, chapter]);

  useEffect(() => {
    const text = document.querySelector('[data-reader-text]');
    const tap = (event: Event) => {
      const onLink = event.target instanceof Element && event.target.closest('a, button, summary');
      if (!onLink && String(getSelection()) === '') toggleNavigationBar();
    };
    text?.addEventListener('click', tap);
    return () => text?.removeEventListener('click', tap);
  }, []);

  return (
    <div className="reader-controls" data-open={open || catalogue || type}>
      <Notification />
      <div className="reader-panels">
        {catalogue && <Catalogue bookId={book.id} current={chapter.id} island={island} />}
        {type && <TypePanel t={t} />}
      </div>
      <div className="reader-bar" role="toolbar" aria-label={t('controls')}>
        <button type="button" aria-expanded={catalogue} onClick={toggleCatalogue}>
          <Icon name="list" />
          <span>{t('catalogue')}</span>
        </button>
        <span className="reader-place">
          {chapter.number} / {chapterCount}
        </span>
        <button type="button" aria-pressed={night} onClick={() => toggleNight(night)}>
          <Icon name={night ? 'sun' : 'moon'} />
          <span>{t(night ? 'day' : 'night')}</span>
        </button>
        <button type="button" aria-expanded={type} onClick={toggleFontPanel}>
          <Icon name="type" />
          <span>{t('type')}</span>
        </button>
      </div>
      {(catalogue || type) && (
        <button type="button" className="reader-veil" aria-label={t('close')} onClick={closePanels} />
      )}
    </div>
  );
}
