import type * as v from 'valibot';
import type { LockedBook } from '#src/contract/calls/user.ts';
import { bookText, nameText } from '#src/lib/book-text.ts';
import { CoverThumbnail } from '#src/shell/island/Thumbnail.tsx';
import type { Island } from '#src/shell/island/use-island.ts';

interface LockedBookRowProps {
  readonly island: Island<'account'>;
  /** Address of the picture shown for books without a cover. */
  readonly defaultCover: string;
  readonly item: v.InferOutput<typeof LockedBook>;
}

/** A row with a book and the share of its paid chapters that the visitor has unlocked. */
export function LockedBookRow({ island, defaultCover, item }: LockedBookRowProps) {
  const { t, tag, paths, mediaUrl } = island;
  const { book, unlocked_chapters: unlocked, locked_chapters: locked } = item;
  return (
    <li>
      <a className="row-book" href={paths.novel(book)}>
        <CoverThumbnail
          className="row-cover"
          cover={book.cover}
          mediaUrl={mediaUrl}
          pixels={96}
          fallback={defaultCover}
          width={48}
        />
        <span className="row-main">
          <strong {...bookText(book.title, book.language, tag)}>{book.title}</strong>
          <span>
            <bdi {...nameText(book.author.name, book.language, tag)}>{book.author.name}</bdi>
          </span>
          <span>{t('unlocked', { count: unlocked, locked })}</span>
          <progress value={unlocked} max={Math.max(1, unlocked + locked)} aria-hidden="true" />
        </span>
      </a>
    </li>
  );
}
