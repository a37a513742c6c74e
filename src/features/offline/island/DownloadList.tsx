import { useEffect, useState } from 'react';
import { bookText } from '#src/lib/book-text.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import { RowCover } from '#src/shell/island/Thumbnail.tsx';
import { type Island, type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $downloads, $readlogList, type DownloadedBook } from '#src/shell/state/local-storage.ts';
import { dropTakenDown, pruneDownloads, storageUse } from '../state/downloads.ts';
import { DownloadPanel } from './DownloadPanel.tsx';
import { formatSize } from './format-size.ts';
import { useDownload, useResumeDownloads } from './use-download.ts';

interface DownloadRowProps {
  readonly island: Island<'offline'>;
  readonly entry: DownloadedBook;
  /** Address of the picture shown for books without a cover. */
  readonly defaultCover: string;
  /** Address at which reading continues. */
  readonly href: string;
}

/** A row with a downloaded book: its title, its size, and a button to remove it. */
function DownloadRow({ island, entry, defaultCover, href }: DownloadRowProps) {
  const { mediaUrl, tag } = island;
  const { book, cover } = entry;
  const [stable] = useState(cover);
  const download = useDownload(island, book, stable);
  return (
    <li>
      <a href={href}>
        <RowCover cover={cover} mediaUrl={mediaUrl} fallback={defaultCover} />
        <strong {...bookText(book.title, book.language, tag)}>{book.title}</strong>
        {entry.state === 'kept' && <Icon name="downloaded" />}
      </a>
      <div className="keep-panel">
        <DownloadPanel island={island} download={download} chapters={undefined} />
      </div>
    </li>
  );
}

/** `texts` contains texts of the area `offline`. */
export interface DownloadListProps extends IslandProps {
  readonly defaultCover: string;
}

/** The books downloaded to this device. Renders nothing if there are none. */
export function DownloadList(props: DownloadListProps) {
  const island = useIsland<'offline'>(props);
  const { t, tag, paths } = island;
  const downloads = useStored($downloads, null);
  const read = useStored($readlogList, null);
  const room = useStorageUse(downloads);
  useResumeDownloads(island);
  useEffect(() => void pruneDownloads().then(dropTakenDown), []);
  if (!downloads || downloads.length === 0) return null;
  const hrefOf = ({ book, start }: DownloadedBook) => {
    const chapter = read?.find((entry) => entry.book.id === book.id)?.chapter;
    return chapter ? paths.reader(book.id, chapter.id) : start;
  };
  return (
    <section id="kept" className="kept" aria-labelledby="kept-title">
      <h2 id="kept-title">{t('kept-title')}</h2>
      <p className="page-lead">{t('kept-lead')}</p>
      <ul>
        {downloads.map((entry) => (
          <DownloadRow
            key={entry.book.id}
            island={island}
            entry={entry}
            href={hrefOf(entry)}
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

/** The storage that the site uses. Requested again whenever a download stops or is removed. */
function useStorageUse(downloads: readonly DownloadedBook[] | null) {
  const [room, setRoom] = useState<{ readonly used: number; readonly room: number }>();
  const stopped = downloads?.filter(({ state }) => state !== 'keeping').length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested again only when this number changes.
  useEffect(() => void storageUse().then(setRoom), [stopped]);
  return room;
}
