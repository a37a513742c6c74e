import type * as v from 'valibot';
import type { LockedBook } from '#src/contract/entities/visitor.ts';
import { pictureOf } from '../ui/picture-of.ts';
import type { Island } from '../ui/use-island.ts';

interface LockedRowProps {
  readonly island: Island<'account'>;
  readonly item: v.InferOutput<typeof LockedBook>;
}

/** A book with the share of its priced chapters that is unlocked. */
export function LockedRow({ island, item }: LockedRowProps) {
  const { t, paths, mediaUrl } = island;
  const { book, unlocked_chapters: unlocked, locked_chapters: locked } = item;
  return (
    <li>
      <a className="row-book" href={paths.novel(book)}>
        <span className="row-cover" data-tone={book.cover?.tone}>
          {book.cover && (
            <img src={mediaUrl(pictureOf(book.cover, 160))} alt="" width="48" height="72" loading="lazy" />
          )}
        </span>
        <span className="row-main">
          <strong>{book.title}</strong>
          <span>{book.author.name}</span>
          <span>{t('unlocked', { count: unlocked, locked })}</span>
          <progress value={unlocked} max={Math.max(1, unlocked + locked)} aria-hidden="true" />
        </span>
      </a>
    </li>
  );
}
