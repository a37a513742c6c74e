import { useState } from 'react';
import type { KeptBook } from '#src/stores/local.ts';
import { Icon } from '../ui/Icon.tsx';
import { RowCover } from '../ui/Thumbnail.tsx';
import type { Island } from '../ui/use-island.ts';
import { KeepPanel } from './KeepPanel.tsx';
import { useKeep } from './use-keep.ts';

interface KeptRowProps {
  readonly island: Island<'offline'>;
  readonly entry: KeptBook;
  /** Shown where the book has no cover. */
  readonly defaultCover: string;
  /** Where reading goes on. */
  readonly href: string;
}

/** A kept book: what it is, how much of it is here, and the way to take it off again. */
export function KeptRow({ island, entry, defaultCover, href }: KeptRowProps) {
  const { mediaUrl } = island;
  const { book, cover } = entry;
  const [stable] = useState(cover);
  const keep = useKeep(island, book, stable);
  return (
    <li>
      <a href={href}>
        <RowCover cover={cover} mediaUrl={mediaUrl} fallback={defaultCover} />
        <strong>{book.title}</strong>
        {entry.state === 'kept' && <Icon name="downloaded" />}
      </a>
      <div className="keep-panel">
        <KeepPanel island={island} keep={keep} chapters={undefined} />
      </div>
    </li>
  );
}
