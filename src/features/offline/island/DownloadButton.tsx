import { useEffect, useId, useState } from 'react';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import { storedCover } from '#src/shell/island/covers.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { canDownload } from '../state/download-book.ts';
import { pruneDownloads } from '../state/downloads.ts';
import { DownloadPanel } from './DownloadPanel.tsx';
import { useDownload, useResumeDownloads } from './use-download.ts';

/** `texts` contains texts of the area `offline`. */
export interface DownloadButtonProps extends IslandProps {
  readonly book: BookReference;
  /** The cover, whose addresses contain the brand's prefix, as in all page models. */
  readonly cover: Cover | null;
  /** The book's current number of chapters, if known. */
  readonly chapters?: number;
  /**
   * Whether the page's HTML contains the button. The button then has both labels, and the style sheet shows the one
   * that applies.
   */
  readonly prerendered?: boolean;
}

/** The button to download a book. It opens a panel with the download's state, which works without JavaScript. */
export function DownloadButton(props: DownloadButtonProps) {
  const island = useIsland<'offline'>(props);
  const { t } = island;
  const { book, apiPrefix, chapters, prerendered = false } = props;
  const [cover] = useState(() => storedCover(props.cover, apiPrefix));
  const download = useDownload(island, book, cover);
  const [isSupported, setSupported] = useState(true);
  const label = (icon: 'download' | 'downloaded') => (
    <>
      <Icon name={icon} />
      <span>{t(icon === 'download' ? 'keep' : 'keep-state-kept')}</span>
    </>
  );
  const panel = useId();
  useResumeDownloads(island);
  useEffect(() => {
    setSupported(canDownload());
    void pruneDownloads();
  }, []);
  if (!isSupported) return null;
  return (
    <>
      <button
        type="button"
        className="button button-quiet keep-button"
        popoverTarget={panel}
        data-state={download.entry?.state}
      >
        {prerendered ? (
          <>
            <span className="keep-off">{label('download')}</span>
            <span className="keep-on">{label('downloaded')}</span>
          </>
        ) : (
          label(download.entry?.state === 'kept' ? 'downloaded' : 'download')
        )}
      </button>
      <div id={panel} popover="auto" className="share-panel keep-panel" role="dialog" aria-label={t('keep-title')}>
        <h2>{t('keep-title')}</h2>
        <DownloadPanel island={island} download={download} chapters={chapters} />
        <button type="button" className="button button-quiet" popoverTarget={panel} popoverTargetAction="hide">
          {t('keep-close')}
        </button>
      </div>
    </>
  );
}
