import type { ReactNode } from 'react';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import { Icon } from '../ui/Icon.tsx';
import { pictureOf } from '../ui/picture-of.ts';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import type { Island } from '../ui/use-island.ts';

interface BookRowProps {
  readonly island: Island<'account'>;
  readonly book: BookReference;
  readonly cover: Cover | null;
  /** Shown where the book has no cover. */
  readonly defaultCover: string;
  readonly href: string;
  /** Where the visitor is in the book. */
  readonly line?: string;
  /** RFC 3339, in words, and to the minute. */
  readonly time: readonly [moment: string, words: string, exact?: string];
  /** New chapters, in words. */
  readonly news?: string | undefined;
  readonly onRemove: () => void;
  /** More that can be done with it. */
  readonly children?: ReactNode;
}

/** A book of the history or the shelf. */
export function BookRow(props: BookRowProps) {
  const { island, book, cover, defaultCover, href, line, time, news, onRemove, children } = props;
  const { t, mediaUrl } = island;
  const [moment, words, exact] = time;
  return (
    <li>
      <a href={href}>
        <Thumbnail
          className="history-cover"
          src={cover ? mediaUrl(pictureOf(cover, 160)) : undefined}
          fallback={defaultCover}
          width={64}
          tone={cover?.tone}
        />
        <span className="history-text">
          <strong>{book.title}</strong>
          {line !== undefined && <span>{line}</span>}
          {news !== undefined && <b className="news-badge">{news}</b>}
          <time dateTime={moment} title={exact}>
            {words}
          </time>
        </span>
      </a>
      {children}
      <button type="button" aria-label={t('remove', { title: book.title })} onClick={onRemove}>
        <Icon name="trash" />
      </button>
    </li>
  );
}
