import { type ReactNode, useState } from 'react';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { AreaT } from '../../ui/use-island.ts';

interface PartOfBookProps {
  readonly t: AreaT<'reader'>;
  readonly title: string;
  readonly chapters: readonly Chapter[];
  /** How many of the chapters are read. */
  readonly read: number;
  /** The chapter being read stands in it. */
  readonly isHere: boolean;
  readonly opensFirst: boolean;
  /** Its content, made when it is opened. */
  readonly children: () => ReactNode;
}

/** A volume, book or part, which opens and closes. */
export function PartOfBook({ t, title, chapters, read, isHere, opensFirst, children }: PartOfBookProps) {
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
        <span className="reader-row-title">{title}</span>
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
