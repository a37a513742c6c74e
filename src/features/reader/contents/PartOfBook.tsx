import { type ReactNode, useState } from 'react';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { bookText } from '#src/lib/book-text.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { Island } from '#src/shell/island/use-island.ts';

interface PartOfBookProps {
  readonly island: Island<'reader'>;
  /** BCP 47 tag of the book. */
  readonly language: string;
  readonly title: string;
  readonly chapters: readonly Chapter[];
  /** Number of read chapters. */
  readonly read: number;
  /** Whether the part contains the current chapter. */
  readonly isHere: boolean;
  readonly opensFirst: boolean;
  /** Renders the content of the part when it is expanded. */
  readonly children: () => ReactNode;
}

/** A heading for a volume, book or part, which expands and collapses its content. */
export function PartOfBook({
  island: { t, tag },
  language,
  title,
  chapters,
  read,
  isHere,
  opensFirst,
  children,
}: PartOfBookProps) {
  const [isOpen, setOpen] = useState(opensFirst);
  const isDone = read === chapters.length;
  return (
    <details
      className="reader-part-rows"
      open={isOpen}
      onToggle={({ currentTarget, target }) => target === currentTarget && setOpen(currentTarget.open)}
    >
      <summary aria-current={isHere && !isOpen ? 'true' : undefined}>
        <Icon name="next" />
        <span className="reader-row-title" {...bookText(title, language, tag)}>
          {title}
        </span>
        {read > 0 && (
          <span className="reader-part-read" data-done={isDone}>
            {t('part-read', { number: read, count: chapters.length })}
          </span>
        )}
      </summary>
      {isOpen && children()}
    </details>
  );
}
