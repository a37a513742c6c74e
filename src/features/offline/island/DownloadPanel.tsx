import { Icon } from '#src/shell/island/Icon.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { formatSize } from './format-size.ts';
import type { Download } from './use-download.ts';

interface DownloadPanelProps {
  readonly island: Island<'offline'>;
  readonly download: Download;
  /** The book's current number of chapters, if known. */
  readonly chapters: number | undefined;
}

/** The state and progress of a download, with buttons to start, pause or remove it. */
export function DownloadPanel({ island, download, chapters = 0 }: DownloadPanelProps) {
  const { t, tag } = island;
  const { entry } = download;
  if (!entry) {
    return (
      <>
        <p>{t('keep-text')}</p>
        <button type="button" className="button" onClick={download.start}>
          <Icon name="download" />
          {t('keep-start')}
        </button>
      </>
    );
  }
  const { state, done, total, bytes } = entry;
  const hasNewChapters = state === 'kept' && chapters > total;
  return (
    <>
      <p role="status">{t(`keep-state-${state}`)}</p>
      {state !== 'kept' && <progress aria-label={t('keep-progress-label')} value={done} max={Math.max(total, 1)} />}
      <p className="keep-facts">
        <span>{t('keep-progress', { done, total })}</span>
        <span>{t('kept-size', { size: formatSize(bytes, tag) })}</span>
      </p>
      <div className="keep-ways">
        {state === 'keeping' && (
          <button type="button" className="button" onClick={download.pause}>
            {t('keep-pause')}
          </button>
        )}
        {(state === 'paused' || state === 'full' || state === 'failed') && (
          <button type="button" className="button" onClick={download.start}>
            {t('keep-on')}
          </button>
        )}
        {hasNewChapters && (
          <button type="button" className="button" onClick={download.start}>
            {t('keep-more')}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={download.remove}>
          {t(state === 'kept' ? 'kept-remove' : 'keep-cancel')}
        </button>
      </div>
    </>
  );
}
