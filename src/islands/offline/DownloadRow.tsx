import { useState } from 'react';
import type { DownloadedBook } from '#src/stores/local-storage.ts';
import { Icon } from '../ui/Icon.tsx';
import { RowCover } from '../ui/Thumbnail.tsx';
import type { Island } from '../ui/use-island.ts';
import { DownloadPanel } from './DownloadPanel.tsx';
import { useDownload } from './use-download.ts';

interface DownloadRowProps {
  readonly island: Island<'offline'>;
  readonly entry: DownloadedBook;
  /** Shown where the book has no cover. */
  readonly defaultCover: string;
  /** Where reading goes on. */
  readonly href: string;
}

/** A kept book: what it is, how much of it is here, and the way to take it off again. */
export function DownloadRow({ island, entry, defaultCover, href }: DownloadRowProps) {
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
