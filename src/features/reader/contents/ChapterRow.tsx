import { memo } from 'react';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { bookText } from '#src/lib/book-text.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { Island } from '#src/shell/island/use-island.ts';

interface ChapterRowProps {
  readonly chapter: Chapter;
  readonly href: string;
  readonly island: Island<'reader'>;
  /** BCP 47 tag of the book. */
  readonly language: string;
  readonly isCurrent: boolean;
  readonly isRead: boolean;
  readonly namesPart: boolean;
}

export const ChapterRow = memo(function ChapterRow(props: ChapterRowProps) {
  const { chapter, href, island, language, isCurrent, isRead, namesPart } = props;
  const { t, tag } = island;
  const part = namesPart ? chapter.part : null;
  return (
    <li>
      <a href={href} aria-current={isCurrent ? 'page' : undefined} data-read={isRead}>
        <span className="reader-row-mark">{isRead && <Icon name="check" />}</span>
        <span
          className="reader-row-title"
          data-part={part === null ? undefined : ''}
          {...bookText(chapter.title, language, tag)}
        >
          {chapter.title}
          {part !== null && <small>{part}</small>}
        </span>
        {isRead && <span className="said">{t('is-read')}</span>}
        {chapter.locked && <Lock chapter={chapter} island={island} />}
      </a>
    </li>
  );
});

/** The price of a locked chapter, or the date from which it is free. */
function Lock({ chapter: { price, free_from }, island: { t, tag } }: Pick<ChapterRowProps, 'chapter' | 'island'>) {
  const day = free_from && new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short' }).format(new Date(free_from));
  return (
    <span className="reader-row-lock">
      <span>
        {price !== null && <span>{t('price', { count: price })}</span>}
        {day && <small>{t('free-from', { date: day })}</small>}
      </span>
      <Icon name="lock" />
      <span className="said">{t('is-locked')}</span>
    </span>
  );
}
