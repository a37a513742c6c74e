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
  /** RFC 3339, and in words. */
  readonly time: readonly [moment: string, words: string];
  readonly onRemove: () => void;
}

/** A book of the history or the shelf. */
export function BookRow({ island, book, cover, defaultCover, href, line, time, onRemove }: BookRowProps) {
  const { t, mediaUrl } = island;
  const [moment, words] = time;
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
          <time dateTime={moment}>{words}</time>
        </span>
      </a>
      <button type="button" aria-label={t('remove', { title: book.title })} onClick={onRemove}>
        <Icon name="trash" />
      </button>
    </li>
  );
}
