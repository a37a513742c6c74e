import { type MouseEvent, useId } from 'react';
import { $cataloguePanel, $fontPanel, $navigationBar, toggleCatalogue, toggleFontPanel } from '#src/stores/book.ts';
import { $bgNight } from '#src/stores/local.ts';
import { toggleNight } from '#src/stores/reading.ts';
import { Icon, type IslandIconName } from '../ui/Icon.tsx';
import { Notification } from '../ui/Notification.tsx';
import { type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { Catalogue } from './Catalogue.tsx';
import { TypePanel } from './TypePanel.tsx';
import { useAppearance } from './use-appearance.ts';
import { type Neighbours, useReaderKeys } from './use-reader-keys.ts';
import { type Place, useRecord } from './use-record.ts';
import { useTap } from './use-tap.ts';

/** Texts: area `reader`. The chapter's text on the page carries `data-reader-text`. */
export interface ReaderControlsProps extends IslandProps, Place, Neighbours {
  readonly bookHref: string;
}

/** The bars and panels around a chapter. A tap on the text shows or hides them; links lead on before anything loads. */
export function ReaderControls(props: ReaderControlsProps) {
  const island = useIsland<'reader'>(props);
  const { t } = island;
  const { book, bookHref, chapter, chapterCount, previousHref, nextHref } = props;
  const bar = useStored($navigationBar, false);
  const catalogue = useStored($cataloguePanel, false);
  const type = useStored($fontPanel, false);
  const night = useAppearance(useStored($bgNight, null));
  const panel = useId();

  useReaderKeys(props);
  useRecord(props);
  useTap();

  return (
    <div className="reader-controls" data-open={bar || catalogue || type}>
      <Notification />
      <nav className="reader-bar" aria-label={t('controls')}>
        <Turn href={previousHref} icon="previous" label={t('previous')} />
        <a href={`${bookHref}#chapters`} aria-haspopup="dialog" onClick={openCatalogue}>
          <Icon name="list" />
          <span>{t('catalogue')}</span>
        </a>
        <span className="reader-place">{t('place', { number: chapter.number, count: chapterCount })}</span>
        <button type="button" aria-pressed={night} onClick={() => toggleNight(night)}>
          <Icon name={night ? 'sun' : 'moon'} />
          <span>{t('night')}</span>
        </button>
        <button type="button" aria-expanded={type} aria-controls={type ? panel : undefined} onClick={toggleFontPanel}>
          <Icon name="type" />
          <span>{t('type')}</span>
        </button>
        <Turn href={nextHref} icon="next" label={t('next')} />
      </nav>
      {type && <TypePanel id={panel} t={t} />}
      {catalogue && <Catalogue bookId={book.id} current={chapter.id} island={island} />}
    </div>
  );
}

/** The link leads to the book's chapters; here they open over the text. */
function openCatalogue(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  toggleCatalogue();
}

/** Towards a neighbouring chapter; an empty place where there is none. */
function Turn({ href, icon, label }: { href: string | null; icon: IslandIconName; label: string }) {
  if (href === null) return <span className="reader-step" />;
  return (
    <a className="reader-step" href={href} aria-label={label}>
      <Icon name={icon} />
    </a>
  );
}
