import { useEffect, useState } from 'react';
import { dropTakenDown, pruneDownloads, storageUse } from '#src/stores/downloads.ts';
import { $downloads, $readlogList, type DownloadedBook } from '#src/stores/local-storage.ts';
import { Icon } from '../ui/Icon.tsx';
import { RowCover } from '../ui/Thumbnail.tsx';
import { type Island, type IslandProps, useIsland } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { DownloadPanel } from './DownloadPanel.tsx';
import { formatSize } from './format-size.ts';
import { useDownload, useResumeDownloads } from './use-download.ts';

interface DownloadRowProps {
  readonly island: Island<'offline'>;
  readonly entry: DownloadedBook;
  /** Shown where the book has no cover. */
  readonly defaultCover: string;
  /** Where reading goes on. */
  readonly href: string;
}

/** A kept book: what it is, how much of it is here, and the way to take it off again. */
function DownloadRow({ island, entry, defaultCover, href }: DownloadRowProps) {
  const { mediaUrl } = island;
  const { book, cover } = entry;
  const [stable] = useState(cover);
  const keep = useDownload(island, book, stable);
  return (
    <li>
      <a href={href}>
        <RowCover cover={cover} mediaUrl={mediaUrl} fallback={defaultCover} />
        <strong>{book.title}</strong>
        {entry.state === 'kept' && <Icon name="downloaded" />}
      </a>
      <div className="keep-panel">
        <DownloadPanel island={island} keep={keep} chapters={undefined} />
      </div>
    </li>
  );
}

/** Texts: area `offline`, keys ISLAND_KEYS.keep. */
export interface DownloadListProps extends IslandProps {
  readonly defaultCover: string;
}

/** The books kept on this device; nothing at all where there are none. */
export function DownloadList(props: DownloadListProps) {
  const island = useIsland<'offline'>(props);
  const { t, tag, paths } = island;
  const kept = useStored($downloads, null);
  const read = useStored($readlogList, null);
  const room = useStorageUse(kept);
  useResumeDownloads(island);
  useEffect(() => void pruneDownloads().then(dropTakenDown), []);
  if (!kept || kept.length === 0) return null;
  const wayTo = ({ book, start }: DownloadedBook) => {
    const chapter = read?.find((entry) => entry.book.id === book.id)?.chapter;
    return chapter ? paths.reader(book.id, chapter.id) : start;
  };
  return (
    <section id="kept" className="kept" aria-labelledby="kept-title">
      <h2 id="kept-title">{t('kept-title')}</h2>
      <p className="page-lead">{t('kept-lead')}</p>
      <ul>
        {kept.map((entry) => (
          <DownloadRow
            key={entry.book.id}
            island={island}
            entry={entry}
            href={wayTo(entry)}
            defaultCover={props.defaultCover}
          />
        ))}
      </ul>
      {room && (
        <p className="page-lead">
          {t('kept-room', { used: formatSize(room.used, tag), room: formatSize(room.room, tag) })}
        </p>
      )}
    </section>
  );
}

/** Asked anew whenever what is kept has changed by a whole book. */
function useStorageUse(kept: readonly DownloadedBook[] | null) {
  const [room, setRoom] = useState<{ readonly used: number; readonly room: number }>();
  const whole = kept?.filter(({ state }) => state !== 'keeping').length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number alone says when to ask.
  useEffect(() => void storageUse().then(setRoom), [whole]);
  return room;
}
